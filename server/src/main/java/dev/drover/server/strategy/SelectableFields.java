package dev.drover.server.strategy;

import dev.drover.schema.TreeNode;
import java.util.Map;

/// The field selectors of a kind, beside `metadata.name` and `metadata.namespace`.
@FunctionalInterface
public interface SelectableFields {
  /// No further field.
  SelectableFields NONE = _ -> Map.of();

  /// The fields of an object, by the name that selectors use.
  Map<String, String> of(TreeNode object);
}
