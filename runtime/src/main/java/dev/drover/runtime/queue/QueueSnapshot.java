package dev.drover.runtime.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The content of a queue at a moment, for diagnosis.
///
/// ```java
/// controller.snapshot().keys().forEach(key -> System.out.println(key.key() + " " + key.where()));
/// ```
///
/// @param <K> the type of the keys
public final class QueueSnapshot<K> {
  private final String name;
  private final Instant at;
  private final int ready;
  private final int delayed;
  private final int running;
  private final List<Key<K>> keys;

  QueueSnapshot(String name, Instant at, int ready, int delayed, int running, List<Key<K>> keys) {
    this.name = name;
    this.at = at;
    this.ready = ready;
    this.delayed = delayed;
    this.running = running;
    this.keys = List.copyOf(keys);
  }

  /// A snapshot without keys, for queues other than [WorkQueue].
  public static <K> QueueSnapshot<K> of(
      String name, Instant at, int ready, int delayed, int running) {
    return new QueueSnapshot<>(name, at, ready, delayed, running, List.of());
  }

  /// The name of the queue.
  public String name() {
    return name;
  }

  /// The moment.
  public Instant at() {
    return at;
  }

  /// How many keys wait for a worker.
  public int ready() {
    return ready;
  }

  /// How many wait for their time.
  public int delayed() {
    return delayed;
  }

  /// How many are with a worker.
  public int running() {
    return running;
  }

  /// Those that run, then those that are ready, then the delayed ones, each in the order they come;
  /// no more than were asked for.
  public List<Key<K>> keys() {
    return keys;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof QueueSnapshot<?> that
        && name.equals(that.name)
        && at.equals(that.at)
        && ready == that.ready
        && delayed == that.delayed
        && running == that.running
        && keys.equals(that.keys);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, at, ready, delayed, running, keys);
  }

  @Override
  public String toString() {
    return "QueueSnapshot[name=%s, at=%s, ready=%s, delayed=%s, running=%s, keys=%s]"
        .formatted(name, at, ready, delayed, running, keys);
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
  public static final class Key<K> {
    private final K key;
    private final Where where;
    private final int priority;
    private final Instant since;
    private final Optional<Instant> readyAt;
    private final int failures;
    private final Optional<Throwable> lastError;

    Key(
        K key,
        Where where,
        int priority,
        Instant since,
        Optional<Instant> readyAt,
        int failures,
        Optional<Throwable> lastError) {
      this.key = key;
      this.where = where;
      this.priority = priority;
      this.since = since;
      this.readyAt = readyAt;
      this.failures = failures;
      this.lastError = lastError;
    }

    /// The key.
    public K key() {
      return key;
    }

    /// Where the key is.
    public Where where() {
      return where;
    }

    /// The priority that it waits with, or that its run has.
    public int priority() {
      return priority;
    }

    /// When it came there.
    public Instant since() {
      return since;
    }

    /// When its time comes, if it waits for that.
    public Optional<Instant> readyAt() {
      return readyAt;
    }

    /// How often it has failed since it was last forgotten.
    public int failures() {
      return failures;
    }

    /// Why it failed the last time.
    public Optional<Throwable> lastError() {
      return lastError;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key<?> that
          && key.equals(that.key)
          && where.equals(that.where)
          && priority == that.priority
          && since.equals(that.since)
          && readyAt.equals(that.readyAt)
          && failures == that.failures
          && lastError.equals(that.lastError);
    }

    @Override
    public int hashCode() {
      return Objects.hash(key, where, priority, since, readyAt, failures, lastError);
    }

    @Override
    public String toString() {
      return "Key[key=%s, where=%s, priority=%s, since=%s, readyAt=%s, failures=%s, lastError=%s]"
          .formatted(key, where, priority, since, readyAt, failures, lastError);
    }

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
