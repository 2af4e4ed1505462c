package dev.drover.server.apiconfig;

import dev.drover.api.Names;
import dev.drover.server.rules.Place;
import java.util.HashSet;
import java.util.Set;

/// Expressions that must hold for a webhook or a policy to be asked.
final class MatchConditions {
  private static final int MAX = 64;

  private MatchConditions() {}

  static void check(Place conditions) {
    if (conditions.size() > MAX) {
      conditions.tooMany(MAX);
    }
    Set<String> names = new HashSet<>();
    for (Place condition : conditions.items()) {
      Place expression = condition.child("expression");
      if (expression.text().isBlank()) {
        expression.required("");
      }
      Place name = condition.child("name");
      if (name.needText()) {
        name.checkText(Names::qualifiedName);
        if (!names.add(name.text())) {
          name.duplicate();
        }
      }
    }
  }
}
