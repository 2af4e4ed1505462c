package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DynamicObject;
import dev.drover.api.Manifests;
import dev.drover.api.Patch;
import dev.drover.client.Client;
import dev.drover.client.RequestFailedException;
import dev.drover.client.ResourceClient;
import dev.drover.client.ops.Conflicts;
import dev.drover.client.ops.DeletionWait;
import dev.drover.client.ops.DrainOptions;
import dev.drover.client.ops.Nodes;
import dev.drover.client.ops.Pager;
import dev.drover.client.ops.Rollout;
import dev.drover.client.ops.Wanted;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Node;
import dev.drover.model.core.v1.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Everyday operations of the client on the server in the jar, which `OpsRealTest` shows on a real
/// kube-apiserver; the tests play the controllers.
@KubernetesTest
class OperationsTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static void deployment(TestCluster cluster, String name) {
    cluster
        .client()
        .create(
            Manifests.parse(
                    """
                    apiVersion: apps/v1
                    kind: Deployment
                    metadata: {name: %1$s, namespace: %2$s}
                    spec:
                      selector: {matchLabels: {app: %1$s}}
                      template:
                        metadata: {labels: {app: %1$s}}
                        spec: {containers: [{name: main, image: none}]}
                    """
                        .formatted(name, cluster.namespace()))
                .getFirst());
  }

  @Test
  void rolloutIsScaledRestartedAndAwaited(TestCluster cluster) {
    deployment(cluster, "web");
    ResourceClient<Deployment> deployments =
        cluster.client().resources(Deployment.class).inNamespace(cluster.namespace());
    deployments.scale("web", 3);
    assertThat(deployments.replicas("web")).isEqualTo(3);
    Rollout rollout = Rollout.of(cluster.client(), Deployment.class, cluster.namespace(), "web");
    rollout.restart();
    long generation = deployments.get("web").metadata().generation();
    assertThat(generation).as("scaled and restarted").isEqualTo(3);
    assertThat(rollout.status().done()).isFalse();
    Map<String, Object> status =
        Map.of(
            "observedGeneration", generation,
            "replicas", 3L,
            "updatedReplicas", 3L,
            "readyReplicas", 3L,
            "availableReplicas", 3L);
    deployments.patch("web", Patch.merge(Map.of("status", status)), "status");
    rollout.await(LIMIT);
    deployments.await("web", Wanted.rolledOut(), LIMIT);
    deployments.await("web", Wanted.jsonPath("{.status.readyReplicas}", "3"), LIMIT);
    rollout.pause();
    assertThatThrownBy(rollout::restart).isInstanceOf(IllegalStateException.class);
    rollout.resume();
  }

  @Test
  void deletionIsAwaitedByUid(TestCluster cluster) {
    ResourceClient<ConfigMap> maps =
        cluster.client().resources(ConfigMap.class).inNamespace(cluster.namespace());
    ConfigMap held =
        maps.create(
            ConfigMap.named(cluster.namespace(), "held")
                .with(m -> m.metadata(meta -> meta.finalizers(List.of("shop.io/hold")))));
    maps.delete("held");
    assertThatThrownBy(() -> DeletionWait.await(maps, held, Duration.ofMillis(50)))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("[shop.io/hold] hold it");
    cluster.client().removeFinalizer(maps.get("held"), "shop.io/hold");
    DeletionWait.await(maps, held, LIMIT);
    assertThat(maps.find("held")).isEmpty();
  }

  @Test
  void nodeIsCordonedTaintedAndDrained(TestCluster cluster) {
    Client client = cluster.client();
    String name = "worker-" + cluster.namespace();
    client.create(Node.named(name));
    Nodes nodes = Nodes.of(client);
    nodes.taint(name, "disk", "slow", "NoSchedule");
    assertThat(nodes.untaint(name, "disk")).isTrue();
    DynamicObject pod =
        Manifests.parse(
                """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: web-0
                  namespace: %s
                  ownerReferences:
                  - {apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: u-1, controller: true}
                spec:
                  nodeName: %s
                  terminationGracePeriodSeconds: 0
                  containers: [{name: main, image: none}]
                """
                    .formatted(cluster.namespace(), name))
            .getFirst();
    client.create(pod);
    nodes.drain(name, DrainOptions.defaults().with(o -> o.gracePeriodSeconds(0).timeout(LIMIT)));
    assertThat(client.get(Node.class, name).spec().unschedulable()).isTrue();
    assertThat(client.find(Pod.class, cluster.namespace(), "web-0")).isEmpty();
    nodes.uncordon(name);
    assertThat(client.get(Node.class, name).spec().unschedulable()).isFalse();
    client.delete(client.get(Node.class, name));
  }

  @Test
  void pagesAreReadInOrderAndConflictsRetried(TestCluster cluster) {
    ResourceClient<ConfigMap> maps =
        cluster.client().resources(ConfigMap.class).inNamespace(cluster.namespace());
    for (int i = 0; i < 7; i++) {
      maps.create(ConfigMap.named(cluster.namespace(), "map-" + i));
    }
    List<String> names = new ArrayList<>();
    Pager.of(maps).pageSize(3).forEach(map -> names.add(map.name()));
    assertThat(names)
        .filteredOn(name -> name.startsWith("map-"))
        .containsExactly("map-0", "map-1", "map-2", "map-3", "map-4", "map-5", "map-6");
    assertThat(Pager.of(maps).pageSize(2).list().items()).hasSameSizeAs(names);

    AtomicInteger tries = new AtomicInteger();
    ConfigMap changed =
        Conflicts.retry(
            () -> {
              ConfigMap read = maps.get("map-0");
              if (tries.incrementAndGet() == 1) { // another writer is faster
                maps.update(read.with(m -> m.data("other", "1")));
              }
              return maps.update(read.with(m -> m.data("mine", "1")));
            });
    assertThat(tries).hasValue(2);
    assertThat(changed.data()).containsKeys("other", "mine");
  }
}
