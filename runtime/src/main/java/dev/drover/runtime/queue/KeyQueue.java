package dev.drover.runtime.queue;

import java.time.Duration;
import java.util.Optional;

/// A queue from which the workers of a controller take keys. [WorkQueue] is the one that
/// controllers use unless [dev.drover.runtime.ControllerOptions#queue] makes another.
///
/// ```java
/// manager.controllerFor(Icecream.class)
///     .options(o -> o.queue(options -> new CountingQueue(new WorkQueue<>(options))))
/// ```
///
/// An implementation hands a key to one worker at a time, hands it out once more if it was added
/// while a worker had it, and loses none. It calls the observer of the [QueueOptions] that it was
/// made with, or there are no metrics `workqueue_*`. Any number of threads.
///
/// In Go: {@index controller.Options.NewQueue}.
///
/// @param <K> the type of the keys
public interface KeyQueue<K> extends AutoCloseable {
  /// Adds a key.
  ///
  /// @return false if it has failed too often; then it is not added, and its failures are forgotten
  boolean add(K key, AddOptions how);

  /// Adds a key that is ready at once.
  default void add(K key, int priority) {
    add(key, AddOptions.NOW.withPriority(priority));
  }

  /// Adds a key that is ready after a delay.
  default void addAfter(K key, Duration delay) {
    add(key, AddOptions.after(delay));
  }

  /// Waits for a key to be ready and hands it out; the caller calls [#done] after its work.
  ///
  /// @return empty if the queue is closed or shut down and nothing is left
  Optional<QueueItem<K>> takeItem() throws InterruptedException;

  /// Ends what [#takeItem] began.
  void done(K key);

  /// Forgets the failures of a key.
  void forget(K key);

  /// How many keys wait for a worker; those that are delayed or running do not.
  int size();

  /// How many keys are with a worker.
  int running();

  /// Whether a key that has failed is handed out again within a time; for
  /// [dev.drover.runtime.Settleable#settle].
  boolean hasRetryWithin(Duration horizon);

  /// Whether no key waits for a worker, is with one, or is a retry that is due within a time.
  ///
  /// [WorkQueue] looks at all three at one moment; this default does not, and may miss a key that
  /// moves from one to another meanwhile.
  default boolean isIdle(Duration horizon) {
    return !hasRetryWithin(horizon) && size() == 0 && running() == 0;
  }

  /// The content of the queue.
  ///
  /// @param limit how many keys to describe; the numbers are those of all
  QueueSnapshot<K> snapshot(int limit);

  /// Whether the queue is closed.
  boolean isClosed();

  /// Takes no more keys and hands out none. Workers may still finish what they have.
  @Override
  void close();
}
