package dev.drover.runtime.http;

import java.io.IOException;

/// The bytes of a connection are no HTTP request that this server accepts. The connection ends with
/// a response that says why.
final class BadRequestException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int code;

  BadRequestException(int code, String message) {
    super(message);
    this.code = code;
  }

  int code() {
    return code;
  }
}
