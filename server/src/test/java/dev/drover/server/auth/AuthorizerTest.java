package dev.drover.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuthorizerTest {
  private static final UserInfo JANE = UserInfo.of("jane", List.of("viewers"));
  private final YamlObjects stored =
      new YamlObjects()
          .add(
              """
              apiVersion: rbac.authorization.k8s.io/v1
              kind: ClusterRole
              metadata: {name: pod-reader}
              rules:
              - {verbs: [get, list], apiGroups: [""], resources: [pods, pods/log]}
              ---
              apiVersion: rbac.authorization.k8s.io/v1
              kind: ClusterRole
              metadata: {name: scaler}
              rules:
              - {verbs: ["*"], apiGroups: [apps], resources: ["*/scale"], resourceNames: [web]}
              - {verbs: [get], nonResourceURLs: [/healthz, /logs/*]}
              """);
  private final Authorizer authorizer = new Authorizer(stored::now);

  private void bind(String kind, String role, String subject) {
    stored.add(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: %s
        metadata: {name: b%s%s}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: %s}
        subjects: [%s]
        """
            .formatted(
                kind,
                stored.size(),
                kind.equals("RoleBinding") ? ", namespace: shop" : "",
                role,
                subject));
  }

  private static RequestInfo on(String verb, String group, String resource, String name) {
    return in("shop", verb, group, resource, name);
  }

  private static RequestInfo in(
      String namespace, String verb, String group, String resource, String name) {
    String[] parts = resource.split("/", 2);
    return RequestInfo.onResource(
        verb, group, "v1", namespace, parts[0], parts.length > 1 ? parts[1] : "", name);
  }

  private static RequestInfo path(String verb, String path) {
    return RequestInfo.onPath(verb, path);
  }

  @Test
  void userWithoutABindingHasNoPermissions() {
    assertThatThrownBy(() -> authorizer.require(JANE, on("list", "", "pods", "")))
        .hasMessage(
            "pods is forbidden: User \"jane\" cannot list resource \"pods\" in API group \"\" in"
                + " the namespace \"shop\"");
    assertThatThrownBy(() -> authorizer.require(JANE, in("", "get", "apps", "x/scale", "web")))
        .hasMessage(
            "x.apps \"web\" is forbidden: User \"jane\" cannot get resource \"x/scale\" in API"
                + " group \"apps\" at the cluster scope");
    assertThatThrownBy(() -> authorizer.require(JANE, path("get", "/a<b>")))
        .hasMessage("forbidden: User \"jane\" cannot get path \"/a&lt;b&gt;\"");
  }

  @Test
  void systemMastersAreAllowedEverything() {
    var root = UserInfo.of("root", List.of("system:masters"));
    assertThat(authorizer.decide(root, path("get", "/x")))
        .isEqualTo(new Authorizer.Decision(true, ""));
  }

  @Test
  void clusterRoleBindingAppliesInEveryNamespaceAndNamesTheReason() {
    bind("ClusterRoleBinding", "pod-reader", "{kind: Group, name: viewers}");

    assertThat(authorizer.decide(JANE, in("", "list", "", "pods", "")))
        .isEqualTo(
            new Authorizer.Decision(
                true,
                "RBAC: allowed by ClusterRoleBinding \"b2\" of ClusterRole \"pod-reader\" to Group"
                    + " \"viewers\""));
    assertThat(authorizer.decide(JANE, on("get", "", "pods/log", "a")).isAllowed()).isTrue();
    assertThat(authorizer.decide(JANE, on("get", "", "pods/exec", "a")).isAllowed()).isFalse();
    assertThat(authorizer.decide(JANE, on("delete", "", "pods", "a")).isAllowed()).isFalse();
    assertThat(authorizer.decide(JANE, on("get", "apps", "pods", "a")).isAllowed()).isFalse();
  }

  @Test
  void roleBindingAppliesInItsNamespaceOnly() {
    bind("RoleBinding", "pod-reader", "{kind: ServiceAccount, name: robot}");
    var robot = UserInfo.of("system:serviceaccount:shop:robot", List.of());

    assertThat(authorizer.decide(robot, on("list", "", "pods", "")).reason())
        .isEqualTo(
            "RBAC: allowed by RoleBinding \"b2/shop\" of ClusterRole \"pod-reader\" to"
                + " ServiceAccount \"robot/shop\"");
    assertThat(authorizer.decide(robot, in("bar", "list", "", "pods", "")).isAllowed()).isFalse();
    assertThat(authorizer.decide(robot, in("", "list", "", "pods", "")).isAllowed()).isFalse();
  }

  @Test
  void rulesMatchSubresourceWildcardsNamesAndNonResourcePaths() {
    bind("ClusterRoleBinding", "scaler", "{kind: User, name: jane}");

    assertThat(authorizer.decide(JANE, on("patch", "apps", "x/scale", "web")).isAllowed()).isTrue();
    assertThat(authorizer.decide(JANE, on("patch", "apps", "x/scale", "db")).isAllowed()).isFalse();
    assertThat(authorizer.decide(JANE, on("patch", "apps", "x", "web")).isAllowed()).isFalse();
    assertThat(authorizer.decide(JANE, path("get", "/healthz")).isAllowed()).isTrue();
    assertThat(authorizer.decide(JANE, path("get", "/healthz/etcd")).isAllowed()).isFalse();
    assertThat(authorizer.decide(JANE, path("get", "/logs/a/b")).isAllowed()).isTrue();
    assertThat(authorizer.decide(JANE, path("post", "/logs/a/b")).isAllowed()).isFalse();
  }

  @Test
  void bindingToAMissingRoleIsReportedOnce() {
    bind("RoleBinding", "gone", "{kind: User, name: jane}");
    bind("RoleBinding", "gone", "{kind: User, name: jane}");

    assertThatThrownBy(() -> authorizer.require(JANE, on("list", "", "pods", "")))
        .hasMessage(
            "pods is forbidden: User \"jane\" cannot list resource \"pods\" in API group \"\" in"
                + " the namespace \"shop\": RBAC: clusterrole.rbac.authorization.k8s.io \"gone\""
                + " not found");
  }

  @Test
  void unrelatedWritesDoNotRebuildThePolicy() {
    RbacPolicy before = authorizer.policy();

    stored.add("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: shop}}");
    assertThat(authorizer.policy()).isSameAs(before);

    bind("RoleBinding", "pod-reader", "{kind: User, name: jane}");
    assertThat(authorizer.policy()).isNotSameAs(before);
  }
}
