package dev.drover.server.kinds.core.pod;

import dev.drover.api.Names;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.LabelSelectorValidation;
import dev.drover.server.validation.NodeSelectorValidation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Validates node affinity, pod affinity and topology spread constraints of pods.
final class AffinityValidation {
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
  private static final List<String> POLICIES = List.of("Honor", "Ignore");
  private static final List<String> ACTIONS = List.of("DoNotSchedule", "ScheduleAnyway");

  private AffinityValidation() {}

  static void check(FieldValidator affinity) {
    FieldValidator nodes = affinity.child("nodeAffinity");
    nodes.child(REQUIRED).ifPresent(NodeSelectorValidation::check);
    nodes.child(PREFERRED).each(AffinityValidation::checkPreference);
    for (String name : List.of("podAffinity", "podAntiAffinity")) {
      affinity.child(name).child(REQUIRED).each(AffinityValidation::checkTerm);
      affinity.child(name).child(PREFERRED).each(AffinityValidation::checkWeightedTerm);
    }
  }

  private static void checkPreference(FieldValidator preference) {
    checkWeight(preference.child("weight"));
    // Values that no label can have are allowed: nothing depends on a preference.
    NodeSelectorValidation.checkTerm(preference.child("preference"), false);
  }

  private static void checkWeight(FieldValidator weight) {
    if (weight.number() < 1 || weight.number() > 100) {
      weight.invalid(weight.number(), "must be in the range 1-100");
    }
  }

  private static void checkWeightedTerm(FieldValidator term) {
    checkWeight(term.child("weight"));
    checkTerm(term.child("podAffinityTerm"));
  }

  private static void checkTerm(FieldValidator term) {
    LabelSelectorValidation.check(term.child("labelSelector"));
    LabelSelectorValidation.check(term.child("namespaceSelector"));
    term.child("namespaces")
        .each(name -> name.as(term.path().child("namespace")).checkText(Names::dnsLabel));
    checkLabelKeys(term);
    FieldValidator key = term.child("topologyKey");
    key.needText("can not be empty");
    key.checkText(Names::qualifiedName);
  }

  /// Labels of the pod itself that complete a selector. The selector already holds them when it is
  /// checked, so that a key found twice was there before.
  private static void checkLabelKeys(FieldValidator term) {
    FieldValidator matching = term.child("matchLabelKeys");
    FieldValidator mismatching = term.child("mismatchLabelKeys");
    FieldValidator selector = term.child("labelSelector");
    checkKeyNames(matching, selector);
    checkKeyNames(mismatching, selector);
    if (selector.isPresent()) {
      Map<String, Integer> indexes = new HashMap<>();
      for (int i = 0; i < matching.size(); i++) {
        indexes.put(matching.items().get(i).text(), i);
      }
      Set<String> seen = new HashSet<>(selector.child("matchLabels").keys());
      for (FieldValidator expression : selector.child("matchExpressions").items()) {
        String key = expression.child("key").text();
        if (!seen.add(key) && indexes.containsKey(key)) {
          term.as(term.path().index(indexes.getOrDefault(key, 0)))
              .invalid(key, "exists in both matchLabelKeys and labelSelector");
        }
      }
    }
    Set<String> mismatched = new HashSet<>();
    mismatching.each(key -> mismatched.add(key.text()));
    matching.each(
        key -> {
          if (mismatched.contains(key.text())) {
            key.invalid("exists in both matchLabelKeys and mismatchLabelKeys");
          }
        });
  }

  private static void checkKeyNames(FieldValidator keys, FieldValidator selector) {
    if (keys.size() > 0 && !selector.isPresent()) {
      keys.forbidden("must not be specified when labelSelector is not set");
    } else {
      keys.each(key -> key.checkText(Names::qualifiedName));
    }
  }

  static void checkSpread(FieldValidator constraints) {
    List<FieldValidator> items = constraints.items();
    for (int i = 0; i < items.size(); i++) {
      FieldValidator constraint = items.get(i);
      FieldValidator action = constraint.child("whenUnsatisfiable");
      constraint.child("maxSkew").needPositive();
      constraint.child("topologyKey").needText("can not be empty");
      action.needOneOf(ACTIONS);
      if (items.subList(i + 1, items.size()).stream().anyMatch(o -> isSame(o, constraint))) {
        constraint.child("{topologyKey, whenUnsatisfiable}").duplicate(tuple(constraint));
      }
      constraint.child("minDomains").ifPresent(domains -> checkMinDomains(domains, action.text()));
      constraint.child("nodeAffinityPolicy").ifPresent(policy -> policy.needOneOf(POLICIES));
      constraint.child("nodeTaintsPolicy").ifPresent(policy -> policy.needOneOf(POLICIES));
      checkLabelKeys(constraint);
      LabelSelectorValidation.check(constraint.child("labelSelector"));
    }
  }

  private static boolean isSame(FieldValidator one, FieldValidator other) {
    return tuple(one).equals(tuple(other));
  }

  private static String tuple(FieldValidator constraint) {
    return "{%s, %s}"
        .formatted(
            constraint.child("topologyKey").text(), constraint.child("whenUnsatisfiable").text());
  }

  private static void checkMinDomains(FieldValidator domains, String action) {
    domains.needPositive();
    if (!action.equals("DoNotSchedule")) {
      domains.invalid("can only use minDomains if whenUnsatisfiable=DoNotSchedule, not " + action);
    }
  }
}
