package dev.drover.client;

import dev.drover.api.KubernetesObject;
import dev.drover.api.WatchEvent;
import java.util.Iterator;
import java.util.Optional;

/// The events of a watch as they arrive: an iterator that waits.
///
/// It ends when the server ends the watch, which it does after some minutes, when the connection is
/// cut, and when it is closed by another thread; what happened since is asked for with a new watch
/// from the last version. One reading thread; any thread may close.
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

  /// Asks to be called, by the reading thread, before the stream goes to the network for more: all
  /// that has arrived was handed out by then. Code that gathers events to pass them on together
  /// does so then at the latest.
  ///
  /// @return false when this stream cannot tell, and will not call
  default boolean beforeWaiting(Runnable task) {
    return false;
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
