package dev.drover.runtime.internal;

/// The chain of causes of an exception.
public final class Causes {
  /// Chains may be circular; no honest one is this long.
  private static final int LONGEST = 100;

  private Causes() {}

  /// Whether an exception or one of its causes has a type.
  public static boolean any(Throwable error, Class<? extends Throwable> type) {
    Throwable cause = error;
    for (int i = 0; cause != null && i < LONGEST; i++) {
      if (type.isInstance(cause)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }
}
