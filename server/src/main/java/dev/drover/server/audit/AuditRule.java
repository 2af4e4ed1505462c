package dev.drover.server.audit;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// One rule of a policy. An empty list matches everything.
///
/// In Go: `policy.ruleMatches`.
record AuditRule(
    AuditLevel level,
    List<String> users,
    List<String> groups,
    List<String> verbs,
    List<String> namespaces,
    List<OfGroup> resources,
    List<String> paths,
    List<String> omitStages,
    Optional<Boolean> omitManagedFields) {

  /// Resources of an API group.
  record OfGroup(String group, List<String> resources, List<String> names) {
    boolean matches(RequestInfo request) {
      return (group.equals("*") || group.equals(request.group()))
          && (resources.isEmpty()
              || isNamed(request) && resources.stream().anyMatch(r -> is(r, request)));
    }

    private boolean isNamed(RequestInfo request) {
      return names.isEmpty() || names.contains(request.name());
    }

    private static boolean is(String rule, RequestInfo request) {
      String subresource = request.subresource();
      String resource = request.resource() + (subresource.isEmpty() ? "" : "/" + subresource);
      return rule.equals("*")
          || rule.equals(resource)
          || !subresource.isEmpty() && rule.equals("*/" + subresource)
          || rule.equals(request.resource() + "/*");
    }
  }

  static AuditRule of(TreeNode rule) {
    return new AuditRule(
        AuditLevel.of(rule.text("level")),
        rule.texts("users"),
        rule.texts("userGroups"),
        rule.texts("verbs"),
        rule.texts("namespaces"),
        rule.items("resources").stream()
            .map(r -> new OfGroup(r.text("group"), r.texts("resources"), r.texts("resourceNames")))
            .toList(),
        rule.texts("nonResourceURLs"),
        rule.texts("omitStages"),
        rule.get("omitManagedFields") instanceof Boolean omit
            ? Optional.of(omit)
            : Optional.empty());
  }

  boolean matches(UserInfo user, RequestInfo request) {
    return (users.isEmpty() || users.contains(user.name()))
        && (groups.isEmpty() || !Collections.disjoint(groups, user.groups()))
        && (verbs.isEmpty() || verbs.contains(request.verb()))
        && matchesTarget(request);
  }

  private boolean matchesTarget(RequestInfo request) {
    if (!namespaces.isEmpty() || !resources.isEmpty()) {
      return request.isResource()
          && (namespaces.isEmpty() || namespaces.contains(request.namespace()))
          && (resources.isEmpty() || resources.stream().anyMatch(r -> r.matches(request)));
    }
    return paths.isEmpty()
        || !request.isResource() && paths.stream().anyMatch(p -> covers(p, request.path()));
  }

  private static boolean covers(String rule, String path) {
    return rule.equals("*")
        || rule.equals(path)
        || rule.endsWith("*") && path.startsWith(rule.substring(0, rule.length() - 1));
  }
}
