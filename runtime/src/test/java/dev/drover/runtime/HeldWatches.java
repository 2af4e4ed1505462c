package dev.drover.runtime;

import dev.drover.client.Headers;
import dev.drover.client.Transport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// A layer that delays the watches of one resource, event by event.
///
/// While it holds, whatever the server sends is counted and kept; a test lets the first so many
/// parts through. The server sends each event as a part of its own, as long as the test waits for
/// [#arrived] to grow after each change.
///
/// ```java
/// watches.hold();
/// client.create(map);
/// long created = watches.awaitMore(0);
/// client.delete(map);
/// watches.awaitMore(created);
/// watches.release(created);                 // the cache sees the creation, but no deletion
/// ```
final class HeldWatches implements Transport.Layer {
  private final String resource;
  private boolean holds; // guarded by this, as all below
  private long arrived;
  private long allowed;

  HeldWatches(String resource) {
    this.resource = resource;
  }

  /// Keeps everything that arrives from now on.
  synchronized void hold() {
    holds = true;
    arrived = 0;
    allowed = 0;
  }

  /// Lets everything through.
  synchronized void open() {
    holds = false;
    notifyAll();
  }

  /// Lets the first so many parts through.
  synchronized void release(long parts) {
    allowed = parts;
    notifyAll();
  }

  synchronized long arrived() {
    return arrived;
  }

  /// Waits until more parts than these have arrived; returns how many there are.
  long awaitMore(long than) throws Exception {
    Eventually.holds("an event after " + than, () -> arrived() > than);
    return arrived();
  }

  @Override
  public Transport.Response send(Transport.Request request, Transport next) throws IOException {
    Transport.Response response = next.send(request);
    return request.target().matches(".*/" + resource + "\\?.*watch=.*")
        ? new Held(response)
        : response;
  }

  private synchronized long arrives() {
    return holds ? ++arrived : 0;
  }

  private synchronized void pass(long number) throws InterruptedException {
    while (holds && number > allowed) {
      wait();
    }
  }

  /// A part of a body.
  private record Part(byte[] bytes, long number, @Nullable IOException end) {}

  private final class Held implements Transport.Response {
    private final Transport.Response inner;
    private final Deque<Part> parts = new ArrayDeque<>(); // guarded by itself
    private final Thread pump;
    private InputStream current = InputStream.nullInputStream();

    Held(Transport.Response inner) {
      this.inner = inner;
      this.pump = Thread.ofVirtual().name("held watch").start(this::pump);
    }

    private void pump() {
      byte[] buffer = new byte[1 << 16];
      try {
        int length;
        while ((length = inner.body().read(buffer)) >= 0) {
          put(new Part(java.util.Arrays.copyOf(buffer, length), arrives(), null));
        }
        put(new Part(new byte[0], 0, null));
      } catch (IOException e) {
        put(new Part(new byte[0], 0, e));
      }
    }

    private void put(Part part) {
      synchronized (parts) {
        parts.add(part);
        parts.notifyAll();
      }
    }

    @Override
    public int status() {
      return inner.status();
    }

    @Override
    public Headers headers() {
      return inner.headers();
    }

    @Override
    public InputStream body() {
      return new InputStream() {
        @Override
        public int read() throws IOException {
          byte[] one = new byte[1];
          return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
          int read = current.read(target, from, length);
          return read >= 0 || !next() ? read : current.read(target, from, length);
        }
      };
    }

    private boolean next() throws IOException {
      try {
        Part part;
        synchronized (parts) {
          while (parts.isEmpty()) {
            parts.wait();
          }
          part = parts.peek();
        }
        if (part.bytes.length == 0) {
          if (part.end != null) {
            throw new IOException(part.end);
          }
          return false;
        }
        pass(part.number);
        synchronized (parts) {
          parts.remove();
        }
        current = new ByteArrayInputStream(part.bytes);
        return true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted");
      }
    }

    @Override
    public void close() {
      pump.interrupt();
      inner.close();
    }
  }
}
