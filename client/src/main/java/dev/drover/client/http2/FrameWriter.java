package dev.drover.client.http2;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Collects frames of any thread and writes them by one, so that the interrupt of a thread that
/// sends a request does not close the connection of all the others. What comes while the socket is
/// busy is written in one piece.
final class FrameWriter {
  /// Bytes that wait before bodies are held back.
  private static final int MUCH = 256 * 1024;

  /// Bytes that wait before the server is taken for one that asks for answers and reads none.
  private static final int TOO_MUCH = 8 << 20;

  private static final int USUAL = 4 * 1024;

  private final OutputStream out;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private byte[] pending = new byte[USUAL];
  private int size;
  private boolean ended;

  FrameWriter(OutputStream out) {
    this.out = out;
  }

  /// Writes what comes until [#end].
  ///
  /// @param written called after each piece
  void run(Runnable written) throws IOException, InterruptedException {
    byte[] spare = new byte[USUAL];
    while (true) {
      byte[] bytes;
      int count;
      lock.lock();
      try {
        while (size == 0 && !ended) {
          changed.await();
        }
        if (ended) {
          return;
        }
        bytes = pending;
        count = size;
        pending = spare;
        size = 0;
      } finally {
        lock.unlock();
      }
      out.write(bytes, 0, count);
      out.flush();
      spare = bytes.length > MUCH ? new byte[USUAL] : bytes;
      written.run();
    }
  }

  void end() {
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Whether so much waits that a body should too.
  boolean isBusy() {
    lock.lock();
    try {
      return size >= MUCH && !ended;
    } finally {
      lock.unlock();
    }
  }

  void raw(byte[] bytes) throws IOException {
    lock.lock();
    try {
      append(bytes, 0, bytes.length);
    } finally {
      lock.unlock();
    }
  }

  void frame(int type, int flags, int stream, byte[] payload) throws IOException {
    frame(type, flags, stream, payload, 0, payload.length);
  }

  void frame(int type, int flags, int stream, byte[] bytes, int from, int length)
      throws IOException {
    lock.lock();
    try {
      append(head(type, flags, stream, length), 0, FrameReader.HEAD);
      append(bytes, from, length);
    } finally {
      lock.unlock();
    }
  }

  void windowUpdate(int stream, int bytes) throws IOException {
    frame(FrameReader.WINDOW_UPDATE, 0, stream, int32(bytes));
  }

  void reset(int stream, int code) throws IOException {
    frame(FrameReader.RST_STREAM, 0, stream, int32(code));
  }

  /// A block of headers, in as many frames as it takes.
  void headers(int stream, byte[] block, boolean last) throws IOException {
    lock.lock();
    try {
      int type = FrameReader.HEADERS;
      int at = 0;
      do {
        int n = Math.min(FrameReader.MAX_PAYLOAD, block.length - at);
        int flags = at + n == block.length ? FrameReader.END_HEADERS : 0;
        if (at == 0 && last) {
          flags |= FrameReader.END_STREAM;
        }
        append(head(type, flags, stream, n), 0, FrameReader.HEAD);
        append(block, at, n);
        at += n;
        type = FrameReader.CONTINUATION;
      } while (at < block.length);
    } finally {
      lock.unlock();
    }
  }

  private static byte[] head(int type, int flags, int stream, int length) {
    return new byte[] {
      (byte) (length >>> 16),
      (byte) (length >>> 8),
      (byte) length,
      (byte) type,
      (byte) flags,
      (byte) (stream >>> 24),
      (byte) (stream >>> 16),
      (byte) (stream >>> 8),
      (byte) stream
    };
  }

  static byte[] int32(int value) {
    return new byte[] {
      (byte) (value >>> 24), (byte) (value >>> 16), (byte) (value >>> 8), (byte) value
    };
  }

  private void append(byte[] bytes, int from, int length) throws IOException {
    if (ended) {
      return; // nothing is sent any more, and the streams have failed
    }
    if (size + length > pending.length) {
      if (size > TOO_MUCH) {
        throw Http2Exception.broken("it asks for answers and does not read them");
      }
      pending = Arrays.copyOf(pending, Math.max(pending.length * 2, size + length));
    }
    System.arraycopy(bytes, from, pending, size, length);
    size += length;
    changed.signal();
  }
}
