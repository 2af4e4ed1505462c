package dev.drover.runtime;

import org.jspecify.annotations.Nullable;

/// A failure that a retry cannot fix: the request waits for the next change of the object.
///
/// ```java
/// if (icecream.spec().scoops() > 5) {
///   throw new TerminalException("at most 5 scoops, got " + icecream.spec().scoops());
/// }
/// ```
///
/// Counts also as a cause, so code in between may wrap it. If several handlers or clean-ups of one
/// run fail, all of them must be terminal; otherwise the request is retried. Each one counts in
/// `controller_runtime_terminal_reconcile_errors_total`.
///
/// In Go: {@index reconcile.TerminalError}.
public class TerminalException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// @param message why a retry cannot help
  public TerminalException(String message) {
    super(message);
  }

  /// @param message why a retry cannot help
  /// @param cause the failure
  public TerminalException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
