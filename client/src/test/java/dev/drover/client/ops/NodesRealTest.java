package dev.drover.client.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DeleteOptions;
import dev.drover.api.DynamicObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.Patch;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ListOption;
import dev.drover.client.RequestFailedException;
import dev.drover.client.Transport;
import dev.drover.model.core.v1.Node;
import dev.drover.model.core.v1.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Nodes are cordoned, tainted and drained on a real kube-apiserver; the test plays the kubelets.
@Tag("real")
class NodesRealTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static OpsServer server;
  private static Client client;

  @BeforeAll
  static void start() throws Exception {
    server = OpsServer.start();
    client = server.client();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void nodeIsCordonedAndTainted() {
    String node = server.name("node");
    client.create(Node.named(node));
    Nodes nodes = Nodes.of(client);
    nodes.cordon(node);
    nodes.cordon(node);
    assertThat(client.get(Node.class, node).spec().unschedulable()).isTrue();
    nodes.uncordon(node);
    assertThat(client.get(Node.class, node).spec().unschedulable()).isFalse();

    nodes.taint(node, "disk", "slow", "NoSchedule");
    nodes.taint(node, "disk", "slower", "NoSchedule");
    nodes.taint(node, "disk", "x", "NoExecute");
    assertThat(client.get(Node.class, node).spec().taints())
        .filteredOn(t -> t.key().equals("disk"))
        .extracting(t -> t.value() + ":" + t.effect())
        .containsExactlyInAnyOrder("slower:NoSchedule", "x:NoExecute");
    assertThat(nodes.untaint(node, "disk", "NoExecute")).isTrue();
    assertThat(nodes.untaint(node, "disk", "NoExecute")).isFalse();
    assertThat(nodes.untaint(node, "disk")).isTrue();
    assertThatThrownBy(() -> nodes.taint(node, "a", "b", "Maybe"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> nodes.cordon("missing")).isInstanceOf(ApiException.NotFound.class);
  }

  private static void pod(String node, String name, String metadata, String spec) {
    server.create(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: default, labels: {drained: %s}%s}
        spec:
          nodeName: %2$s
          terminationGracePeriodSeconds: 0
          containers: [{name: main, image: none}]%4$s
        """,
        name, node, metadata, spec);
  }

  private static String owner(String kind, String name) {
    return ", ownerReferences: [{apiVersion: apps/v1, kind: %s, name: %s, uid: u-1, controller: true}]"
        .formatted(kind, name);
  }

  @Test
  void drainRefusesWhatWouldBeLostAndTakesWhatItMay() {
    String node = server.name("node");
    client.create(Node.named(node));
    String daemons = server.name("daemons");
    server.workload("DaemonSet", daemons).metadata();
    pod(node, node + "-managed", owner("ReplicaSet", "r"), "");
    pod(node, node + "-alone", "", "");
    pod(node, node + "-data", owner("ReplicaSet", "r"), "\n  volumes: [{name: v, emptyDir: {}}]");
    pod(node, node + "-daemon", owner("DaemonSet", daemons), "");
    Nodes nodes = Nodes.of(client);

    assertThatThrownBy(() -> nodes.drain(node, DrainOptions.defaults()))
        .isInstanceOfSatisfying(
            DrainRefusedException.class,
            refused ->
                assertThat(refused.reasons())
                    .containsOnlyKeys(
                        ObjectKey.of("default", node + "-alone"),
                        ObjectKey.of("default", node + "-data"),
                        ObjectKey.of("default", node + "-daemon")));
    assertThat(client.get(Node.class, node).spec().unschedulable()).isTrue();
    assertThat(pods(node)).hasSize(4);

    List<DrainedPod> gone =
        nodes.drain(
            node,
            DrainOptions.defaults()
                .with(
                    o ->
                        o.force(true)
                            .ignoreDaemonSets(true)
                            .deleteEmptyDirData(true)
                            .gracePeriodSeconds(0)
                            .timeout(LIMIT)));
    assertThat(gone).hasSize(3);
    assertThat(gone).extracting(DrainedPod::warning).contains("its local data is lost", "");
    assertThat(pods(node)).containsExactly(node + "-daemon");
  }

  @Test
  void drainByDeletionLeavesThePodThatReplacedTheOneItChecked() {
    String node = server.name("node");
    client.create(Node.named(node));
    pod(node, node + "-0", owner("StatefulSet", "s"), "");
    Transport.Layer replacing =
        (request, next) -> {
          if (request.method().equals("DELETE")) {
            client
                .resources(Pod.class)
                .inNamespace("default")
                .delete(node + "-0", DeleteOptions.builder().gracePeriodSeconds(0L).build());
            pod(node, node + "-0", owner("StatefulSet", "s"), "");
          }
          return next.send(request);
        };
    Nodes nodes = Nodes.of(Client.over(client.rest().with(replacing)));
    nodes.drain(node, DrainOptions.defaults().with(o -> o.disableEviction(true)));
    assertThat(pods(node)).containsExactly(node + "-0");
  }

  private static List<String> pods(String node) {
    return client.list(Pod.class, ListOption.label("drained", node)).stream()
        .map(Pod::name)
        .toList();
  }

  @Test
  void drainWaitsForTheDisruptionBudget() throws Exception {
    String node = server.name("node");
    client.create(Node.named(node));
    pod(node, node + "-a", owner("ReplicaSet", "r"), "");
    DynamicObject budget =
        server.create(
            """
            apiVersion: policy/v1
            kind: PodDisruptionBudget
            metadata: {name: %s, namespace: default}
            spec: {minAvailable: 1, selector: {matchLabels: {drained: %1$s}}}
            """,
            node);
    budget(budget, 0);
    ready(node + "-a");
    DrainOptions options =
        DrainOptions.defaults()
            .with(o -> o.gracePeriodSeconds(0).retryPause(Duration.ofMillis(50)));
    assertThatThrownBy(
            () -> Nodes.of(client).drain(node, options.with(o -> o.timeout(Duration.ofSeconds(1)))))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("1 of 1 pods are not gone")
        .hasMessageContaining("disruption budget");
    assertThat(pods(node)).hasSize(1);

    CompletableFuture<List<DrainedPod>> draining =
        CompletableFuture.supplyAsync(
            () -> Nodes.of(client).drain(node, options.with(o -> o.timeout(LIMIT))));
    budget(budget, 1);
    assertThat(draining.get(30, TimeUnit.SECONDS)).hasSize(1);
    assertThat(pods(node)).isEmpty();
  }

  private static void budget(DynamicObject budget, long allowed) {
    server.status(
        budget,
        Map.of(
            "observedGeneration", 1L,
            "disruptionsAllowed", allowed,
            "currentHealthy", 1L,
            "desiredHealthy", 1L,
            "expectedPods", 1L));
  }

  private static void ready(String pod) {
    client
        .resources(Pod.class)
        .inNamespace("default")
        .patch(
            pod,
            Patch.merge(
                Map.of(
                    "status",
                    Map.of(
                        "phase",
                        "Running",
                        "conditions",
                        List.of(Map.of("type", "Ready", "status", "True"))))),
            "status");
  }
}
