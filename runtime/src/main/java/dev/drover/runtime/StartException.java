package dev.drover.runtime;

/// A part of a manager could not start. The message names the part and the reason.
public final class StartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// @param message names the part and the reason
  public StartException(String message, Throwable cause) {
    super(message, cause);
  }
}
