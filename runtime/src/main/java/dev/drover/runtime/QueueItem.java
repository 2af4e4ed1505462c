package dev.drover.runtime;

import java.time.Duration;
import java.util.Optional;

/// A key that a [WorkQueue] has handed out, and what the queue knows about it.
///
/// @param priority the one it waited with; to be given back when the key is added again
/// @param failures how often it has failed since it was last forgotten
/// @param lastError why it failed the last time, as far as the queue was told
/// @param waited how long it had been ready
public record QueueItem<K>(
    K key, int priority, int failures, Optional<Throwable> lastError, Duration waited) {}
