package dev.drover.api;

import dev.drover.api.wire.WireException;

/// Bytes that are no object of the kind that was expected. Says what was wrong and where; never
/// prints content.
public final class DecodeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String path;

  DecodeException(String message) {
    super(PrintableText.of(message));
    this.path = "";
  }

  DecodeException(String what, WireException cause) {
    super(PrintableText.of("cannot decode " + what + ": " + cause.getMessage()), cause);
    this.path = cause.path();
  }

  /// The same failure, with the place where the object comes from in front.
  DecodeException(String place, DecodeException cause) {
    super(PrintableText.of(place + ": " + cause.getMessage()), cause);
    this.path = cause.path;
  }

  /// The field that could not be read, such as `spec.containers[0].ports`; empty when it was the
  /// object as a whole.
  public String path() {
    return path;
  }
}
