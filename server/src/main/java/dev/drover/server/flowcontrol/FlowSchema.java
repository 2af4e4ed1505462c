package dev.drover.server.flowcontrol;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import java.util.List;

/// One flow schema, read so that a request only compares names.
record FlowSchema(
    String name,
    String uid,
    long precedence,
    String level,
    String levelUid,
    String distinguisher,
    List<Rule> rules) {

  /// Whom and what a schema is about; one of each is enough.
  record Rule(List<Subject> subjects, List<OnResource> resources, List<OnPath> paths) {
    boolean matches(UserInfo user, RequestInfo request) {
      return subjects.stream().anyMatch(subject -> subject.matches(user))
          && (request.isResource()
              ? resources.stream().anyMatch(rule -> rule.matches(request))
              : paths.stream().anyMatch(rule -> rule.matches(request)));
    }
  }

  record Subject(String kind, String namespace, String name) {
    boolean matches(UserInfo user) {
      boolean all = name.equals("*");
      return switch (kind) {
        case "User" -> all || user.name().equals(name);
        case "Group" -> all || user.groups().contains(name);
        case "ServiceAccount" -> {
          String prefix = "system:serviceaccount:" + namespace + ":";
          yield all ? user.name().startsWith(prefix) : user.name().equals(prefix + name);
        }
        default -> false;
      };
    }
  }

  record OnResource(
      List<String> verbs,
      List<String> groups,
      List<String> resources,
      List<String> namespaces,
      boolean clusterScope) {
    boolean matches(RequestInfo request) {
      String resource =
          request.subresource().isEmpty()
              ? request.resource()
              : request.resource() + "/" + request.subresource();
      return has(verbs, request.verb())
          && has(resources, resource)
          && has(groups, request.group())
          && (request.namespace().isEmpty() ? clusterScope : has(namespaces, request.namespace()));
    }
  }

  record OnPath(List<String> verbs, List<String> paths) {
    boolean matches(RequestInfo request) {
      return has(verbs, request.verb())
          && paths.stream().anyMatch(path -> covers(path, request.path()));
    }

    /// Whether a path is the one of a rule or below it.
    private static boolean covers(String rule, String path) {
      String start = rule.endsWith("*") ? rule.substring(0, rule.length() - 1) : rule;
      return rule.equals("*")
          || rule.equals(path)
          || path.startsWith(start.endsWith("/") ? start : start + "/");
    }
  }

  private static boolean has(List<String> names, String name) {
    return names.contains(name) || names.equals(List.of("*"));
  }

  boolean matches(UserInfo user, RequestInfo request) {
    return rules.stream().anyMatch(rule -> rule.matches(user, request));
  }

  static String levelOf(TreeNode schema) {
    return schema.at("spec").at("priorityLevelConfiguration").text("name");
  }

  static FlowSchema of(TreeNode schema, String levelUid) {
    TreeNode metadata = schema.at("metadata");
    TreeNode spec = schema.at("spec");
    return new FlowSchema(
        metadata.text("name"),
        metadata.text("uid"),
        spec.number("matchingPrecedence", 0),
        levelOf(schema),
        levelUid,
        spec.at("distinguisherMethod").text("type"),
        spec.items("rules").stream().map(FlowSchema::rule).toList());
  }

  /// The flow of a request that matches.
  Flow flow(UserInfo user, RequestInfo request) {
    String distinguished =
        switch (distinguisher) {
          case "ByUser" -> user.name();
          case "ByNamespace" -> request.namespace();
          default -> "";
        };
    return new Flow(name, uid, level, levelUid, distinguished);
  }

  private static Rule rule(TreeNode rule) {
    return new Rule(
        rule.items("subjects").stream().map(FlowSchema::subject).toList(),
        rule.items("resourceRules").stream()
            .map(
                r ->
                    new OnResource(
                        r.texts("verbs"),
                        r.texts("apiGroups"),
                        r.texts("resources"),
                        r.texts("namespaces"),
                        r.isTrue("clusterScope")))
            .toList(),
        rule.items("nonResourceRules").stream()
            .map(r -> new OnPath(r.texts("verbs"), r.texts("nonResourceURLs")))
            .toList());
  }

  private static Subject subject(TreeNode subject) {
    String kind = subject.text("kind");
    TreeNode named =
        subject.at(
            switch (kind) {
              case "User" -> "user";
              case "Group" -> "group";
              default -> "serviceAccount";
            });
    return new Subject(kind, named.text("namespace"), named.text("name"));
  }
}
