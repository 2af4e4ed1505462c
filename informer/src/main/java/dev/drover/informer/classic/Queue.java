package dev.drover.informer.classic;

import dev.drover.informer.ObjectSink;

/// Takes changes in and hands them out again, key by key: between a
/// [Reflector][dev.drover.informer.Reflector], which learns of changes, and the code that acts on
/// them.
///
/// A queue is no store, but [#asStore] shows what waits in it as one.
///
/// ```java
/// try (Queue<Pod, Pod> queue = new Fifo<>(KeyFunction.namespaceAndName())) {
///   queue.add(pod);
///   Pod processed = queue.pop((next, isInInitialList) -> print(next));
/// }
/// ```
///
/// In Go: {@index cache.Queue}.
///
/// @param <T> the type of the objects
/// @param <A> what is handed out for a key: the object, or all that happened to it
public interface Queue<T, A> extends ObjectSink<T>, AutoCloseable {
  /// Waits for something to hand out, takes it out and gives it to `process`; returns it when that
  /// is done.
  ///
  /// When `process` throws [RequeueException], the same goes back into the queue unless something
  /// newer has arrived, and the inner exception is thrown here. Any other exception is thrown as it
  /// is, and what was handed out stays out.
  ///
  /// @throws QueueClosedException once the queue is closed and empty
  A pop(Processor<A> process) throws Exception;

  /// Puts something back unless something newer is waiting under its key.
  void addIfNotPresent(A accumulated);

  /// Whether everything of the first list was processed; also true when the first thing that came
  /// was no list.
  ///
  /// In Go: {@index cache.Queue.HasSynced}.
  boolean hasSynced();

  /// The objects that wait in this queue, as a store. Reads see the newest waiting state of each
  /// object; writes are writes to the queue.
  Store<T> asStore();

  /// Wakes the threads that wait in [#pop]. What is in the queue is still handed out.
  @Override
  void close();

  /// Acts on what a queue hands out.
  ///
  /// In Go: {@index cache.PopProcessFunc}.
  ///
  /// @param <A> what is handed out
  @FunctionalInterface
  interface Processor<A> {
    /// Acts on it.
    ///
    /// @param isInInitialList whether it came with the first list
    void process(A accumulated, boolean isInInitialList) throws Exception;
  }
}
