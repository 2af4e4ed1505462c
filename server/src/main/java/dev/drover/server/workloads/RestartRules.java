package dev.drover.server.workloads;

import dev.drover.server.rules.Place;
import java.util.List;

/// When a container is started again, in its own words.
final class RestartRules {
  private static final int MOST_RULES = 20;
  private static final int MOST_CODES = 255;

  private RestartRules() {}

  static void check(Place container, boolean isInit) {
    Place policy = container.child("restartPolicy");
    Place rules = container.child("restartPolicyRules");
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
    rules.each(RestartRules::checkRule);
  }

  private static void checkRule(Place rule) {
    rule.child("action").needOneOf(List.of("Restart", "RestartAllContainers"));
    Place codes = rule.child("exitCodes");
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
