package dev.drover.runtime;

import dev.drover.api.text.Troubleshooting;

/// A part of a manager could not start. The message names the part and the reason, and ends with
/// the place in the guide that says what to do.
public final class StartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// @param message names the part and the reason
  public StartException(String message, Throwable cause) {
    super(Troubleshooting.START.in(message), cause);
  }
}
