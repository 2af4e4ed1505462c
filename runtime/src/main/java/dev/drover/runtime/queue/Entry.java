package dev.drover.runtime.queue;

import org.jspecify.annotations.Nullable;

/// The state of one key of a queue. Belongs to [QueueState]; links and index are those of the list
/// or heap that the entry is in.
final class Entry<K> {
  /// Where the key is; drawn at [WorkQueue].
  enum State {
    /// Not in the queue, but it has failed before.
    IDLE,
    DELAYED,
    READY,
    RUNNING,
    DIRTY,
    RUNNING_DELAYED
  }

  final K key;
  final int hash; // of the key
  State state = State.IDLE;
  int priority; // of the wait, also of the one that follows the present run
  int runPriority; // of the present run
  Failures failures = Failures.NONE;
  @Nullable Object group; // whose turn it shares; null if the queue has no groups

  /// When the key is to be ready if it is delayed, when it became so if it is ready or dirty.
  long at;

  long since; // when it came into its state; of a running one, when its run began

  @Nullable Entry<K> previous; // in a list
  @Nullable Entry<K> next; // in a list
  @Nullable Entry<K> chain; // in the table
  int index; // in the heap

  /// The wish that a key be handed out at the time `at`.
  Entry(K key, long now, long at, int priority) {
    this.key = key;
    this.hash = key.hashCode();
    this.since = now;
    this.at = at;
    this.priority = priority;
  }

  boolean isRunning() {
    return switch (state) {
      case RUNNING, DIRTY, RUNNING_DELAYED -> true;
      case IDLE, DELAYED, READY -> false;
    };
  }

  /// How often the key has failed since it was last forgotten.
  ///
  /// @param error of the latest one
  record Failures(int count, @Nullable Throwable error) {
    static final Failures NONE = new Failures(0, null);

    Failures oneMore(@Nullable Throwable why) {
      return new Failures(count == Integer.MAX_VALUE ? count : count + 1, why);
    }
  }
}
