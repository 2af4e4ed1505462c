package dev.drover.cel.types;

/// An error as a value: logical operators can absorb it.
public record CelError(String message) {
  private static final CelError NO_SUCH_OVERLOAD = new CelError("no such overload");

  public static CelError noSuchOverload() {
    return NO_SUCH_OVERLOAD;
  }

  /// The value itself when it is an error, else the error that nothing fits it.
  public static CelError noSuchOverload(Object value) {
    return value instanceof CelError error ? error : NO_SUCH_OVERLOAD;
  }
}
