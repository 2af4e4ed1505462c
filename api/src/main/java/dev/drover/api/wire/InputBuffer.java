package dev.drover.api.wire;

import java.util.Arrays;

/// How large the buffer of an input is: small for the many watches that bring an event now and
/// then, large for what comes without a pause, where each read of a socket costs more than the
/// copy.
final class InputBuffer {
  static final int FIRST = 4 * 1024;

  private static final int LARGE = 64 * 1024;

  private InputBuffer() {}

  /// The buffer for what comes next.
  ///
  /// @param wasFilled whether the last read took all the room that there was
  static byte[] after(byte[] buffer, boolean wasFilled) {
    return wasFilled && buffer.length < LARGE ? Arrays.copyOf(buffer, LARGE) : buffer;
  }
}
