package dev.drover.cel;

/// An expression cannot be compiled. The message is Kubernetes', with the place marked.
public final class CelException extends Exception {
  private static final long serialVersionUID = 1L;
  private final boolean isProgramError;

  CelException(String message, boolean isProgramError) {
    super(message);
    this.isProgramError = isProgramError;
  }

  /// Whether the expression is well-formed and typed, but a constant part of it fails.
  public boolean isProgramError() {
    return isProgramError;
  }

  /// What is wrong.
  public String problem() {
    return String.valueOf(getMessage());
  }
}
