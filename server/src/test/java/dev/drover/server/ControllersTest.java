package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What the controllers that run in the server do; by default none does.
class ControllersTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  private EmbeddedApiServer server;
  private Https admin;

  @BeforeEach
  void start() {
    server =
        EmbeddedApiServer.start(
            EmbeddedApiServer.Options.defaults().with(o -> o.controllers(List.of("*"))));
    admin = Https.asAdmin(server);
  }

  @AfterEach
  void stop() {
    admin.close();
    server.close();
  }

  /// Follows a resource from its present state on.
  private BufferedReader follow(String collection) throws Exception {
    return admin.events(collection + "?watch=1");
  }

  private static void await(BufferedReader events, String type, String name) throws Exception {
    for (String line = events.readLine(); line != null; line = events.readLine()) {
      if (line.startsWith("{\"type\":\"" + type + "\"")
          && line.contains("\"name\":\"" + name + "\"")) {
        return;
      }
    }
    throw new AssertionError("the watch ended before " + type + " of " + name);
  }

  private String create(String name, String ownerReferences) throws Exception {
    var reply =
        admin.post(
            MAPS,
            "{\"metadata\":{\"name\":\"%s\",\"ownerReferences\":[%s]}}"
                .formatted(name, ownerReferences));
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
    return (String) reply.at("metadata", "uid");
  }

  private static String ownedBy(String name, String uid, boolean blocks) {
    return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"%s\",\"uid\":\"%s\",\"blockOwnerDeletion\":%s}"
        .formatted(name, uid, blocks);
  }

  @Test
  void garbageCollectorDeletesDependentsOfADeletedOwner() throws Exception {
    String owner = create("owner", "");
    create("dependent", ownedBy("owner", owner, false));
    try (var events = follow(MAPS)) {
      admin.delete(MAPS + "/owner");
      await(events, "DELETED", "dependent");
    }
  }

  @Test
  void garbageCollectorRemovesTheReferenceToADeletedOwner() throws Exception {
    String one = create("one", "");
    String two = create("two", "");
    create("shared", ownedBy("one", one, false) + "," + ownedBy("two", two, false));
    try (var events = follow(MAPS)) {
      admin.delete(MAPS + "/one");
      await(events, "MODIFIED", "shared");
    }
    var left = admin.get(MAPS + "/shared");
    assertThat((List<?>) left.at("metadata", "ownerReferences")).hasSize(1);
    assertThat(left.at("metadata", "ownerReferences", "0", "name")).isEqualTo("two");
  }

  @Test
  void foregroundDeletionRemovesTheOwnerLast() throws Exception {
    String owner = create("owner", "");
    create("dependent", ownedBy("owner", owner, true));
    try (var events = follow(MAPS)) {
      admin.delete(MAPS + "/owner?propagationPolicy=Foreground");
      await(events, "DELETED", "dependent");
      await(events, "DELETED", "owner");
    }
  }

  @Test
  void orphanedDependentsAreKept() throws Exception {
    String owner = create("owner", "");
    create("dependent", ownedBy("owner", owner, false));
    try (var events = follow(MAPS)) {
      admin.delete(MAPS + "/owner?propagationPolicy=Orphan");
      await(events, "DELETED", "owner");
    }
    var orphan = admin.get(MAPS + "/dependent");
    assertThat(orphan.status()).isEqualTo(200);
    assertThat(orphan.at("metadata", "ownerReferences")).isNull();
  }

  @Test
  void namespaceDeletionRemovesItsContents() throws Exception {
    admin.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"shop\"}}");
    admin.post("/api/v1/namespaces/shop/configmaps", "{\"metadata\":{\"name\":\"m\"}}");
    try (var events = follow("/api/v1/namespaces")) {
      admin.delete("/api/v1/namespaces/shop");
      await(events, "DELETED", "shop");
    }
    assertThat(admin.get("/api/v1/namespaces/shop/configmaps/m").status()).isEqualTo(404);
  }

  @Test
  void namespaceHasADefaultServiceAccount() throws Exception {
    try (var events = follow("/api/v1/serviceaccounts")) {
      admin.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"shop\"}}");
      await(events, "ADDED", "default");
    }
  }

  @Test
  void aggregatedRoleHasTheRulesOfTheSelectedRoles() throws Exception {
    String roles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
    admin.post(
        roles,
        """
        {"metadata":{"name":"all"},"rules":[],"aggregationRule":{"clusterRoleSelectors":[
          {"matchLabels":{"part-of":"all"}}]}}
        """);
    try (var events = follow(roles)) {
      admin.post(
          roles,
          """
          {"metadata":{"name":"part","labels":{"part-of":"all"}},"rules":[
            {"apiGroups":[""],"resources":["pods"],"verbs":["get"]}]}
          """);
      await(events, "MODIFIED", "all");
    }
    assertThat(admin.get(roles + "/all").at("rules", "0", "resources", "0")).isEqualTo("pods");
  }

  @Test
  void unknownControllerNameIsRefusedWithTheKnownNames() {
    var options = EmbeddedApiServer.Options.defaults().with(o -> o.controllers(List.of("node")));
    assertThatThrownBy(() -> EmbeddedApiServer.start(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no controller 'node'")
        .hasMessageContaining("namespace-controller");
  }
}
