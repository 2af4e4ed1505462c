package dev.drover.cel.checker;

import dev.drover.cel.types.CelType;
import org.jspecify.annotations.Nullable;

/// The fields of the object types that the variables have.
public interface TypeProvider {
  /// The type of a field, or null where the object type has none of that name.
  @Nullable CelType field(String type, String field);

  /// Whether the fields of an object type are known; those of values of libraries are not.
  boolean isKnown(String type);

  /// Whether expressions can make objects of a type by naming its fields.
  default boolean isMade(String type) {
    return false;
  }
}
