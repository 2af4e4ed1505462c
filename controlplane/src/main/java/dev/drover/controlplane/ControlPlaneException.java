package dev.drover.controlplane;

/// The control plane could not be found, built or started; the message says which and shows the end
/// of the log.
public final class ControlPlaneException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ControlPlaneException(String message) {
    super(message);
  }

  ControlPlaneException(String message, Throwable cause) {
    super(message, cause);
  }
}
