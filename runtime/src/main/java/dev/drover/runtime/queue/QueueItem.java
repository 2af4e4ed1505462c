package dev.drover.runtime.queue;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A key that a queue has handed out, with its priority and its failures.
///
/// ```java
/// QueueItem<String> item = queue.takeItem().orElseThrow();
/// work(item.key());
/// queue.done(item.key());
/// ```
///
/// @param <K> the type of the keys
public final class QueueItem<K> {
  private final K key;
  private final int priority;
  private final int failures;
  private final Optional<Throwable> lastError;
  private final Duration waited;

  QueueItem(K key, int priority, int failures, Optional<Throwable> lastError, Duration waited) {
    this.key = key;
    this.priority = priority;
    this.failures = failures;
    this.lastError = lastError;
    this.waited = waited;
  }

  /// An item of priority 0 that has not failed, for queues other than [WorkQueue].
  public static <K> QueueItem<K> of(K key) {
    return new QueueItem<>(key, 0, 0, Optional.empty(), Duration.ZERO);
  }

  /// A copy that waited with this priority.
  public QueueItem<K> withPriority(int changed) {
    return new QueueItem<>(key, changed, failures, lastError, waited);
  }

  /// A copy that has failed so often.
  public QueueItem<K> withFailures(int number, Throwable last) {
    return new QueueItem<>(key, priority, number, Optional.of(last), waited);
  }

  /// The key.
  public K key() {
    return key;
  }

  /// The one it waited with; to be given back when the key is added again.
  public int priority() {
    return priority;
  }

  /// How often it has failed since it was last forgotten.
  public int failures() {
    return failures;
  }

  /// The reason of the last failure, if it was passed to the queue.
  public Optional<Throwable> lastError() {
    return lastError;
  }

  /// How long it had been ready.
  public Duration waited() {
    return waited;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof QueueItem<?> that
        && key.equals(that.key)
        && priority == that.priority
        && failures == that.failures
        && lastError.equals(that.lastError)
        && waited.equals(that.waited);
  }

  @Override
  public int hashCode() {
    return Objects.hash(key, priority, failures, lastError, waited);
  }

  @Override
  public String toString() {
    return "QueueItem[key=%s, priority=%s, failures=%s, lastError=%s, waited=%s]"
        .formatted(key, priority, failures, lastError, waited);
  }
}
