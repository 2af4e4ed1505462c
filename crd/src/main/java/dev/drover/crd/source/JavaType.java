package dev.drover.crd.source;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A type of Java for a schema.
///
/// @param name as source code; of a primitive its box
/// @param primitive the primitive, empty if there is none
/// @param base what the type alone says in a definition
record JavaType(String name, String primitive, Map<String, @Nullable Object> base) {
  static JavaType of(String name, Map<String, @Nullable Object> base) {
    return new JavaType(name, "", base);
  }

  /// Whether it is never null: an empty one is the same as none.
  boolean isContainer() {
    return name.startsWith("List<") || name.startsWith("Map<");
  }
}
