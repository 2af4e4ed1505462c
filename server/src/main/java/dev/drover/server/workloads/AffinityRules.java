package dev.drover.server.workloads;

import dev.drover.api.Names;
import dev.drover.server.rules.LabelSelectors;
import dev.drover.server.rules.NodeSelectors;
import dev.drover.server.rules.Place;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which nodes, and which neighbours, a pod wants or shuns; and how pods spread.
final class AffinityRules {
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
  private static final List<String> POLICIES = List.of("Honor", "Ignore");
  private static final List<String> ACTIONS = List.of("DoNotSchedule", "ScheduleAnyway");

  private AffinityRules() {}

  static void check(Place affinity) {
    Place nodes = affinity.child("nodeAffinity");
    nodes.child(REQUIRED).ifPresent(NodeSelectors::check);
    nodes.child(PREFERRED).each(AffinityRules::checkPreference);
    for (String name : List.of("podAffinity", "podAntiAffinity")) {
      affinity.child(name).child(REQUIRED).each(AffinityRules::checkTerm);
      affinity.child(name).child(PREFERRED).each(AffinityRules::checkWeightedTerm);
    }
  }

  private static void checkPreference(Place preference) {
    checkWeight(preference.child("weight"));
    // Values that no label can have are allowed: nothing depends on a preference.
    NodeSelectors.checkTerm(preference.child("preference"), false);
  }

  private static void checkWeight(Place weight) {
    if (weight.number() < 1 || weight.number() > 100) {
      weight.invalid(weight.number(), "must be in the range 1-100");
    }
  }

  private static void checkWeightedTerm(Place term) {
    checkWeight(term.child("weight"));
    checkTerm(term.child("podAffinityTerm"));
  }

  private static void checkTerm(Place term) {
    LabelSelectors.check(term.child("labelSelector"));
    LabelSelectors.check(term.child("namespaceSelector"));
    term.child("namespaces")
        .each(name -> name.as(term.path().child("namespace")).checkText(Names::dnsLabel));
    checkLabelKeys(term);
    Place key = term.child("topologyKey");
    key.needText("can not be empty");
    key.checkText(Names::qualifiedName);
  }

  /// Labels of the pod itself that complete a selector. The selector already holds them when it is
  /// checked, so that a key found twice was there before.
  private static void checkLabelKeys(Place term) {
    Place matching = term.child("matchLabelKeys");
    Place mismatching = term.child("mismatchLabelKeys");
    Place selector = term.child("labelSelector");
    checkKeyNames(matching, selector);
    checkKeyNames(mismatching, selector);
    if (selector.isPresent()) {
      Map<String, Integer> indexes = new HashMap<>();
      for (int i = 0; i < matching.size(); i++) {
        indexes.put(matching.items().get(i).text(), i);
      }
      Set<String> seen = new HashSet<>(selector.child("matchLabels").keys());
      for (Place expression : selector.child("matchExpressions").items()) {
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

  private static void checkKeyNames(Place keys, Place selector) {
    if (keys.size() > 0 && !selector.isPresent()) {
      keys.forbidden("must not be specified when labelSelector is not set");
    } else {
      keys.each(key -> key.checkText(Names::qualifiedName));
    }
  }

  static void checkSpread(Place constraints) {
    List<Place> items = constraints.items();
    for (int i = 0; i < items.size(); i++) {
      Place constraint = items.get(i);
      Place action = constraint.child("whenUnsatisfiable");
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
      LabelSelectors.check(constraint.child("labelSelector"));
    }
  }

  private static boolean isSame(Place one, Place other) {
    return tuple(one).equals(tuple(other));
  }

  private static String tuple(Place constraint) {
    return "{%s, %s}"
        .formatted(
            constraint.child("topologyKey").text(), constraint.child("whenUnsatisfiable").text());
  }

  private static void checkMinDomains(Place domains, String action) {
    domains.needPositive();
    if (!action.equals("DoNotSchedule")) {
      domains.invalid("can only use minDomains if whenUnsatisfiable=DoNotSchedule, not " + action);
    }
  }
}
