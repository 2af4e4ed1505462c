package dev.drover.cel.types;

/// A value of a type that only Kubernetes' libraries have.
public interface LibraryValue {
  /// The name of its type.
  String typeName();

  /// Boolean, or an error.
  default Object isEqualTo(Object other) {
    return equals(other);
  }

  /// How large it counts in costs.
  default long size() {
    return 1;
  }
}
