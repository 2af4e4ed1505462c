package dev.drover.server.auth;

import dev.drover.api.text.GoText;
import dev.drover.schema.TreeNode;
import dev.drover.server.auth.RbacPolicy.Granted;
import dev.drover.server.auth.RbacPolicy.RoleRef;
import dev.drover.server.auth.RbacPolicy.Rules;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Refuses roles and bindings by which users would grant permissions that they do not have: not in
/// a role, unless they may `escalate` it, and not by a binding, unless they may `bind` the role.
///
/// Comes after all other rules that change an object.
///
/// In Go: the packages `policybased` of the RBAC registry.
final class RoleEscalation implements AdmissionPlugin {
  private static final List<PolicyRule> EVERYTHING =
      List.of(
          new PolicyRule(
              List.of(PolicyRule.ALL),
              List.of(PolicyRule.ALL),
              List.of(PolicyRule.ALL),
              List.of(),
              List.of()),
          new PolicyRule(
              List.of(PolicyRule.ALL), List.of(), List.of(), List.of(), List.of(PolicyRule.ALL)));

  private final Authorizer authorizer;

  RoleEscalation(Authorizer authorizer) {
    this.authorizer = authorizer;
  }

  @Override
  public void admit(Attempt attempt) {
    boolean isWrite =
        attempt.operation() == Operation.CREATE || attempt.operation() == Operation.UPDATE;
    if (!isWrite
        || attempt.user().groups().contains(UserInfo.MASTERS_GROUP)
        || isForGarbageCollection(attempt)) {
      return;
    }
    switch (attempt.resource().storage().name()) {
      case RbacPolicy.ROLES, RbacPolicy.CLUSTER_ROLES -> checkRole(attempt);
      case RbacPolicy.ROLE_BINDINGS, RbacPolicy.CLUSTER_ROLE_BINDINGS -> checkBinding(attempt);
      default -> {}
    }
  }

  private void checkRole(Attempt attempt) {
    String requestName = attempt.operation() == Operation.CREATE ? "" : attempt.name();
    if (may(attempt, "escalate", attempt.resource().gvr().resource(), requestName)) {
      return;
    }
    TreeNode role = object(attempt);
    requireHeld(attempt, PolicyRule.ofRole(role));
    if (isAggregated(role) || attempt.old() != null && isAggregated(attempt.old())) {
      Granted held = held(attempt);
      if (!RuleCoverage.missing(EVERYTHING, held.rules()).isEmpty()) {
        throw forbidden(attempt, "must have cluster-admin privileges to use the aggregationRule");
      }
    }
  }

  private static boolean isAggregated(TreeNode role) {
    return !role.at("aggregationRule").list("clusterRoleSelectors").isEmpty();
  }

  private void checkBinding(Attempt attempt) {
    TreeNode ref = object(attempt).at("roleRef");
    RoleRef role = new RoleRef(ref.text("kind"), ref.text("name"));
    String resource =
        switch (role.kind()) {
          case "ClusterRole" -> "clusterroles";
          case "Role" -> "roles";
          default ->
              throw ApiError.of(
                  500, "", "unsupported role reference kind: " + GoText.quote(role.kind()));
        };
    if (may(attempt, "bind", resource, role.name())) {
      return;
    }
    switch (authorizer.policy().rules(role, attempt.namespace())) {
      case Rules.Found(var rules) -> requireHeld(attempt, rules);
      case Rules.Missing _ ->
          // The role is what is missing, but Kubernetes looks for it under the binding's name.
          throw ApiError.notFound(attempt.resource().groupResource(), role.name());
    }
  }

  private void requireHeld(Attempt attempt, List<PolicyRule> rules) {
    Granted held = held(attempt);
    List<PolicyRule> missing = RuleCoverage.missing(rules, held.rules());
    if (missing.isEmpty()) {
      return;
    }
    String problems =
        held.problems().isEmpty()
            ? ""
            : "; resolution errors: [" + GoText.aggregate(held.problems()) + "]";
    throw forbidden(
        attempt,
        "user %s (groups=%s) is attempting to grant RBAC permissions not currently held:\n%s%s"
            .formatted(
                GoText.quote(attempt.user().name()),
                GoText.quote(attempt.user().groups()),
                RuleCoverage.describe(missing),
                problems));
  }

  private Granted held(Attempt attempt) {
    return authorizer.policy().granted(attempt.user(), attempt.namespace());
  }

  private boolean may(Attempt attempt, String verb, String resource, String name) {
    return authorizer
        .decide(
            attempt.user(),
            RequestInfo.onResource(
                verb, RbacPolicy.GROUP, PolicyRule.ALL, attempt.namespace(), resource, "", name))
        .isAllowed();
  }

  private static TreeNode object(Attempt attempt) {
    return Objects.requireNonNull(attempt.object());
  }

  private static ApiError forbidden(Attempt attempt, String detail) {
    return ApiError.forbidden(
        attempt.resource().groupResource(), object(attempt).at("metadata").text("name"), detail);
  }

  /// Finalizers and owner references may be removed without a check.
  private static boolean isForGarbageCollection(Attempt attempt) {
    return attempt.object() != null
        && attempt.old() != null
        && withoutOwners(attempt.object()).equals(withoutOwners(attempt.old()));
  }

  private static Map<String, @Nullable Object> withoutOwners(TreeNode object) {
    TreeNode copy = TreeNode.copyOf(object.map());
    copy.orCreate("metadata")
        .remove("ownerReferences")
        .remove("finalizers")
        .remove("selfLink")
        .remove("managedFields");
    return copy.map();
  }
}
