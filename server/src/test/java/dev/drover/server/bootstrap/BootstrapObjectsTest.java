package dev.drover.server.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.schema.TreeNode;
import dev.drover.server.storage.Store;
import dev.drover.server.strategy.StoredObjects;
import java.io.BufferedReader;
import java.io.StringReader;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class BootstrapObjectsTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.6Z");

  private static StoredObjects stored(boolean betas) {
    Store store = new Store(Store.Options.DEFAULT, InstantSource.fixed(NOW));
    BootstrapObjects.store(
        store, new BootstrapObjects.Facts(betas, "the authority", "127.0.0.1", 6443, NOW));
    return store.objects();
  }

  private static TreeNode get(
      StoredObjects stored, String resource, String namespace, String name) {
    return TreeNode.view(stored.get(resource, namespace, name).orElseThrow());
  }

  @Test
  void freshServerHasNamespacesRolesAndBindings() {
    StoredObjects stored = stored(false);

    assertThat(stored.list("/namespaces", "")).hasSize(4);
    TreeNode admins =
        get(stored, "rbac.authorization.k8s.io/clusterrolebindings", "", "cluster-admin");
    assertThat(admins.at("roleRef").text("name")).isEqualTo("cluster-admin");
    assertThat(admins.items("subjects").getFirst().text("name")).isEqualTo("system:masters");
    TreeNode nodes = get(stored, "rbac.authorization.k8s.io/clusterroles", "", "system:node");
    assertThat(nodes.items("rules").getFirst().texts("verbs")).containsExactly("create");
    assertThat(nodes.at("metadata").text("creationTimestamp")).isEqualTo("2026-01-02T03:04:05Z");
    assertThat(nodes.at("metadata").items("managedFields").getFirst().text("manager"))
        .isEqualTo("kube-apiserver");
  }

  @Test
  void aggregatedRolesAreEmptyWithoutTheController() {
    TreeNode admin = get(stored(false), "rbac.authorization.k8s.io/clusterroles", "", "admin");

    assertThat(admin.map()).containsEntry("rules", null).containsKey("aggregationRule");
  }

  @Test
  void serverPublishesItsAddress() {
    StoredObjects stored = stored(false);

    TreeNode service = get(stored, "/services", "default", "kubernetes");
    assertThat(service.at("spec").items("ports").getFirst().number("targetPort", 0))
        .isEqualTo(6443);
    TreeNode authentication =
        get(stored, "/configmaps", "kube-system", "extension-apiserver-authentication");
    assertThat(authentication.at("data").text("client-ca-file")).isEqualTo("the authority");
  }

  @Test
  void bootstrapObjectsOfBetaApisExistWhenTheyAreServed() {
    String resource = "apiregistration.k8s.io/apiservices";
    String name = "v1beta1.networking.k8s.io";

    assertThat(stored(true).get(resource, "", name)).isPresent();
    assertThat(stored(false).get(resource, "", name)).isEmpty();
  }

  @Test
  void brokenFileIsReportedByLine() {
    assertThatThrownBy(
            () ->
                new BootstrapReader()
                    .read(new BufferedReader(new StringReader("# head\nrelease v1\nrule get\n"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("line 3 of the bootstrap objects");
  }
}
