package dev.drover.client;

/// The configuration cannot be used; the message names file, context and field, and says what to
/// do. It never holds a secret.
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ConfigException(String message) {
    super(message);
  }

  ConfigException(String message, Throwable cause) {
    super(message, cause);
  }
}
