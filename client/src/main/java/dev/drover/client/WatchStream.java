package dev.drover.client;

import dev.drover.api.Codec;
import dev.drover.api.KubernetesObject;
import dev.drover.api.WatchEvent;
import dev.drover.api.WatchReader;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// The events of a watch as they arrive: an iterator that waits.
///
/// It ends when the server ends the watch, which it does after some minutes, when the connection is
/// cut, and when it is closed by another thread; what happened since is asked for with a new watch
/// from the last version. One reading thread; any thread may close.
///
/// In Go: {@index watch.Interface}.
///
/// @param <T> the type of the objects
public final class WatchStream<T extends KubernetesObject>
    implements Iterator<WatchEvent<T>>, AutoCloseable {
  private final RestExchange exchange;
  private final WatchReader<T> reader;
  private @Nullable WatchEvent<T> next;
  private volatile boolean closed;

  WatchStream(RestExchange exchange, Codec<T> codec) {
    this.exchange = exchange;
    try {
      this.reader = codec.decodeWatch(exchange.body(), exchange.format());
    } catch (RuntimeException e) { // an answer in a format that nobody knows
      exchange.close();
      throw e;
    }
  }

  /// Waits for the next event; false at the end.
  ///
  /// @throws RequestInterruptedException when the thread is interrupted
  /// @throws RequestFailedException when the server has been silent for longer than the watch
  ///   allows
  /// @throws dev.drover.api.DecodeException when an event cannot be read; the watch may go on
  ///   behind it
  @Override
  public boolean hasNext() {
    if (next == null && !closed) {
      try {
        next = reader.next();
      } catch (EOFException e) {
        return false;
      } catch (IOException e) {
        return ended(e);
      }
    }
    return next != null;
  }

  private boolean ended(IOException e) {
    if (closed) {
      return false;
    }
    KubernetesException failure = exchange.failed(e);
    if (failure instanceof RequestInterruptedException || e instanceof SocketTimeoutException) {
      close();
      throw failure;
    }
    return false;
  }

  @Override
  public WatchEvent<T> next() {
    WatchEvent<T> event = hasNext() ? next : null;
    if (event == null) {
      throw new NoSuchElementException("the watch has ended");
    }
    next = null;
    return event;
  }

  /// Ends the watch; a thread that waits in it sees the end.
  @Override
  public void close() {
    closed = true;
    exchange.close();
  }
}
