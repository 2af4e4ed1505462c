package dev.drover.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ImpersonationTest {
  private static final UserInfo ROOT = UserInfo.of("root", List.of("system:masters"));
  private static final UserInfo JANE = UserInfo.of("jane", List.of("system:authenticated"));
  private static final RequestInfo LIST_PODS =
      RequestInfo.onResource("list", "", "v1", "shop", "pods", "", "");

  private final YamlObjects stored = new YamlObjects();
  private final Impersonation impersonation = new Impersonation(new Authorizer(stored::now));

  private void janeMay(String rule) {
    stored.add(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: {name: "%1$s"}
        rules: [%2$s]
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata: {name: "%1$s"}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: "%1$s"}
        subjects: [{kind: User, name: jane}]
        """
            .formatted(stored.size(), rule));
  }

  private UserInfo as(UserInfo requestor, String... headers) {
    Map<String, List<String>> map = new java.util.TreeMap<>();
    for (int i = 0; i < headers.length; i += 2) {
      map.computeIfAbsent("impersonate-" + headers[i], _ -> new java.util.ArrayList<>())
          .add(headers[i + 1]);
    }
    return impersonation.impersonated(requestor, LIST_PODS, map).user();
  }

  @Test
  void requestWithoutImpersonationHeadersKeepsItsUser() {
    assertThat(as(JANE)).isSameAs(JANE);
  }

  @Test
  void impersonatedUserGetsTheGroupsImpliedByItsName() {
    assertThat(as(ROOT, "user", "bob")).isEqualTo(UserInfo.of("bob", authenticated()));
    assertThat(as(ROOT, "user", "bob", "group", "g", "group", "h"))
        .isEqualTo(UserInfo.of("bob", authenticated("g", "h")));
    assertThat(as(ROOT, "user", "system:anonymous").groups())
        .containsExactly("system:unauthenticated");
    assertThat(as(ROOT, "user", "bob", "group", "system:unauthenticated").groups())
        .containsExactly("system:unauthenticated");
    assertThat(as(ROOT, "user", "system:serviceaccount:shop:robot").groups())
        .isEqualTo(authenticated("system:serviceaccounts", "system:serviceaccounts:shop"));
    assertThat(as(ROOT, "user", "system:node:n1").groups())
        .isEqualTo(authenticated("system:nodes"));
  }

  private static List<String> authenticated(String... groups) {
    var all = new java.util.ArrayList<>(List.of(groups));
    all.add("system:authenticated");
    return all;
  }

  @Test
  void impersonationSetsUidAndExtra() {
    assertThat(as(ROOT, "user", "bob", "uid", "7", "extra-acme.com%2froles", "r"))
        .isEqualTo(
            new UserInfo("bob", "7", authenticated(), Map.of("acme.com/roles", List.of("r"))));
  }

  @Test
  void impersonationHeadersWithoutAUserAreA400() {
    assertThatThrownBy(() -> as(ROOT, "group", "g", "extra-foo", "a"))
        .hasMessage(
            "requested &user.DefaultInfo{Name:\"\", UID:\"\", Groups:[]string{\"g\"},"
                + " Extra:map[string][]string{\"foo\":[]string{\"a\"}}} without impersonating a"
                + " user name");
    assertThatThrownBy(() -> as(ROOT, "uid", "7"))
        .hasMessage(
            "requested &user.DefaultInfo{Name:\"\", UID:\"7\", Groups:[]string(nil),"
                + " Extra:map[string][]string(nil)} without impersonating a user name");
  }

  @Test
  void refusedImpersonationReportsTheFirstReason() {
    assertThatThrownBy(() -> as(JANE, "user", "bob"))
        .hasMessage(
            "pods is forbidden: User \"jane\" cannot impersonate-on:user-info:list resource"
                + " \"pods\" in API group \"\" in the namespace \"shop\"");
    assertThatThrownBy(() -> as(JANE, "user", "system:serviceaccount:a:b"))
        .hasMessageContaining("cannot impersonate-on:serviceaccount:list resource \"pods\"");
    assertThatThrownBy(() -> as(JANE, "user", "system:node:b"))
        .hasMessageContaining("cannot impersonate-on:arbitrary-node:list resource \"pods\"");
  }

  @Test
  void legacyVerbImpersonateIsSufficient() {
    janeMay("{verbs: [impersonate], apiGroups: [''], resources: [users], resourceNames: [bob]}");

    assertThat(as(JANE, "user", "bob").name()).isEqualTo("bob");
    assertThatThrownBy(() -> as(JANE, "user", "eve")).hasMessageContaining("forbidden");
    assertThatThrownBy(() -> as(JANE, "user", "bob", "group", "g"))
        .hasMessageContaining("forbidden");
  }

  @Test
  void constrainedImpersonationNeedsBothVerbs() {
    janeMay("{verbs: ['impersonate-on:user-info:list'], apiGroups: [''], resources: [pods]}");
    assertThatThrownBy(() -> as(JANE, "user", "bob"))
        .hasMessage(
            "users.authentication.k8s.io \"bob\" is forbidden: User \"jane\" cannot"
                + " impersonate:user-info resource \"users\" in API group"
                + " \"authentication.k8s.io\" at the cluster scope");

    janeMay(
        "{verbs: ['impersonate:user-info'], apiGroups: [authentication.k8s.io], resources: [users,"
            + " groups, userextras/foo]}");
    assertThat(as(JANE, "user", "bob", "group", "g").groups()).isEqualTo(authenticated("g"));
    assertThatThrownBy(() -> as(JANE, "user", "bob", "group", "system:masters"))
        .hasMessageEndingWith(": impersonating the system:masters group is not allowed");
    assertThatThrownBy(() -> as(JANE, "user", "bob", "extra-foo", "a"))
        .hasMessageEndingWith(
            ": impersonating an invalid key in extra is not allowed: extra.key: Invalid value:"
                + " \"foo\": must be a domain-prefixed path (such as \"acme.io/foo\")");
  }

  @Test
  void serviceAccountMayImpersonateItsAssociatedNode() {
    janeMay("{verbs: ['impersonate-on:associated-node:list'], apiGroups: [''], resources: [pods]}");
    janeMay(
        "{verbs: ['impersonate:associated-node'], apiGroups: [authentication.k8s.io], resources:"
            + " [nodes]}");
    stored.add(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata: {name: agents-0}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: "0"}
        subjects: [{kind: ServiceAccount, name: agent, namespace: kube-system}]
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata: {name: agents-2}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: "2"}
        subjects: [{kind: ServiceAccount, name: agent, namespace: kube-system}]
        """);
    var agent =
        new UserInfo(
            "system:serviceaccount:kube-system:agent",
            "",
            List.of(),
            Map.of("authentication.kubernetes.io/node-name", List.of("n1")));

    assertThat(as(agent, "user", "system:node:n1").groups())
        .isEqualTo(authenticated("system:nodes"));
    assertThatThrownBy(() -> as(agent, "user", "system:node:n2"))
        .hasMessageContaining("impersonate-on:arbitrary-node:list");
  }
}
