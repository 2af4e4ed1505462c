package dev.drover.client;

import org.jspecify.annotations.Nullable;

/// No answer came from the server: it could not be reached, the connection was cut, or time ran
/// out. Whether the request had an effect is not known.
public final class RequestFailedException extends KubernetesException {
  private static final long serialVersionUID = 1L;

  /// @param message what was being done, and how it failed
  public RequestFailedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
