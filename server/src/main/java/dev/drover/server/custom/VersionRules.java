package dev.drover.server.custom;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a version of a custom kind demands of its objects beyond their structure: the conditions of
/// its schema, its defaults, its expressions.
public interface VersionRules {
  /// Demands nothing.
  VersionRules NONE = new VersionRules() {};

  /// Makes the rules of a version.
  @FunctionalInterface
  interface Factory {
    /// The rules of a version.
    ///
    /// @param openApiV3Schema its schema
    VersionRules of(TreeNode openApiV3Schema);
  }

  /// Sets what the schema has defaults for.
  default void setDefaults(TreeNode object) {}

  /// What is wrong with an object.
  ///
  /// @param old the object before; null for a new one
  default List<FieldError> validate(TreeNode object, @Nullable TreeNode old) {
    return List.of();
  }

  /// What is wrong with a change of the status.
  default List<FieldError> validateStatus(TreeNode object, TreeNode old) {
    return List.of();
  }
}
