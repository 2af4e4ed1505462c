package dev.drover.server.custom;

import dev.drover.schema.TreeNode;
import dev.drover.server.rules.Place;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The fields by which lists of a custom kind can be selected.
final class SelectableFields {
  private static final int MAX = 8;

  private SelectableFields() {}

  static void check(Place fields, TreeNode schema) {
    Set<String> seen = new HashSet<>();
    for (Place field : fields.items()) {
      Place path = field.child("jsonPath");
      if (path.needText()) {
        check(path, schema, seen);
      }
    }
    if (seen.size() > MAX) {
      fields.tooMany(MAX);
    }
  }

  private static void check(Place path, TreeNode schema, Set<String> seen) {
    SchemaPath found;
    try {
      found = SchemaPath.find(path.text(), schema, false);
    } catch (IllegalArgumentException e) {
      path.invalid("is an invalid path: " + e.getMessage());
      return;
    }
    if (found.root().equals("metadata")) {
      path.invalid("must not point to fields in metadata");
    }
    if (!List.of("string", "boolean", "integer").contains(found.schema().text("type"))) {
      path.invalid(
          "must point to a field of type string, boolean or integer. Enum string fields and strings"
              + " with formats are allowed.");
    }
    if (!seen.add(found.path().toString())) {
      path.duplicate();
    }
  }
}
