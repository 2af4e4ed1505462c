package dev.drover.server.kinds.apiextensions;

import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A schema and all schemas inside it.
final class SchemaParts {
  private SchemaParts() {}

  static List<TreeNode> of(TreeNode schema) {
    List<TreeNode> parts = new ArrayList<>();
    collect(schema, parts);
    return parts;
  }

  private static void collect(TreeNode schema, List<TreeNode> parts) {
    parts.add(schema);
    for (String below : List.of("items", "not", "additionalProperties", "additionalItems")) {
      schema.child(below).ifPresent(child -> collect(child, parts));
    }
    for (String below : List.of("items", "allOf", "anyOf", "oneOf")) {
      schema.items(below).forEach(child -> collect(child, parts));
    }
    for (String below : List.of("properties", "patternProperties", "definitions", "dependencies")) {
      for (Object child : schema.at(below).map().values()) {
        if (child instanceof Map<?, ?> map) {
          collect(TreeNode.view(map), parts);
        }
      }
    }
  }
}
