package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.CustomResource;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.client.ClientConfig;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.runtime.lasso.FactoryOptions;
import dev.drover.runtime.lasso.SharedControllerFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A program that cannot start says which part of it cannot, why, and what to do.
@ExtendWith(TestCluster.Supply.class)
abstract class StartupFailuresContract {
  private TestCluster cluster;

  @CustomResource(group = "lost.drover.dev", version = "v1")
  record Lost(ObjectMeta metadata) implements KubernetesObject {}

  @BeforeEach
  void connect(TestCluster on) {
    cluster = on;
  }

  private static Manager manager(ClientConfig config) {
    return Manager.connect(
        "shop", config, ManagerOptions.defaults().with(o -> o.syncTimeout(Duration.ofSeconds(2))));
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> startOf(Manager manager) {
    return assertThatThrownBy(manager::start).isInstanceOf(StartException.class);
  }

  private static <T extends KubernetesObject> void watch(Manager manager, Class<T> type) {
    manager.controllerFor(type).complete((object, ctx) -> Result.done());
  }

  @Test
  void missingRightIsNamedAsARuleToPaste() {
    ClientConfig nobody =
        cluster.user("reader", r -> r.apiGroups("").resources("secrets").verbs("list", "watch"));
    try (Manager manager = manager(nobody)) {
      watch(manager, Secret.class);
      watch(manager, ConfigMap.class);
      startOf(manager)
          .hasMessageStartingWith(
              "shop cannot start caches: controller configmap watches configmaps: it has not"
                  + " synced")
          .hasMessageContaining("User \"reader\" cannot list resource \"configmaps\"")
          .hasMessageEndingWith(
              "- {apiGroups: [\"\"], resources: [\"configmaps\"], verbs: [\"get\", \"list\","
                  + " \"watch\"]}\n  (docs/troubleshooting.md#the-program-does-not-start)");
      assertThat(manager.isRunning()).isFalse();
    }
  }

  @Test
  void missingKindIsNamedWithTheLineThatInstallsIt() {
    try (Manager manager = manager(cluster.config())) {
      watch(manager, Lost.class);
      watch(manager, ConfigMap.class);
      startOf(manager)
          .hasMessageStartingWith(
              "shop cannot start caches: controller lost watches losts.lost.drover.dev: it has not")
          .hasMessageContaining("the server has no kind 'Lost.lost.drover.dev' in version v1")
          .hasMessageContaining("manager.install(Lost.class)")
          .hasMessageContaining("CustomResourceDefinition losts.lost.drover.dev")
          .hasMessageContaining(".whenInstalled()");
    }
  }

  @Test
  void everyKindThatFailsIsNamed() {
    ClientConfig nobody =
        cluster.user("nobody", r -> r.apiGroups("").resources("nodes").verbs("list"));
    try (Manager manager = manager(nobody)) {
      watch(manager, Secret.class);
      watch(manager, ConfigMap.class);
      startOf(manager)
          .hasMessageContaining("resources: [\"configmaps\"]")
          .hasMessageContaining("resources: [\"secrets\"]");
    }
  }

  @Test
  void unreachableServerIsNamed() throws Exception {
    int port;
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    try (Manager manager =
        manager(cluster.config().with(c -> c.server("https://127.0.0.1:" + port)))) {
      watch(manager, ConfigMap.class);
      startOf(manager)
          .hasMessageContaining("shop cannot start caches: controller configmap watches configmaps")
          .hasMessageContaining("127.0.0.1:" + port)
          .hasMessageContainingAll("onnection", "refused");
    }
  }

  @Test
  void sharedControllerNamesTheMissingRight() {
    ClientConfig nobody =
        cluster.user("nobody", r -> r.apiGroups("").resources("nodes").verbs("list"));
    FactoryOptions quick =
        FactoryOptions.defaults()
            .with(o -> o.controllers(c -> c.syncTimeout(Duration.ofSeconds(2))));
    try (var factory = SharedControllerFactory.fromConfig(nobody, quick)) {
      factory.forObject(ConfigMap.class).registerHandler("log", (key, map) -> map);
      assertThatThrownBy(() -> factory.start(1))
          .isInstanceOf(StartException.class)
          .hasMessageContaining("cannot start controller of")
          .hasMessageContaining("ConfigMap")
          .hasMessageContaining("verbs: [\"get\", \"list\", \"watch\"]");
    }
  }

  @Test
  void portThatIsTakenIsNamed() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Manager manager =
            Manager.connect(
                "shop",
                cluster.config(),
                ManagerOptions.defaults()
                    .with(
                        o ->
                            o.health(
                                h ->
                                    h.address(
                                        new InetSocketAddress(
                                            "127.0.0.1", taken.getLocalPort())))))) {
      startOf(manager)
          .hasMessageContaining("shop cannot start health and metrics on /127.0.0.1:")
          .hasMessageContaining("Another process has port " + taken.getLocalPort());
    }
  }

  @Test
  void twoControllersWithOneNameAreRefusedWithTheWayOut() {
    try (Manager manager = manager(cluster.config())) {
      watch(manager, ConfigMap.class);
      assertThatThrownBy(() -> watch(manager, ConfigMap.class))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("two controllers with the name 'configmap'")
          .hasMessageContaining(".named(");
    }
  }

  @Test
  void readOfAnUndeclaredKindNamesTheMissingLine() {
    try (Manager manager = manager(cluster.config())) {
      assertThatThrownBy(() -> manager.client().list(Secret.class))
          .isInstanceOf(UndeclaredKindException.class)
          .hasMessageContaining("Secret is not in the cache")
          .hasMessageContaining(".owns(Secret.class)")
          .hasMessageContaining("client().live().resources(Secret.class)");
    }
  }
}
