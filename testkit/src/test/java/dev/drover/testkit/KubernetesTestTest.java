package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.ManualTime;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import dev.drover.server.Fault;
import dev.drover.server.RequestMatch;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What the test kit promises, used as its users do.
@KubernetesTest
class KubernetesTestTest {
  private static void mirror(Manager manager) {
    manager
        .controllerFor(ConfigMap.class)
        .owns(Secret.class)
        .complete(
            (map, ctx) -> {
              ctx.client()
                  .apply(Secret.named(map.namespace(), map.name()).with(s -> s.ownedBy(map)));
              return Result.done();
            });
  }

  @Test
  void settleWaitsForTheControllerWithoutSleepOrPolling(TestCluster cluster) throws Exception {
    Manager manager = cluster.manager("mirror");
    mirror(manager);
    manager.start();
    cluster.client().create(ConfigMap.named(cluster.namespace(), "a"));
    cluster.settle();
    assertThat(manager.client().find(Secret.class, cluster.namespace(), "a")).isPresent();
    cluster.client().resources(Secret.class).inNamespace(cluster.namespace()).delete("a");
    cluster.settle();
    assertThat(manager.client().find(Secret.class, cluster.namespace(), "a")).isPresent();
  }

  /// Whether an object is listed before or after its controller has deleted it: it is not waited
  /// for.
  @Test
  void settleDoesNotWaitForObjectsDeletedByAController(TestCluster cluster) throws Exception {
    Manager manager = cluster.manager("eraser");
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              ctx.client().delete(map);
              return Result.done();
            });
    manager.start();
    for (int i = 0; i < 30; i++) {
      cluster.client().create(ConfigMap.named(cluster.namespace(), "map-" + i));
      cluster.settle();
    }
    assertThat(manager.client().list(ConfigMap.class)).isEmpty();
  }

  @Test
  void kubeconfigFileIsDeletedAfterTheTest(TestCluster cluster) {
    assertThat(cluster.kubeconfig()).exists().isSameAs(cluster.kubeconfig());
    assertThat(ClientConfig.fromKubeconfig(cluster.kubeconfig()).server())
        .isEqualTo(cluster.config().server());
  }

  @Test
  void everyTestHasItsOwnNamespaceAndParametersShareIt(
      TestCluster cluster, Client client, ClientConfig config, Manager manager) {
    assertThat(client).isSameAs(cluster.client());
    assertThat(config.namespace()).isEqualTo(cluster.namespace());
    assertThat(manager.name()).isEqualTo("kubernetes-test-test");
    assertThat(client.resources(ConfigMap.class).inNamespace(cluster.namespace()).list().items())
        .isEmpty();
  }

  @Test
  void controllerRecoversFromAnInjectedFault(TestCluster cluster, Manager manager)
      throws Exception {
    mirror(manager);
    manager.start();
    cluster
        .faults()
        .inject(RequestMatch.any().verb("patch").resource("secrets"), Fault.refuse(409), 2);
    cluster.client().create(ConfigMap.named(cluster.namespace(), "a"));
    cluster.faults().cutWatches();
    cluster.settle();
    assertThat(manager.client().find(Secret.class, cluster.namespace(), "a")).isPresent();
  }

  @Test
  void newUserHasNoPermissions(TestCluster cluster) {
    try (Client theirs = Client.connect(cluster.user("jane"))) {
      assertThatThrownBy(() -> theirs.resources(ConfigMap.class).list())
          .isInstanceOf(ApiException.Forbidden.class)
          .hasMessageContaining("jane");
    }
  }

  @Test
  void manualClockAdvancesControllerTime(TestCluster cluster) throws Exception {
    ManualTime time = new ManualTime();
    AtomicInteger runs = new AtomicInteger();
    Manager manager = cluster.manager("timed", o -> o.time(time));
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              runs.incrementAndGet();
              return Result.after(Duration.ofHours(1));
            });
    manager.start();
    cluster.client().create(ConfigMap.named(cluster.namespace(), "a"));
    cluster.settle();
    assertThat(runs).hasValue(1);
    time.advance(Duration.ofHours(1));
    cluster.settle();
    assertThat(runs).hasValue(2);
  }
}
