package dev.drover.server.auth;

import dev.drover.api.text.GoText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Compares rules: what of some rules is not contained in others.
///
/// In Go: `validation.Covers` and `CompactRules`.
final class RuleCoverage {
  private RuleCoverage() {}

  /// The parts of `wanted` that `held` does not have: each with one verb and one thing.
  static List<PolicyRule> missing(List<PolicyRule> wanted, List<PolicyRule> held) {
    return wanted.stream()
        .flatMap(rule -> parts(rule).stream())
        .filter(part -> held.stream().noneMatch(rule -> covers(rule, part)))
        .toList();
  }

  private static List<PolicyRule> parts(PolicyRule rule) {
    List<PolicyRule> parts = new ArrayList<>();
    for (String group : rule.apiGroups()) {
      for (String resource : rule.resources()) {
        for (String verb : rule.verbs()) {
          if (rule.resourceNames().isEmpty()) {
            parts.add(part(verb, group, resource, List.of()));
          }
          for (String name : rule.resourceNames()) {
            parts.add(part(verb, group, resource, List.of(name)));
          }
        }
      }
    }
    for (String url : rule.nonResourceUrls()) {
      for (String verb : rule.verbs()) {
        parts.add(new PolicyRule(List.of(verb), List.of(), List.of(), List.of(), List.of(url)));
      }
    }
    return parts;
  }

  private static PolicyRule part(
      String verb, String group, String resource, List<String> resourceNames) {
    return new PolicyRule(
        List.of(verb), List.of(group), List.of(resource), resourceNames, List.of());
  }

  private static boolean covers(PolicyRule rule, PolicyRule part) {
    return hasAll(rule.verbs(), part.verbs())
        && hasAll(rule.apiGroups(), part.apiGroups())
        && part.resources().stream().allMatch(resource -> hasResource(rule, resource))
        && hasNames(rule.resourceNames(), part.resourceNames())
        && part.nonResourceUrls().stream().allMatch(rule::includesPath);
  }

  private static boolean hasAll(List<String> held, List<String> wanted) {
    return held.contains(PolicyRule.ALL) || new HashSet<>(held).containsAll(wanted);
  }

  private static boolean hasResource(PolicyRule rule, String resource) {
    int slash = resource.indexOf('/');
    return slash < 0
        ? rule.includesResource(resource, "")
        : rule.includesResource(resource.substring(0, slash), resource.substring(slash + 1));
  }

  private static boolean hasNames(List<String> held, List<String> wanted) {
    return held.isEmpty() || !wanted.isEmpty() && held.containsAll(wanted);
  }

  /// Parts as a message lists them, a line each: those that differ by their verbs only are one.
  static String describe(List<PolicyRule> parts) {
    Map<PolicyRule, List<String>> verbsOf = new LinkedHashMap<>();
    TreeSet<String> lines = new TreeSet<>();
    for (PolicyRule part : parts) {
      if (part.nonResourceUrls().isEmpty()) {
        verbsOf
            .computeIfAbsent(withVerbs(part, List.of()), _ -> new ArrayList<>())
            .addAll(part.verbs());
      } else {
        lines.add(describe(part));
      }
    }
    verbsOf.forEach((part, verbs) -> lines.add(describe(withVerbs(part, verbs))));
    return String.join("\n", lines);
  }

  private static PolicyRule withVerbs(PolicyRule rule, List<String> verbs) {
    return new PolicyRule(
        verbs, rule.apiGroups(), rule.resources(), rule.resourceNames(), rule.nonResourceUrls());
  }

  private static String describe(PolicyRule rule) {
    List<String> fields = new ArrayList<>();
    addUnlessEmpty(fields, "APIGroups:", rule.apiGroups());
    addUnlessEmpty(fields, "Resources:", rule.resources());
    addUnlessEmpty(fields, "NonResourceURLs:", rule.nonResourceUrls());
    addUnlessEmpty(fields, "ResourceNames:", rule.resourceNames());
    addUnlessEmpty(fields, "Verbs:", rule.verbs());
    return "{" + String.join(", ", fields) + "}";
  }

  private static void addUnlessEmpty(List<String> fields, String name, List<String> values) {
    if (!values.isEmpty()) {
      fields.add(name + GoText.quote(values));
    }
  }
}
