package dev.drover.schema;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The names of JSON values in the messages of Go's decoder.
public final class JsonShape {
  private JsonShape() {}

  /// The word for a value.
  public static String of(@Nullable Object tree) {
    return switch (tree) {
      case null -> "null";
      case Map<?, ?> _ -> "object";
      case List<?> _ -> "array";
      case Number _ -> "number";
      case Boolean _ -> "bool";
      default -> "string";
    };
  }
}
