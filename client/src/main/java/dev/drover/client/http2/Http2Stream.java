package dev.drover.client.http2;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// One request and its response on a connection.
///
/// ```
///            head()                  read() = -1
///   (sent) ──────────▶ body arrives ─────────────▶ ended
///      │                    │
///      └──── reset, connection lost, abort(), close() ──▶ failed: head() and read() throw
/// ```
///
/// The reader of the connection puts in what arrives and never waits; what was not read yet is
/// bounded by the window of the stream. One thread reads; any may abort or close.
public final class Http2Stream {
  /// How many bytes the server may send before some of them are read.
  static final int WINDOW = 256 * 1024;

  private static final int MAX_INTERIM = 16; // 1xx responses before the final one

  /// The head of a response; names are in lower case.
  public record Head(int status, List<Map.Entry<String, String>> headers) {}

  final int id;
  int sendWindow; // guarded by the lock of the connection

  private final Http2Connection connection;
  private final boolean bodiless; // a response to HEAD
  private final ReentrantLock lock = new ReentrantLock(); // guards all below
  private final Condition changed = lock.newCondition();
  private final Deque<byte[]> arrived = new ArrayDeque<>(2);
  private int at; // read of the first of those
  private @Nullable Head head;
  private int interim;
  private long announced = -1; // bytes of the body; -1 = not known
  private long received;
  private int unread; // bytes that count for the window
  private int acknowledged; // bytes to give back to the server with the next update
  private boolean ended; // nothing more will arrive
  private boolean sent; // nothing more will be sent
  private boolean closed;
  private @Nullable IOException failure;

  Http2Stream(Http2Connection connection, int id, int sendWindow, boolean bodiless) {
    this.connection = connection;
    this.id = id;
    this.sendWindow = sendWindow;
    this.bodiless = bodiless;
  }

  // ---- What the caller does

  /// Sends the body of the request; returns early when the server has answered without it.
  public void send(byte[] body) throws IOException {
    connection.send(this, body);
  }

  /// Waits for the head of the response.
  ///
  /// @throws IOException when none came; [Http2Exception#isUnprocessed] says whether the server has
  ///   seen the request
  public Head head() throws IOException {
    lock.lock();
    try {
      await(() -> head != null);
      if (head != null) {
        return head;
      }
      throw again(failure);
    } finally {
      lock.unlock();
    }
  }

  /// Reads bytes of the body, as many as are there; waits for one. -1 at its end.
  public int read(byte[] target, int from, int length) throws IOException {
    int update;
    int copied = 0;
    lock.lock();
    try {
      await(() -> !arrived.isEmpty() || ended);
      if (failure != null) {
        throw again(failure);
      }
      if (Thread.currentThread().isInterrupted()) {
        throw interrupted(null);
      }
      for (byte[] first = arrived.peek(); first != null && copied < length; ) {
        int n = Math.min(length - copied, first.length - at);
        System.arraycopy(first, at, target, from + copied, n);
        copied += n;
        at += n;
        if (at == first.length) {
          arrived.remove();
          at = 0;
          first = arrived.peek();
        }
      }
      update = acknowledge(copied);
    } finally {
      lock.unlock();
    }
    if (update > 0) {
      connection.updateWindow(this, update);
    }
    return copied == 0 && length > 0 ? -1 : copied;
  }

  /// Whether the response has no body, as far as its head says.
  public boolean isEmpty() {
    lock.lock();
    try {
      return ended && arrived.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /// Ends the exchange with a failure, unless it is over.
  public void abort(IOException why) {
    if (fail(why)) {
      connection.drop(this);
    }
  }

  /// Ends the exchange; a thread that still reads fails.
  public void close() {
    lock.lock();
    try {
      closed = true;
      arrived.clear();
    } finally {
      lock.unlock();
    }
    fail(new IOException("the answer was closed"));
    connection.drop(this);
  }

  /// Waits until this holds, or until the exchange has failed.
  private void await(BooleanSupplier condition) throws InterruptedIOException {
    try {
      while (!condition.getAsBoolean() && failure == null) {
        changed.await();
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  static InterruptedIOException interrupted(@Nullable InterruptedException cause) {
    Thread.currentThread().interrupt();
    InterruptedIOException failure = new InterruptedIOException("interrupted");
    failure.initCause(cause);
    return failure;
  }

  /// The failure for one more thread that meets it.
  private static IOException again(@Nullable IOException failure) {
    return switch (failure) {
      case null -> new IOException("the stream failed");
      case Http2Exception known -> known;
      case EOFException end -> {
        EOFException copy = new EOFException(end.getMessage());
        copy.initCause(end);
        yield copy;
      }
      case SocketTimeoutException late -> {
        SocketTimeoutException copy = new SocketTimeoutException(late.getMessage());
        copy.initCause(late);
        yield copy;
      }
      default -> new IOException(failure.getMessage(), failure);
    };
  }

  /// Counts bytes as read; returns how many to tell the server, once they are worth a frame.
  private int acknowledge(int bytes) {
    unread -= bytes;
    acknowledged += bytes;
    if (ended || acknowledged < WINDOW / 2) {
      return 0;
    }
    int update = acknowledged;
    acknowledged = 0;
    return update;
  }

  // ---- What the connection does

  /// Takes a block of headers. Returns whether the response is complete.
  boolean receive(List<Map.Entry<String, String>> block, boolean last) throws IOException {
    lock.lock();
    try {
      if (head != null) { // trailers: Kubernetes sends none
        return last && end();
      }
      Head next = headOf(block);
      if (next.status < 200) {
        if (last || ++interim > MAX_INTERIM) {
          throw Http2Exception.broken("interim (1xx) responses without a final one");
        }
        return false;
      }
      try {
        announced = bodiless || next.status == 304 ? -1 : length(next.headers);
        head = next;
      } catch (IOException e) {
        failure = e; // of this response only
      }
      changed.signalAll();
      return last && end();
    } finally {
      lock.unlock();
    }
  }

  private static Head headOf(List<Map.Entry<String, String>> block) throws IOException {
    int status = 0;
    boolean fields = false;
    for (Map.Entry<String, String> header : block) {
      boolean pseudo = header.getKey().startsWith(":");
      if (header.getKey().equals(":status") && status == 0 && !fields) {
        status = status(header.getValue());
      } else if (pseudo) {
        throw Http2Exception.broken("a head that is none");
      }
      fields |= !pseudo;
    }
    if (status == 0) {
      throw Http2Exception.broken("a response without a status");
    }
    return new Head(
        status, block.stream().filter(header -> !header.getKey().startsWith(":")).toList());
  }

  private static int status(String text) throws IOException {
    boolean good =
        text.length() == 3
            && text.chars().allMatch(c -> c >= '0' && c <= '9')
            && text.charAt(0) != '0';
    if (!good) {
      throw Http2Exception.broken("a status that is no number");
    }
    return Integer.parseInt(text);
  }

  private static long length(List<Map.Entry<String, String>> headers) throws IOException {
    String found = "";
    for (Map.Entry<String, String> header : headers) {
      if (header.getKey().equals("content-length")) {
        boolean good =
            !header.getValue().isEmpty()
                && header.getValue().length() < 19
                && header.getValue().chars().allMatch(c -> c >= '0' && c <= '9')
                && (found.isEmpty() || found.equals(header.getValue()));
        if (!good) {
          throw new IOException("the server's Content-Length is not one number");
        }
        found = header.getValue();
      }
    }
    return found.isEmpty() ? -1 : Long.parseLong(found);
  }

  /// Takes bytes of the body. Returns whether the response is complete.
  ///
  /// @param counted what they count for the window: with their padding
  boolean receive(byte[] bytes, int from, int to, int counted, boolean last) throws IOException {
    lock.lock();
    try {
      if (failure != null) {
        return false;
      }
      if (head == null) {
        throw Http2Exception.broken("a body before its head");
      }
      unread += counted;
      if (unread + acknowledged > WINDOW) {
        throw Http2Exception.broken("more bytes of a body than were asked for");
      }
      received += to - from;
      if (!closed && to > from) {
        byte[] copy = new byte[to - from];
        System.arraycopy(bytes, from, copy, 0, copy.length);
        arrived.add(copy);
        changed.signalAll();
      }
      acknowledge(counted - (to - from)); // padding is read at once
      return last && end();
    } finally {
      lock.unlock();
    }
  }

  private boolean end() {
    if (announced >= 0 && received != announced) {
      failure = new EOFException("the connection ended inside the body");
    }
    ended = true;
    changed.signalAll();
    return true;
  }

  /// The request was sent whole. Returns whether the exchange is complete.
  boolean sent() {
    lock.lock();
    try {
      sent = true;
      return ended;
    } finally {
      lock.unlock();
    }
  }

  /// Whether the response is complete or has failed, so that sending has no use any more.
  boolean isOver() {
    lock.lock();
    try {
      return ended || failure != null;
    } finally {
      lock.unlock();
    }
  }

  /// Whether nothing more will be sent.
  boolean isSent() {
    lock.lock();
    try {
      return sent;
    } finally {
      lock.unlock();
    }
  }

  /// Returns whether it was not over yet.
  boolean fail(IOException why) {
    lock.lock();
    try {
      if (failure != null || (ended && !closed)) {
        return false;
      }
      failure = why;
      changed.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }
}
