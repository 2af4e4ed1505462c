package dev.drover.client.pods;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A bounded queue of bytes between the thread that reads a connection and a reader of one stream.
///
/// A full pipe blocks the writing thread, which is the back-pressure of a session. A reader that
/// closes the pipe discards what comes later. One writing thread, any number of reading threads.
final class Pipe extends InputStream {
  private final int capacity;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<byte[]> chunks = new ArrayDeque<>();
  private int from; // of the first chunk
  private int size; // bytes that can be read
  private boolean ended; // nothing is written any more
  private @Nullable IOException failure; // what readers see after the last byte
  private boolean closed; // by a reader

  Pipe(int capacity) {
    this.capacity = capacity;
  }

  /// Appends a chunk, which the pipe keeps. Waits while the pipe is full.
  void put(byte[] chunk) throws InterruptedException {
    lock.lock();
    try {
      while (size >= capacity && !closed && !ended) {
        changed.await();
      }
      putNow(chunk);
    } finally {
      lock.unlock();
    }
  }

  /// Appends a chunk, which the pipe keeps, however full the pipe is.
  void putNow(byte[] chunk) {
    lock.lock();
    try {
      if (!closed && !ended && chunk.length > 0) {
        chunks.addLast(chunk);
        size += chunk.length;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /// Ends the pipe: readers get what is in it and then the end, or the failure. The first call
  /// counts.
  void end(@Nullable IOException with) {
    lock.lock();
    try {
      if (!ended) {
        ended = true;
        failure = with;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int at, int length) throws IOException {
    Objects.checkFromIndexSize(at, length, target.length);
    lock.lock();
    try {
      if (length == 0) {
        return 0;
      }
      while (size == 0 && !ended && !closed) {
        changed.await();
      }
      if (closed) {
        throw new IOException("the stream is closed");
      }
      if (size == 0) {
        if (failure != null) {
          throw new IOException(failure.getMessage(), failure); // a stack of this thread
        }
        return -1;
      }
      return take(target, at, length);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted");
      interrupted.initCause(e);
      throw interrupted;
    } finally {
      lock.unlock();
    }
  }

  private int take(byte[] target, int at, int length) {
    int taken = 0;
    while (taken < length && size > 0) {
      byte[] first = chunks.getFirst();
      int n = Math.min(length - taken, first.length - from);
      System.arraycopy(first, from, target, at + taken, n);
      taken += n;
      from += n;
      size -= n;
      if (from == first.length) {
        chunks.removeFirst();
        from = 0;
      }
    }
    changed.signalAll();
    return taken;
  }

  @Override
  public int available() {
    lock.lock();
    try {
      return closed ? 0 : size;
    } finally {
      lock.unlock();
    }
  }

  /// Discards what is in the pipe and what comes later.
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      chunks.clear();
      from = 0;
      size = 0;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
