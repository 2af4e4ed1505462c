package dev.drover.client;

/// The configuration cannot be used; the message names file, context and field, and says what to
/// do. It never holds a secret.
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String pointer; // of the field at fault in its kubeconfig; empty = not known

  /// The configuration cannot be used for this reason.
  public ConfigException(String message) {
    this(message, "");
  }

  ConfigException(String message, String pointer) {
    super(message);
    this.pointer = pointer;
  }

  /// The configuration cannot be used for this reason.
  public ConfigException(String message, Throwable cause) {
    super(message, cause);
    this.pointer = "";
  }

  /// The JSON pointer of the field at fault; empty if it is not known.
  String pointer() {
    return pointer;
  }
}
