package dev.drover.schema;

import java.util.List;
import java.util.Map;

/// Validates `apiVersion`, `kind` and `metadata` of the objects that are embedded in a value by its
/// schema.
@FunctionalInterface
public interface EmbeddedCheck {
  /// Looks at a value.
  ///
  /// @param schema as it is written in a custom resource definition
  /// @param at where the value stands
  List<FieldError> errors(Object value, Map<?, ?> schema, FieldPath at);
}
