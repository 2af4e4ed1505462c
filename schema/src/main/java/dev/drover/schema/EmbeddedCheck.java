package dev.drover.schema;

import java.util.List;
import java.util.Map;

/// Says what is wrong with `apiVersion`, `kind` and `metadata` of the objects in a value, where its
/// schema says that there are such.
@FunctionalInterface
public interface EmbeddedCheck {
  /// Looks at a value.
  ///
  /// @param schema as it is written in a custom resource definition
  /// @param at where the value stands
  List<FieldError> errors(Object value, Map<?, ?> schema, FieldPath at);
}
