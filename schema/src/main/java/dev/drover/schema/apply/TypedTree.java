package dev.drover.schema.apply;

import dev.drover.schema.Structure;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An object in one version, with the structure that it has there.
record TypedTree(String apiVersion, Structure structure, Map<String, @Nullable Object> tree) {
  Comparison compare(TypedTree after) {
    return Comparison.of(structure, tree, after.tree);
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
