package dev.drover.cel.types;

/// The value `null`.
public enum NullValue {
  NULL;

  @Override
  public String toString() {
    return "null";
  }
}
