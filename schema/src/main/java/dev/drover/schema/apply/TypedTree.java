package dev.drover.schema.apply;

import dev.drover.schema.Structure;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An object in one version, with the structure that it has there.
record TypedTree(String apiVersion, Structure structure, Map<String, @Nullable Object> tree) {
  /// What changed.
  ///
  /// @throws ApplyException when that cannot be said
  Comparison compare(TypedTree after) {
    try {
      return Comparison.of(structure, tree, after.tree);
    } catch (IllegalArgumentException e) {
      throw ApplyException.internal("failed to compare objects: " + e.getMessage());
    }
  }

  TypedTree merge(TypedTree config) {
    return with(TreeMerge.merge(structure, tree, config.tree));
  }

  TypedTree remove(FieldSet fields) {
    return with(TreeRemoval.remove(structure, tree, fields));
  }

  FieldSet owned() {
    return OwnedPaths.of(structure, tree);
  }

  /// See [OwnedPaths#withNamedFields].
  FieldSet withNamedFields(FieldSet set) {
    return OwnedPaths.withNamedFields(set, structure);
  }

  private TypedTree with(@Nullable Object changed) {
    return new TypedTree(apiVersion, structure, Shape.map(changed));
  }
}
