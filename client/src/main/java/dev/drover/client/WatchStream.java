package dev.drover.client;

import dev.drover.api.KubernetesObject;
import dev.drover.api.WatchEvent;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// The events of a watch as they arrive: an iterator that waits.
///
/// ```java
/// try (WatchStream<Pod> events = pods.watch(WatchOptions.defaults())) {
///   while (events.hasNext()) {
///     switch (events.next()) { ... }
///   }
/// }
/// ```
///
/// It ends when the server ends the watch, which it does after some minutes, when the connection is
/// cut, and when it is closed by another thread; a new watch from the last version brings what
/// happened since. One reading thread; any thread may close.
///
/// In Go: {@index watch.Interface}.
///
/// @param <T> the type of the objects
public interface WatchStream<T extends KubernetesObject>
    extends Iterator<WatchEvent<T>>, AutoCloseable {
  /// Waits for the next event; false at the end.
  ///
  /// @throws RequestInterruptedException when the thread is interrupted
  /// @throws RequestFailedException when the server has been silent for longer than the watch
  ///   allows
  /// @throws dev.drover.api.DecodeException when an event cannot be read; the watch may go on after
  ///   it
  @Override
  boolean hasNext();

  /// Waits for the next event, and returns it with those that have arrived after it, in their
  /// order; empty at the end. For code that passes events on together: nothing that has arrived
  /// waits for an event that has not.
  ///
  /// An event that cannot be read ends a batch; the next call throws as [#hasNext] does.
  default List<WatchEvent<T>> nextBatch() {
    return hasNext() ? List.of(next()) : List.of();
  }

  /// Why the watch ended, when the server did not end it in good order: the connection was cut, or
  /// what came makes no sense. Empty while it goes on, after a regular end and when it was closed.
  default Optional<KubernetesException> failure() {
    return Optional.empty();
  }

  /// Ends the watch; a thread that waits in it sees the end.
  @Override
  void close();
}
