package dev.drover.runtime;

import org.jspecify.annotations.Nullable;

/// All that a queue knows about one key. Belongs to [QueueState]; links and index are those of the
/// list or heap that the entry is in.
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
  State state = State.IDLE;
  int priority; // of the wait, also of the one that follows the present run
  int runPriority; // of the present run
  int failures;
  @Nullable Throwable error; // of the latest failure

  /// When the key is to be ready if it is delayed, when it became so if it is ready or dirty.
  long at;

  long since; // when it came into its state; of a running one, when its run began

  @Nullable Entry<K> previous;
  @Nullable Entry<K> next;
  int index; // in the heap
  long order; // decides between keys of the same time

  Entry(K key) {
    this.key = key;
  }

  boolean isRunning() {
    return switch (state) {
      case RUNNING, DIRTY, RUNNING_DELAYED -> true;
      case IDLE, DELAYED, READY -> false;
    };
  }
}
