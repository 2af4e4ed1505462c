package dev.drover.client.pods;

import java.io.IOException;

/// The server broke the rules of a protocol.
final class ProtocolException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int code;

  /// @param code the close code of RFC 6455 that is sent to the server
  ProtocolException(int code, String message) {
    super(message);
    this.code = code;
  }

  int code() {
    return code;
  }
}
