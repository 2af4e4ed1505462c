package dev.drover.server.kinds.apiextensions;

import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Validates the selectable fields of a definition.
final class SelectableFieldValidation {
  private static final int MAX = 8;

  private SelectableFieldValidation() {}

  static void check(FieldValidator fields, TreeNode schema) {
    Set<String> seen = new HashSet<>();
    for (FieldValidator field : fields.items()) {
      FieldValidator path = field.child("jsonPath");
      if (path.needText()) {
        check(path, schema, seen);
      }
    }
    if (seen.size() > MAX) {
      fields.tooMany(MAX);
    }
  }

  private static void check(FieldValidator path, TreeNode schema, Set<String> seen) {
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
