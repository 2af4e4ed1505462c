package dev.drover.crd.engine;

import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The field that a failed rule reports: its `fieldPath`, relative to the place of the rule.
final class RulePath {
  private static final Pattern STEP =
      Pattern.compile("\\.([^.\\[\\]]+)|\\['((?:[^'\\\\]|\\\\.)*)'\\]");

  private RulePath() {}

  /// The path of the field; that of the rule where `fieldPath` is empty.
  static FieldPath resolve(FieldPath from, String fieldPath, TreeNode schema) {
    if (fieldPath.isEmpty()) {
      return from;
    }
    FieldPath relative = FieldPath.ROOT;
    TreeNode at = schema;
    Matcher step = STEP.matcher(fieldPath);
    while (step.find()) {
      String plain = step.group(1);
      String name = plain != null ? plain : step.group(2).replace("\\'", "'").replace("\\\\", "\\");
      boolean named = !at.at("properties").map().isEmpty();
      relative = named ? relative.child(name) : relative.key(name);
      at = named ? at.at("properties").at(name) : at.at("additionalProperties");
    }
    return from.child(relative.toString());
  }
}
