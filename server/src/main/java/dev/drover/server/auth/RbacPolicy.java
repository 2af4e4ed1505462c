package dev.drover.server.auth;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.UserInfo;
import dev.drover.server.strategy.StoredObjects;
import dev.drover.server.strategy.StoredTrees;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// All roles and bindings at one moment, read once so that each request only compares names.
/// Immutable.
///
/// In Go: `rbacregistryvalidation.DefaultRuleResolver`.
final class RbacPolicy {
  static final String GROUP = "rbac.authorization.k8s.io";
  static final String ROLES = GROUP + "/roles";
  static final String CLUSTER_ROLES = GROUP + "/clusterroles";
  static final String ROLE_BINDINGS = GROUP + "/rolebindings";
  static final String CLUSTER_ROLE_BINDINGS = GROUP + "/clusterrolebindings";

  private final Source source;
  private final Map<String, List<PolicyRule>> clusterRoles = new HashMap<>();
  private final Map<Name, List<PolicyRule>> roles = new HashMap<>();
  private final List<Binding> clusterBindings = new ArrayList<>();
  private final Map<String, List<Binding>> bindings = new HashMap<>();

  private RbacPolicy(Source source) {
    this.source = source;
    for (TreeNode role : source.clusterRoles.nodes()) {
      clusterRoles.put(Name.of(role).name, PolicyRule.ofRole(role));
    }
    for (TreeNode role : source.roles.nodes()) {
      roles.put(Name.of(role), PolicyRule.ofRole(role));
    }
    for (TreeNode binding : source.clusterBindings.nodes()) {
      clusterBindings.add(Binding.of("ClusterRoleBinding", binding));
    }
    for (TreeNode node : source.bindings.nodes()) {
      Binding binding = Binding.of("RoleBinding", node);
      bindings.computeIfAbsent(binding.name.namespace, _ -> new ArrayList<>()).add(binding);
    }
  }

  static RbacPolicy of(StoredObjects stored) {
    return new RbacPolicy(Source.of(stored));
  }

  /// The policy of another moment: this one, when no role and no binding changed in between.
  RbacPolicy updated(StoredObjects stored) {
    Source now = Source.of(stored);
    return now.isSame(source) ? this : new RbacPolicy(now);
  }

  /// The stored objects that a policy is made of.
  private record Source(
      StoredTrees clusterRoles,
      StoredTrees roles,
      StoredTrees clusterBindings,
      StoredTrees bindings) {
    static Source of(StoredObjects stored) {
      return new Source(
          StoredTrees.of(stored, CLUSTER_ROLES),
          StoredTrees.of(stored, ROLES),
          StoredTrees.of(stored, CLUSTER_ROLE_BINDINGS),
          StoredTrees.of(stored, ROLE_BINDINGS));
    }

    boolean isSame(Source other) {
      return clusterRoles.isSame(other.clusterRoles)
          && roles.isSame(other.roles)
          && clusterBindings.isSame(other.clusterBindings)
          && bindings.isSame(other.bindings);
    }
  }

  /// Shows every rule that applies to a user in a namespace, until the visitor has seen enough.
  ///
  /// @param namespace empty for cluster-wide requests, to which only cluster role bindings apply
  void visitRules(UserInfo user, String namespace, Visitor visitor) {
    if (visit(clusterBindings, user, "", visitor) && !namespace.isEmpty()) {
      var _ = visit(bindings.getOrDefault(namespace, List.of()), user, namespace, visitor);
    }
  }

  private boolean visit(List<Binding> among, UserInfo user, String namespace, Visitor visitor) {
    for (Binding binding : among) {
      Optional<Subject> subject = binding.subjectFor(user);
      if (subject.isEmpty()) {
        continue;
      }
      Rules found = rules(binding.role, namespace);
      switch (found) {
        case Rules.Found(var rules) -> {
          for (PolicyRule rule : rules) {
            if (!visitor.rule(binding, subject.get(), rule)) {
              return false;
            }
          }
        }
        case Rules.Missing(var problem) -> visitor.problem(problem);
      }
    }
    return true;
  }

  /// The rules of the role that a binding in this namespace refers to.
  Rules rules(RoleRef role, String namespace) {
    return switch (role.kind) {
      case "Role" -> Rules.of(roles.get(new Name(namespace, role.name)), GROUP, "role", role.name);
      case "ClusterRole" -> Rules.of(clusterRoles.get(role.name), GROUP, "clusterrole", role.name);
      default -> new Rules.Missing("unsupported role reference kind: \"" + role.kind + "\"");
    };
  }

  /// All rules that apply to a user in a namespace, and why there may be more.
  Granted granted(UserInfo user, String namespace) {
    List<PolicyRule> rules = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    visitRules(
        user,
        namespace,
        new Visitor() {
          @Override
          public boolean rule(Binding binding, Subject subject, PolicyRule rule) {
            rules.add(rule);
            return true;
          }

          @Override
          public void problem(String text) {
            problems.add(text);
          }
        });
    return new Granted(rules, problems);
  }

  /// Sees rules one by one.
  interface Visitor {
    /// A rule that applies; tells whether to go on.
    boolean rule(Binding binding, Subject subject, PolicyRule rule);

    /// A binding applies, but its role cannot be found.
    void problem(String text);
  }

  /// Rules of a user.
  record Granted(List<PolicyRule> rules, List<String> problems) {
    Granted {
      rules = List.copyOf(rules);
      problems = List.copyOf(problems);
    }
  }

  /// The rules of a role, or why there are none.
  sealed interface Rules {
    record Found(List<PolicyRule> rules) implements Rules {}

    record Missing(String problem) implements Rules {}

    private static Rules of(
        @Nullable List<PolicyRule> rules, String group, String singular, String name) {
      return rules == null
          ? new Missing(singular + "." + group + " \"" + name + "\" not found")
          : new Found(rules);
    }
  }

  record Name(String namespace, String name) {
    static Name of(TreeNode object) {
      TreeNode metadata = object.at("metadata");
      return new Name(metadata.text("namespace"), metadata.text("name"));
    }
  }

  record RoleRef(String kind, String name) {}

  /// Grants a role to subjects.
  record Binding(String kind, Name name, RoleRef role, List<Subject> subjects) {
    static Binding of(String kind, TreeNode binding) {
      TreeNode role = binding.at("roleRef");
      return new Binding(
          kind,
          Name.of(binding),
          new RoleRef(role.text("kind"), role.text("name")),
          binding.items("subjects").stream().map(Subject::of).toList());
    }

    Optional<Subject> subjectFor(UserInfo user) {
      for (Subject subject : subjects) {
        if (subject.includes(user, name.namespace)) {
          return Optional.of(subject);
        }
      }
      return Optional.empty();
    }

    /// As the reason of a decision names it.
    String describe(Subject subject) {
      String own = name.namespace.isEmpty() ? name.name : name.name + "/" + name.namespace;
      return "%s \"%s\" of %s \"%s\" to %s"
          .formatted(kind, own, role.kind, role.name, subject.describe(name.namespace));
    }
  }

  /// Whom a binding is for.
  record Subject(String kind, String namespace, String name) {
    static Subject of(TreeNode subject) {
      return new Subject(subject.text("kind"), subject.text("namespace"), subject.text("name"));
    }

    boolean includes(UserInfo user, String bindingNamespace) {
      return switch (kind) {
        case "User" -> user.name().equals(name);
        case "Group" -> user.groups().contains(name);
        case "ServiceAccount" -> {
          String home = namespace.isEmpty() ? bindingNamespace : namespace;
          yield !home.isEmpty()
              && user.name().equals(new ServiceAccountName(home, name).username());
        }
        default -> false;
      };
    }

    String describe(String bindingNamespace) {
      String own =
          kind.equals("ServiceAccount")
              ? name + "/" + (namespace.isEmpty() ? bindingNamespace : namespace)
              : name;
      return kind + " \"" + own + "\"";
    }
  }
}
