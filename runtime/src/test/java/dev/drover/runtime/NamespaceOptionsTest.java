package dev.drover.runtime;

import static dev.drover.api.Labels.labelIs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import dev.drover.server.EmbeddedApiServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Managers whose namespaces have options of their own, and a catch-all for the others.
class NamespaceOptionsTest {
  private EmbeddedApiServer server;
  private ClientConfig config;
  private Client client;

  @BeforeEach
  void start() {
    server = EmbeddedApiServer.start();
    config = ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8));
    client = Client.connect(config);
    client.create(Namespace.named("shop"));
    client.create(Namespace.named("mall"));
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  private Manager manager(Consumer<ManagerOptions.Builder> how) {
    return Manager.connect("namespaces", config, ManagerOptions.defaults().with(how));
  }

  private static ConfigMap map(String namespace, String name, String app) {
    return ConfigMap.named(namespace, name).with(m -> m.label("app", app));
  }

  private static List<String> names(List<ConfigMap> maps) {
    return maps.stream().map(map -> map.namespace() + "/" + map.name()).sorted().toList();
  }

  @Test
  void catchAllHasTheNamespacesThatAreNotNamedWithItsOwnSelector() throws Exception {
    client.create(map("shop", "a", "db"));
    client.create(map("mall", "b", "web"));
    client.create(map("mall", "c", "db"));
    try (Manager manager =
        manager(
            o ->
                o.namespace("shop", _ -> {})
                    .otherNamespaces(n -> n.labels(labelIs("app", "web"))))) {
      Set<String> reconciled = ConcurrentHashMap.newKeySet();
      manager
          .controllerFor(ConfigMap.class)
          .complete(
              (map, ctx) -> {
                reconciled.add(map.namespace() + "/" + map.name());
                return Result.done();
              });
      manager.start();
      manager.client().create(map("mall", "d", "db"));
      manager.client().create(map("mall", "e", "web"));
      assertThat(names(manager.client().list(ConfigMap.class))) // own writes by the same selectors
          .containsExactly("mall/b", "mall/e", "shop/a");
      manager.settle(Duration.ofSeconds(20));

      assertThat(names(manager.client().list(ConfigMap.class)))
          .containsExactly("mall/b", "mall/e", "shop/a");
      assertThat(reconciled).containsExactlyInAnyOrder("mall/b", "mall/e", "shop/a");
    }
  }

  @Test
  void namespaceThatIsNotCoveredIsNamedWithTheOption() throws Exception {
    try (Manager manager =
        manager(o -> o.namespace("shop", n -> n.labels(labelIs("app", "web"))))) {
      manager.controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
      manager.start();

      assertThatThrownBy(() -> manager.client().find(ConfigMap.class, "mall", "a"))
          .isInstanceOf(NamespaceNotCachedException.class)
          .hasMessageContaining("mall")
          .hasMessageContaining("ManagerOptions.namespaces");
    }
  }
}
