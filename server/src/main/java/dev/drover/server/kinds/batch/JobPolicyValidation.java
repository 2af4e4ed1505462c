package dev.drover.server.kinds.batch;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.server.kinds.core.pod.ContainerValidation;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.StringFormats;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Validates the failure and success policies of jobs.
final class JobPolicyValidation {
  private static final int MOST_RULES = 20;
  private static final int MOST_PATTERNS = 20;
  private static final int MOST_CODES = 255;
  private static final int LONGEST_INDEXES = 64 * 1024;
  private static final List<String> ACTIONS = List.of("Count", "FailIndex", "FailJob", "Ignore");
  private static final List<String> STATUSES = List.of("False", "True", "Unknown");

  private JobPolicyValidation() {}

  static void checkFailurePolicy(FieldValidator policy, FieldValidator spec) {
    FieldValidator rules = policy.child("rules");
    if (rules.size() > MOST_RULES) {
      rules.tooMany(MOST_RULES);
    }
    Set<String> containers =
        ContainerValidation.names(spec.child("template", "spec", "containers"));
    containers.addAll(ContainerValidation.names(spec.child("template", "spec", "initContainers")));
    for (FieldValidator rule : rules.items()) {
      checkAction(rule.child("action"), spec.has("backoffLimitPerIndex"));
      FieldValidator codes = rule.child("onExitCodes");
      FieldValidator conditions = rule.child("onPodConditions");
      codes.ifPresent(c -> checkExitCodes(c, containers));
      checkConditions(conditions);
      if (codes.isPresent() == conditions.size() > 0) {
        rule.invalid(
            FieldError.OMITTED,
            codes.isPresent()
                ? "specifying both OnExitCodes and OnPodConditions is not supported"
                : "specifying one of OnExitCodes and OnPodConditions is required");
      }
    }
  }

  private static void checkAction(FieldValidator action, boolean isPerIndex) {
    if (action.isBlank()) {
      action.required("valid values: [\"Count\" \"FailIndex\" \"FailJob\" \"Ignore\"]");
    } else if (action.text().equals("FailIndex") && !isPerIndex) {
      action.invalidTyped("requires the backoffLimitPerIndex to be set");
    } else {
      action.needOneOf(ACTIONS);
    }
  }

  private static void checkConditions(FieldValidator conditions) {
    if (conditions.size() > MOST_PATTERNS) {
      conditions.tooMany(MOST_PATTERNS);
    }
    for (FieldValidator pattern : conditions.items()) {
      pattern.child("type").checkText(Names::qualifiedName);
      FieldValidator status = pattern.child("status");
      if (status.needText("valid values: [\"False\" \"True\" \"Unknown\"]")) {
        status.needOneOf(STATUSES);
      }
    }
  }

  private static void checkExitCodes(FieldValidator codes, Set<String> containers) {
    FieldValidator operator = codes.child("operator");
    if (operator.needText("valid values: [\"In\" \"NotIn\"]")) {
      operator.needOneOf(List.of("In", "NotIn"));
    }
    FieldValidator container = codes.child("containerName");
    if (container.isPresent() && !containers.contains(container.text())) {
      container.invalid("must be one of the container or initContainer names in the pod template");
    }
    FieldValidator values = codes.child("values");
    if (values.size() == 0) {
      values.invalid(values.isPresent() ? values.value() : null, "at least one value is required");
    } else if (values.size() > MOST_CODES) {
      values.tooMany(MOST_CODES);
    }
    checkValues(values, operator.text().equals("In"));
  }

  private static void checkValues(FieldValidator values, boolean isIn) {
    Set<Long> seen = new HashSet<>();
    boolean isOrdered = true;
    long previous = Long.MIN_VALUE;
    for (FieldValidator value : values.items()) {
      if (isIn && value.number() == 0) {
        value.invalid("must not be 0 for the In operator");
      }
      if (!seen.add(value.number())) {
        value.duplicate();
      }
      isOrdered &= previous <= value.number();
      previous = value.number();
    }
    if (!isOrdered) {
      values.invalid("must be ordered");
    }
  }

  static void checkSuccessPolicy(FieldValidator policy, FieldValidator spec) {
    FieldValidator rules = policy.child("rules");
    if (rules.size() == 0) {
      rules.required("at least one rules must be specified when the successPolicy is specified");
    }
    if (rules.size() > MOST_RULES) {
      rules.tooMany(MOST_RULES);
    }
    rules.each(rule -> checkSuccessRule(rule, spec.child("completions").number()));
  }

  private static void checkSuccessRule(FieldValidator rule, long completions) {
    FieldValidator count = rule.child("succeededCount");
    FieldValidator indexes = rule.child("succeededIndexes");
    if (!count.isPresent() && !indexes.isPresent()) {
      rule.required("at least one of succeededCount or succeededIndexes must be specified");
    }
    long total = indexes.isPresent() ? checkIndexes(indexes, completions) : 0;
    count.needNonNegative();
    if (count.number() > completions) {
      count.invalid(
          "must be less than or equal to %d (the number of specified completions)"
              .formatted(completions));
    }
    if (count.isPresent() && indexes.isPresent() && count.number() > total) {
      count.invalid(
          "must be less than or equal to %d (the number of indexes in the specified"
                  .formatted(total)
              + " succeededIndexes field)");
    }
  }

  private static long checkIndexes(FieldValidator indexes, long completions) {
    if (StringFormats.length(indexes.text()) > LONGEST_INDEXES) {
      indexes.tooLong(LONGEST_INDEXES);
    }
    CompletionIndexes parsed = CompletionIndexes.parse(indexes.text(), completions);
    if (!parsed.complaint().isEmpty()) {
      indexes.invalid("error parsing succeededIndexes: " + parsed.complaint());
    }
    return parsed.total();
  }
}
