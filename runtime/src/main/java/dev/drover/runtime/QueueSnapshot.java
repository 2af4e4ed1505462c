package dev.drover.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What a [WorkQueue] held at a moment, for people who wonder why something does not happen.
///
/// @param name of the queue
/// @param at the moment
/// @param ready how many keys wait for a worker
/// @param delayed how many wait for their time
/// @param running how many are with a worker
/// @param keys those that run, then those that are ready, then the delayed ones, each in the order
///   they come; no more than were asked for
public record QueueSnapshot<K>(
    String name, Instant at, int ready, int delayed, int running, List<Key<K>> keys) {
  public QueueSnapshot {
    keys = List.copyOf(keys);
  }

  /// Where a key is.
  public enum Where {
    /// Waits for its time.
    DELAYED,
    /// Waits for a worker.
    READY,
    /// Is with a worker.
    RUNNING,
    /// Is with a worker, and will be ready again as soon as that is done.
    RUNNING_AND_READY,
    /// Is with a worker, and has to come again later.
    RUNNING_AND_DELAYED
  }

  /// One key.
  ///
  /// @param since when it came there
  /// @param readyAt when its time comes, if it waits for that
  /// @param failures how often it has failed since it was last forgotten
  /// @param lastError why it failed the last time
  public record Key<K>(
      K key,
      Where where,
      int priority,
      Instant since,
      Optional<Instant> readyAt,
      int failures,
      Optional<Throwable> lastError) {
    static <K> Key<K> of(Entry<K> entry, Instant at, long now) {
      Where where =
          switch (entry.state) {
            case DELAYED -> Where.DELAYED;
            case IDLE, READY -> Where.READY;
            case RUNNING -> Where.RUNNING;
            case DIRTY -> Where.RUNNING_AND_READY;
            case RUNNING_DELAYED -> Where.RUNNING_AND_DELAYED;
          };
      boolean timed = where == Where.DELAYED || where == Where.RUNNING_AND_DELAYED;
      return new Key<>(
          entry.key,
          where,
          entry.isRunning() ? entry.runPriority : entry.priority,
          at.minusNanos(now - entry.since),
          timed ? Optional.of(at.plusNanos(entry.at - now)) : Optional.empty(),
          entry.failures.count(),
          Optional.ofNullable(entry.failures.error()));
    }

    /// How long it has been there.
    public Duration age(Instant now) {
      return Duration.between(since, now);
    }
  }
}
