package dev.drover.client;

/// The configuration cannot be used; the message names file, context and field, and says what to
/// do. It never holds a secret.
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// The configuration cannot be used for this reason.
  public ConfigException(String message) {
    super(message);
  }

  /// The configuration cannot be used for this reason.
  public ConfigException(String message, Throwable cause) {
    super(message, cause);
  }
}
