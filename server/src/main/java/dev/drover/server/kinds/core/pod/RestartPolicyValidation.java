package dev.drover.server.kinds.core.pod;

import dev.drover.server.validation.FieldValidator;
import java.util.List;

/// Validates the restart policy and the restart rules of containers.
final class RestartPolicyValidation {
  private static final int MOST_RULES = 20;
  private static final int MOST_CODES = 255;

  private RestartPolicyValidation() {}

  static void check(FieldValidator container, boolean isInit) {
    FieldValidator policy = container.child("restartPolicy");
    FieldValidator rules = container.child("restartPolicyRules");
    if (policy.isPresent()) {
      policy.needOneOf(List.of("Always", "Never", "OnFailure"));
    } else if (rules.size() > 0) {
      policy.required("must specify restartPolicy when restart rules are used");
      if (isInit) {
        return; // rules of such init containers are not looked at
      }
    }
    if (rules.size() > MOST_RULES) {
      rules.tooMany(MOST_RULES);
    }
    rules.each(RestartPolicyValidation::checkRule);
  }

  private static void checkRule(FieldValidator rule) {
    rule.child("action").needOneOf(List.of("Restart", "RestartAllContainers"));
    FieldValidator codes = rule.child("exitCodes");
    if (!codes.isPresent()) {
      codes.required("must be specified");
      return;
    }
    codes.child("operator").needOneOf(List.of("In", "NotIn"));
    if (codes.child("values").size() > MOST_CODES) {
      codes.child("values").tooMany(MOST_CODES);
    }
  }
}
