package dev.drover.client.pods;

import java.io.IOException;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.util.concurrent.locks.ReentrantLock;

/// Writes frames of RFC 6455 as a client does: masked, one at a time. Any number of threads.
final class FrameWriter {
  static final int BINARY = 2;
  static final int CLOSE = 8;
  static final int PING = 9;
  static final int PONG = 10;

  private final OutputStream out;
  private final SecureRandom random;
  private final ReentrantLock lock = new ReentrantLock(); // a frame must not be torn apart
  private boolean closing; // no frame may follow a close frame

  FrameWriter(OutputStream out, SecureRandom random) {
    this.out = out;
    this.random = random;
  }

  /// Whether a frame is being written, perhaps to a peer that does not read.
  boolean isSending() {
    return lock.isLocked();
  }

  /// Sends one frame that is a whole message: a head and a part of an array.
  void send(int opcode, byte[] head, byte[] data, int from, int length) throws IOException {
    int payload = head.length + length;
    byte[] frame = new byte[14 + payload];
    int at = 0;
    frame[at++] = (byte) (0x80 | opcode);
    if (payload < 126) {
      frame[at++] = (byte) (0x80 | payload);
    } else if (payload < 1 << 16) {
      frame[at++] = (byte) (0x80 | 126);
      frame[at++] = (byte) (payload >> 8);
      frame[at++] = (byte) payload;
    } else {
      frame[at++] = (byte) (0x80 | 127);
      at += 4; // a message is smaller than 2 GB
      for (int shift = 24; shift >= 0; shift -= 8) {
        frame[at++] = (byte) (payload >> shift);
      }
    }
    byte[] mask = new byte[4];
    random.nextBytes(mask);
    System.arraycopy(mask, 0, frame, at, 4);
    at += 4;
    System.arraycopy(head, 0, frame, at, head.length);
    System.arraycopy(data, from, frame, at + head.length, length);
    for (int i = 0; i < payload; i++) {
      frame[at + i] ^= mask[i & 3];
    }
    write(opcode, frame, at + payload);
  }

  private void write(int opcode, byte[] frame, int length) throws IOException {
    lock.lock();
    try {
      if (closing) {
        throw new IOException("the connection is closing");
      }
      closing = opcode == CLOSE;
      out.write(frame, 0, length);
    } finally {
      lock.unlock();
    }
  }
}
