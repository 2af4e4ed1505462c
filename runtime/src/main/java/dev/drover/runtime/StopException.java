package dev.drover.runtime;

import java.util.List;
import java.util.stream.Collectors;

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

  /// A part that failed to stop.
  record Failure(String part, Exception error) {}

  /// @param failures at least one
  StopException(String owner, List<Failure> failures) {
    super(
        owner
            + " did not stop cleanly: "
            + failures.stream()
                .map(failure -> failure.part + ": " + reason(failure.error))
                .collect(Collectors.joining("; ")),
        failures.getFirst().error);
    failures.stream().skip(1).forEach(failure -> addSuppressed(failure.error));
  }

  private static String reason(Exception error) {
    String message = error.getMessage();
    return message == null ? error.toString() : message;
  }
}
