package dev.drover.server.auth;

import java.util.List;

/// Waits until a server decides by the roles and bindings that were written before: a real one
/// learns of them by watches, a moment later.
///
/// Writes one more role and binding of each kind, and asks until the server knows them.
final class Caches {
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/";
  private static final String REVIEWS = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
  private static final int TRIES = 2_000;

  private final Caller admin;
  private int last;

  Caches(Caller admin) {
    this.admin = admin;
  }

  void awaitAll() throws Exception {
    String name = "drover-barrier-" + ++last;
    grant("clusterroles", "clusterrolebindings", "ClusterRole", name + "-all");
    grant("namespaces/default/roles", "namespaces/default/rolebindings", "Role", name + "-default");
    awaitGrant(name + "-all", "");
    awaitGrant(name + "-default", "default");
  }

  private void grant(String roles, String bindings, String kind, String name) throws Exception {
    call(
        RBAC + roles,
        """
        {"metadata":{"name":"%s"},"rules":[{"apiGroups":["barrier"],"resources":["b"],"verbs":["get"]}]}\
        """
            .formatted(name));
    call(
        RBAC + bindings,
        """
        {"metadata":{"name":"%1$s"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"%2$s",\
        "name":"%1$s"},"subjects":[{"kind":"User","apiGroup":"rbac.authorization.k8s.io","name":"%1$s"}]}\
        """
            .formatted(name, kind));
  }

  private void awaitGrant(String user, String namespace) throws Exception {
    String review =
        """
        {"spec":{"user":"%s","resourceAttributes":{"namespace":"%s","verb":"get","group":"barrier",\
        "resource":"b"}}}\
        """
            .formatted(user, namespace);
    for (int i = 0; i < TRIES; i++) {
      if (call(REVIEWS, review).contains("\"allowed\":true")) {
        return;
      }
    }
    throw new AssertionError("the server never learned of the binding of " + user);
  }

  private String call(String path, String body) throws Exception {
    return admin.call("POST", path, body, List.of()).normal();
  }
}
