package dev.drover.server.kinds.admissionregistration;

import dev.drover.api.Names;
import dev.drover.server.admission.match.AdmissionExpressions;
import dev.drover.server.validation.FieldValidator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Validates the match conditions of webhooks and policies.
final class MatchConditionValidation {
  private static final int MAX = 64;

  private MatchConditionValidation() {}

  /// @param hasParams whether the expressions may use `params`
  static void check(FieldValidator conditions, boolean hasParams) {
    if (conditions.size() > MAX) {
      conditions.tooMany(MAX);
    }
    Set<String> names = new HashSet<>();
    for (FieldValidator condition : conditions.items()) {
      FieldValidator expression = condition.child("expression");
      if (expression.text().isBlank()) {
        expression.required("");
      } else {
        ExpressionCheck.check(
            expression, AdmissionExpressions.environment(hasParams, true), List.of("bool"));
      }
      FieldValidator name = condition.child("name");
      if (name.needText()) {
        name.checkText(Names::qualifiedName);
        if (!names.add(name.text())) {
          name.duplicate();
        }
      }
    }
  }
}
