package dev.drover.client;

import dev.drover.api.DecodeException;
import dev.drover.api.KubernetesObject;
import dev.drover.api.WatchEvent;
import dev.drover.api.codec.Codec;
import dev.drover.api.codec.WatchReader;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The events of a watch over HTTP.
final class HttpWatchStream<T extends KubernetesObject> implements WatchStream<T> {
  private static final int MAX_BATCH = 1024; // a fast server must not keep its readers waiting

  private final RestExchange exchange;
  private final WatchReader<T> reader;
  private @Nullable WatchEvent<T> next;
  private @Nullable DecodeException broken; // the event after the last batch
  private boolean ended;
  private @Nullable KubernetesException failure;
  private volatile boolean closed;

  HttpWatchStream(RestExchange exchange, Codec<T> codec) {
    this.exchange = exchange;
    try {
      this.reader = exchange.limited(codec).decodeWatch(exchange.body(), exchange.format());
    } catch (RuntimeException e) { // an answer in an unknown format
      exchange.close();
      throw e;
    }
  }

  @Override
  public boolean hasNext() {
    if (broken != null) {
      DecodeException e = broken;
      broken = null;
      throw e;
    }
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
  public List<WatchEvent<T>> nextBatch() {
    if (!hasNext()) {
      return List.of();
    }
    List<WatchEvent<T>> batch = new ArrayList<>();
    batch.add(next());
    while (batch.size() < MAX_BATCH && !closed && reader.hasArrived()) {
      try {
        if (!hasNext()) {
          break;
        }
      } catch (DecodeException e) {
        broken = e;
        break;
      }
      batch.add(next());
    }
    return batch;
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
}
