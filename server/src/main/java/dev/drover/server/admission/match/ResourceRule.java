package dev.drover.server.admission.match;

import dev.drover.api.GroupVersionResource;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin.Attempt;
import java.util.List;

/// The requests that a rule of a webhook or a policy selects.
///
/// In Go: `rules.Matcher`.
///
/// @param names of objects; empty for all
record ResourceRule(
    List<String> operations,
    List<String> groups,
    List<String> versions,
    List<String> resources,
    String scope,
    List<String> names) {
  private static final GroupVersionResource NAMESPACES =
      new GroupVersionResource("", "v1", "namespaces");

  static ResourceRule of(TreeNode rule) {
    return new ResourceRule(
        rule.texts("operations"),
        rule.texts("apiGroups"),
        rule.texts("apiVersions"),
        rule.texts("resources"),
        rule.text("scope"),
        rule.texts("resourceNames"));
  }

  /// Whether a request is meant, seen as one to this resource.
  boolean matches(Attempt attempt, GroupVersionResource resource) {
    return isInScope(attempt, resource)
        && has(operations, attempt.operation().name())
        && has(groups, resource.group())
        && has(versions, resource.version())
        && isOf(resource.resource(), attempt.subresource())
        && (names.isEmpty() || names.contains(attempt.name()));
  }

  private static boolean has(List<String> values, String wanted) {
    return values.contains("*") || values.contains(wanted);
  }

  private boolean isInScope(Attempt attempt, GroupVersionResource resource) {
    boolean isCluster = resource.equals(NAMESPACES) || attempt.namespace().isEmpty();
    return switch (scope) {
      case "Namespaced" -> !isCluster;
      case "Cluster" -> isCluster;
      default -> true;
    };
  }

  private boolean isOf(String resource, String subresource) {
    for (String pattern : resources) {
      String[] parts = pattern.split("/", 2);
      String below = parts.length == 2 ? parts[1] : "";
      if ((parts[0].equals("*") || parts[0].equals(resource))
          && (below.equals("*") || below.equals(subresource))) {
        return true;
      }
    }
    return false;
  }
}
