package dev.drover.server.auth;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.RequestInfo;
import java.util.List;

/// One rule of a role: verbs on resources or on paths.
record PolicyRule(
    List<String> verbs,
    List<String> apiGroups,
    List<String> resources,
    List<String> resourceNames,
    List<String> nonResourceUrls) {
  static final String ALL = "*";

  PolicyRule {
    verbs = List.copyOf(verbs);
    apiGroups = List.copyOf(apiGroups);
    resources = List.copyOf(resources);
    resourceNames = List.copyOf(resourceNames);
    nonResourceUrls = List.copyOf(nonResourceUrls);
  }

  static PolicyRule of(TreeNode rule) {
    return new PolicyRule(
        rule.texts("verbs"),
        rule.texts("apiGroups"),
        rule.texts("resources"),
        rule.texts("resourceNames"),
        rule.texts("nonResourceURLs"));
  }

  /// The rules of a Role or ClusterRole.
  static List<PolicyRule> ofRole(TreeNode role) {
    return role.items("rules").stream().map(PolicyRule::of).toList();
  }

  boolean allows(RequestInfo request) {
    return request.isResource()
        ? includes(verbs, request.verb())
            && includes(apiGroups, request.group())
            && includesResource(request.resource(), request.subresource())
            && (resourceNames.isEmpty() || resourceNames.contains(request.name()))
        : includes(verbs, request.verb()) && includesPath(request.path());
  }

  private static boolean includes(List<String> names, String name) {
    return names.contains(name) || names.contains(ALL);
  }

  boolean includesResource(String resource, String subresource) {
    return subresource.isEmpty()
        ? includes(resources, resource)
        : includes(resources, resource + "/" + subresource)
            || resources.contains("*/" + subresource);
  }

  boolean includesPath(String path) {
    for (String url : nonResourceUrls) {
      if (url.equals(path) || url.endsWith(ALL) && path.startsWith(withoutTrailingStars(url))) {
        return true;
      }
    }
    return false;
  }

  private static String withoutTrailingStars(String url) {
    int end = url.length();
    while (end > 0 && url.charAt(end - 1) == '*') {
      end--;
    }
    return url.substring(0, end);
  }
}
