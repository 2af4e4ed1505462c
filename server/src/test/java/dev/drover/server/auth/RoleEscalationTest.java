package dev.drover.server.auth;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Manifests;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin.Attempt;
import dev.drover.server.core.AdmissionPlugin.Operation;
import dev.drover.server.core.CallNotes;
import dev.drover.server.core.Resource;
import dev.drover.server.core.UserInfo;
import dev.drover.server.kinds.BuiltInResources;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RoleEscalationTest {
  private static final UserInfo JANE = UserInfo.of("jane", List.of("devs"));
  private final YamlObjects stored =
      new YamlObjects()
          .add(
              """
              apiVersion: rbac.authorization.k8s.io/v1
              kind: ClusterRole
              metadata: {name: held}
              rules:
              - {verbs: [get, list], apiGroups: [""], resources: [pods, "*/status"]}
              - {verbs: [get], apiGroups: [apps], resources: ["*"], resourceNames: [web]}
              - {verbs: ["*"], nonResourceURLs: [/logs/*]}
              - {verbs: [bind], apiGroups: [rbac.authorization.k8s.io], resources: [clusterroles],
                 resourceNames: [bindable]}
              ---
              apiVersion: rbac.authorization.k8s.io/v1
              kind: ClusterRoleBinding
              metadata: {name: held}
              roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: held}
              subjects: [{kind: User, name: jane}]
              ---
              apiVersion: rbac.authorization.k8s.io/v1
              kind: ClusterRole
              metadata: {name: bindable}
              rules: [{verbs: ["*"], apiGroups: ["*"], resources: ["*"]}]
              ---
              apiVersion: rbac.authorization.k8s.io/v1
              kind: ClusterRole
              metadata: {name: other}
              rules: [{verbs: [get], apiGroups: [""], resources: [secrets]}]
              """);
  private final RoleEscalation escalation = new RoleEscalation(new Authorizer(stored::now));

  private void write(UserInfo user, String yaml, @Nullable String old) {
    TreeNode object = TreeNode.copyOf(Manifests.parse(yaml).getFirst().tree());
    String plural = object.text("kind").toLowerCase(Locale.ROOT) + "s";
    Resource resource =
        BuiltInResources.all().stream()
            .filter(r -> r.gvr().resource().equals(plural))
            .findFirst()
            .orElseThrow();
    escalation.admit(
        new Attempt(
            old == null ? Operation.CREATE : Operation.UPDATE,
            resource,
            "",
            "",
            object.at("metadata").text("name"),
            object,
            old == null ? null : TreeNode.copyOf(Manifests.parse(old).getFirst().tree()),
            user,
            false,
            new CallNotes(),
            stored.now()));
  }

  private static String role(String rules) {
    return "{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: new}, "
        + rules
        + "}";
  }

  private static String binding(String role) {
    return """
    {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {name: new},
     roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: %s}}
    """
        .formatted(role);
  }

  private void fine(UserInfo user, String yaml) {
    assertThatCode(() -> write(user, yaml, null)).doesNotThrowAnyException();
  }

  @Test
  void userMayGrantOwnPermissions() {
    fine(JANE, role("rules: [{verbs: [get], apiGroups: [''], resources: [pods, nodes/status]}]"));
    fine(
        JANE,
        role("rules: [{verbs: [get], apiGroups: [apps], resources: [x], resourceNames: [web]}]"));
    fine(JANE, role("rules: [{verbs: [put], nonResourceURLs: [/logs/a]}]"));
    fine(JANE, binding("held"));
  }

  @Test
  void refusalListsTheMissingPermissions() {
    assertThatThrownBy(
            () ->
                write(
                    JANE,
                    role(
                        """
                        rules: [{verbs: [watch, get], apiGroups: [''], resources: [pods, secrets]},
                                {verbs: [get], apiGroups: [apps], resources: [x]},
                                {verbs: [get], nonResourceURLs: [/logs]}]
                        """),
                    null))
        .hasMessage(
            """
            clusterroles.rbac.authorization.k8s.io "new" is forbidden: user "jane" \
            (groups=["devs"]) is attempting to grant RBAC permissions not currently held:
            {APIGroups:[""], Resources:["pods"], Verbs:["watch"]}
            {APIGroups:[""], Resources:["secrets"], Verbs:["watch" "get"]}
            {APIGroups:["apps"], Resources:["x"], Verbs:["get"]}
            {NonResourceURLs:["/logs"], Verbs:["get"]}\
            """);
    assertThatThrownBy(() -> write(JANE, binding("other"), null))
        .hasMessageContaining("{APIGroups:[\"\"], Resources:[\"secrets\"], Verbs:[\"get\"]}");
  }

  @Test
  void aggregationRulesAreReservedToAdministrators() {
    String aggregated = role("aggregationRule: {clusterRoleSelectors: [{}]}");

    assertThatThrownBy(() -> write(JANE, aggregated, null))
        .hasMessageEndingWith("must have cluster-admin privileges to use the aggregationRule");
    assertThatThrownBy(() -> write(JANE, role("rules: []"), aggregated))
        .hasMessageEndingWith("must have cluster-admin privileges to use the aggregationRule");
    fine(UserInfo.of("root", List.of("system:masters")), aggregated);
  }

  @Test
  void userWithVerbBindMayGrantTheRole() {
    fine(JANE, binding("bindable"));
    assertThatThrownBy(() -> write(JANE, binding("gone"), null))
        .hasMessage("clusterrolebindings.rbac.authorization.k8s.io \"gone\" not found");
  }

  @Test
  void finalizersMayBeRemovedWithoutThePermissionsOfTheRole() {
    String before =
        """
        {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole,
         metadata: {name: new, finalizers: [a/b]},
         rules: [{verbs: ["*"], apiGroups: ["*"], resources: ["*"]}]}
        """;

    assertThatCode(() -> write(JANE, before.replace("a/b", ""), before)).doesNotThrowAnyException();
    assertThatThrownBy(() -> write(JANE, before.replace("name: new", "name: x"), before))
        .hasMessageContaining("is attempting to grant");
  }
}
