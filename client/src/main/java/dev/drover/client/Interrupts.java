package dev.drover.client;

import java.io.InterruptedIOException;

/// How an interrupt leaves code that may throw I/O failures only.
final class Interrupts {
  private Interrupts() {}

  /// The failure to throw because of this interrupt; the thread's flag is set again.
  static InterruptedIOException asIo(Exception cause) {
    Thread.currentThread().interrupt();
    InterruptedIOException interrupted = new InterruptedIOException("interrupted");
    interrupted.initCause(cause);
    return interrupted;
  }
}
