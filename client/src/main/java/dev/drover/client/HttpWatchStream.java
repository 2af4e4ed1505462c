package dev.drover.client;

import dev.drover.api.Codec;
import dev.drover.api.KubernetesObject;
import dev.drover.api.WatchEvent;
import dev.drover.api.WatchReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The events of a watch over HTTP.
final class HttpWatchStream<T extends KubernetesObject> implements WatchStream<T> {
  private final RestExchange exchange;
  private final WatchReader<T> reader;
  private @Nullable WatchEvent<T> next;
  private boolean ended;
  private @Nullable KubernetesException failure;
  private volatile boolean closed;
  private Runnable beforeWaiting = () -> {}; // of the reading thread

  HttpWatchStream(RestExchange exchange, Codec<T> codec) {
    this.exchange = exchange;
    try {
      Announced body = new Announced(exchange.body());
      this.reader = exchange.limited(codec).decodeWatch(body, exchange.format());
    } catch (RuntimeException e) { // an answer in an unknown format
      exchange.close();
      throw e;
    }
  }

  @Override
  public boolean hasNext() {
    if (next == null && !closed && !ended) {
      try {
        next = reader.next();
        ended = next == null;
      } catch (IOException e) {
        ended = true;
        return ended(e);
      }
    }
    return next != null;
  }

  private boolean ended(IOException e) {
    if (closed) {
      return false;
    }
    KubernetesException why = exchange.failed(e);
    if (why instanceof RequestInterruptedException || e instanceof SocketTimeoutException) {
      close();
      throw why;
    }
    failure = why;
    return false;
  }

  @Override
  public boolean beforeWaiting(Runnable task) {
    beforeWaiting = task;
    return true;
  }

  @Override
  public Optional<KubernetesException> failure() {
    return Optional.ofNullable(failure);
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

  @Override
  public void close() {
    closed = true;
    exchange.close();
  }

  /// The body, whose reads are announced. The decoder has a buffer of its own, so it reads only
  /// when no whole event is left.
  private final class Announced extends FilterInputStream {
    Announced(InputStream body) {
      super(body);
    }

    @Override
    public int read() throws IOException {
      beforeWaiting.run();
      return in.read();
    }

    @Override
    public int read(byte[] buf, int at, int length) throws IOException {
      beforeWaiting.run();
      return in.read(buf, at, length);
    }
  }
}
