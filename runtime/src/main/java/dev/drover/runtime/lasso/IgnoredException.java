package dev.drover.runtime.lasso;

/// Thrown by a handler that wants no retry: its error neither fails the run nor brings the object
/// back. Also when it is the cause of another exception.
///
/// ```java
/// factory.forObject(Pod.class).registerHandler("bill", (key, pod) -> {
///   if (pod != null && pod.spec().nodeName() == null) {
///     throw new IgnoredException("not scheduled yet");       // its next change calls this again
///   }
///   return pod;
/// });
/// ```
///
/// In Go: {@index controller.IgnoredException}, {@index generic.ErrSkip}.
public final class IgnoredException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// @param message why there is nothing to do
  public IgnoredException(String message) {
    super(message);
  }

  /// @param cause what went wrong, and does not matter
  public IgnoredException(String message, Throwable cause) {
    super(message, cause);
  }
}
