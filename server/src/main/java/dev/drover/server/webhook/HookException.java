package dev.drover.server.webhook;

/// Thrown when a webhook could not be called, or answered wrongly. The message is in the words of
/// kube-apiserver.
public final class HookException extends Exception {
  private static final long serialVersionUID = 1;

  /// A failure with the reason that clients get.
  public HookException(String reason) {
    super(reason, null, false, false); // goes into an answer, not into a log
  }

  /// What went wrong.
  public String reason() {
    return String.valueOf(getMessage());
  }
}
