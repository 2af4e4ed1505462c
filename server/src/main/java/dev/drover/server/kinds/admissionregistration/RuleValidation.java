package dev.drover.server.kinds.admissionregistration;

import dev.drover.schema.FieldError;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.StringFormats;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Validates the rules of webhooks and policies.
final class RuleValidation {
  static final List<String> REINVOCATION_POLICIES = List.of("IfNeeded", "Never");

  private static final List<String> OPERATIONS =
      List.of("*", "CONNECT", "CREATE", "DELETE", "UPDATE");
  private static final List<String> SCOPES = List.of("*", "Cluster", "Namespaced");

  private RuleValidation() {}

  static void checkFailurePolicy(FieldValidator policy) {
    if (policy.isPresent()) {
      policy.needOneOf(List.of("Fail", "Ignore"));
    }
  }

  static void checkMatchPolicy(FieldValidator policy) {
    if (policy.isPresent()) {
      policy.needOneOf(List.of("Equivalent", "Exact"));
    }
  }

  /// A rule that may name the objects it is about.
  static void checkNamed(FieldValidator rule) {
    Set<String> names = new HashSet<>();
    for (FieldValidator name : rule.child("resourceNames").items()) {
      name.invalid(StringFormats.pathSegment(name.text()));
      if (!names.add(name.text())) {
        name.duplicate();
      }
    }
    check(rule);
  }

  static void check(FieldValidator rule) {
    FieldValidator operations = rule.child("operations");
    needSome(operations);
    needWildcardAlone(operations, "operations");
    for (FieldValidator operation : operations.items()) {
      operation.needOneOf(OPERATIONS);
    }
    needSome(rule.child("apiGroups"));
    needWildcardAlone(rule.child("apiGroups"), "API groups");
    FieldValidator versions = rule.child("apiVersions");
    needSome(versions);
    needWildcardAlone(versions, "API versions");
    versions.each(FieldValidator::needText);
    checkResources(rule.child("resources"));
    FieldValidator scope = rule.child("scope");
    if (scope.isPresent()) {
      scope.needOneOf(SCOPES);
    }
  }

  private static void needSome(FieldValidator list) {
    if (list.size() == 0) {
      list.required("");
    }
  }

  private static void needWildcardAlone(FieldValidator list, String what) {
    if (list.size() > 1 && list.items().stream().anyMatch(it -> it.text().equals("*"))) {
      list.invalid("if '*' is present, must not specify other " + what);
    }
  }

  private static void checkResources(FieldValidator resources) {
    needSome(resources);
    Set<String> withAllSubresources = new HashSet<>();
    Set<String> ofAllResources = new HashSet<>();
    boolean endsWithPlain = false; // only the last resource without a subresource counts
    for (FieldValidator resource : resources.items()) {
      if (!resource.needText()) {
        continue;
      }
      String text = resource.text();
      String[] parts = text.split("/", 2);
      if (parts.length == 1) {
        endsWithPlain = !text.equals("*");
        continue;
      }
      if (withAllSubresources.contains(parts[0])) {
        resource.invalid("if '" + parts[0] + "/*' is present, must not specify " + text);
      }
      if (ofAllResources.contains(parts[1])) {
        resource.invalid("if '*/" + parts[1] + "' is present, must not specify " + text);
      }
      if (parts[1].equals("*")) {
        withAllSubresources.add(parts[0]);
      }
      if (parts[0].equals("*")) {
        ofAllResources.add(parts[1]);
      }
    }
    List<String> all = resources.items().stream().map(FieldValidator::text).toList();
    if (all.size() > 1 && all.contains("*/*")) {
      resources.invalid("if '*/*' is present, must not specify other resources");
    }
    if (all.contains("*") && endsWithPlain) {
      resources.invalid("if '*' is present, must not specify other resources without subresources");
    }
  }

  /// Nothing can be changed in what is deleted; complaints are about all rules at once.
  static void checkMutable(FieldValidator matchResources) {
    List<String> supported = OPERATIONS.stream().filter(it -> !it.equals("DELETE")).toList();
    FieldValidator rules = matchResources.child("resourceRules");
    for (FieldValidator rule : rules.items()) {
      for (String operation : rule.node().texts("operations")) {
        if (!supported.contains(operation)) {
          rules
              .as(rules.path().child("operations"))
              .notSupported(new FieldError.Typed(operation), supported);
        }
      }
    }
  }
}
