package dev.drover.runtime;

/// Parts of a manager or of a factory failed to stop, or did not stop within the grace period. The
/// message names each of them; everything that can be stopped has been stopped.
///
/// ```java
/// try {
///   manager.run();
/// } catch (StopException e) {
///   System.exit(3);                        // work was interrupted
/// }
/// ```
public final class StopException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// @param message names the parts that failed to stop, each with its reason
  /// @param cause the first failure
  public StopException(String message, Throwable cause) {
    super(message, cause);
  }
}
