package dev.drover.cel.types;

import org.jspecify.annotations.Nullable;

/// A value that may be missing.
public record OptionalValue(@Nullable Object value) {
  public static final OptionalValue NONE = new OptionalValue(null);

  public boolean hasValue() {
    return value != null;
  }
}
