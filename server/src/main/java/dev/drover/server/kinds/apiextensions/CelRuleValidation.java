package dev.drover.server.kinds.apiextensions;

import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import java.util.List;

/// Validates the rules in a schema, except their expressions.
final class CelRuleValidation {
  private static final List<String> REASONS =
      List.of(
          "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired");

  private CelRuleValidation() {}

  static void check(FieldValidator schema) {
    schema.child("x-kubernetes-validations").each(rule -> check(rule, schema.node()));
  }

  private static void check(FieldValidator rule, TreeNode schema) {
    FieldValidator message = rule.child("message");
    String expression = rule.child("rule").text().strip();
    if (expression.isEmpty()) {
      rule.child("rule").required("rule is not specified");
    } else if (!message.isBlank() && message.text().isBlank()) {
      message.invalid("must be non-empty if specified");
    } else if (hasLineBreak(message.text().strip())) {
      message.invalid("must not contain line breaks");
    } else if (hasLineBreak(expression) && message.text().isBlank()) {
      message.required("message must be specified if rule contains line breaks");
    }
    FieldValidator messageExpression = rule.child("messageExpression");
    if (!messageExpression.isBlank() && messageExpression.text().isBlank()) {
      messageExpression.required("messageExpression must be non-empty if specified");
    }
    FieldValidator reason = rule.child("reason");
    if (reason.isPresent() && !REASONS.contains(reason.text())) {
      reason.notSupported(reason.text(), REASONS);
    }
    FieldValidator path = rule.child("fieldPath");
    if (!path.isBlank()) {
      checkPath(path, schema);
    }
  }

  private static void checkPath(FieldValidator path, TreeNode schema) {
    if (path.text().isBlank()) {
      path.invalid("must be non-empty if specified");
    }
    if (hasLineBreak(path.text())) {
      path.invalid("must not contain line breaks");
    }
    if (StructuralSchemaValidation.unsupported(schema).isEmpty()) {
      try {
        SchemaPath.find(path.text(), schema, true);
      } catch (IllegalArgumentException e) {
        path.invalid("must be a valid path");
      }
    }
  }

  private static boolean hasLineBreak(String text) {
    return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
  }
}
