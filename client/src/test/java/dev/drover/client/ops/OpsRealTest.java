package dev.drover.client.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DeleteOptions;
import dev.drover.api.DynamicObject;
import dev.drover.api.Labels;
import dev.drover.api.Manifests;
import dev.drover.api.ObjectKey;
import dev.drover.api.Patch;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.ListOption;
import dev.drover.client.RequestFailedException;
import dev.drover.client.ResourceClient;
import dev.drover.client.Transport;
import dev.drover.controlplane.ControlPlane;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.apps.v1.StatefulSet;
import dev.drover.model.batch.v1.Job;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Node;
import dev.drover.model.core.v1.Pod;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Everyday operations on a real kube-apiserver; the test plays the controllers.
@Tag("real")
class OpsRealTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final AtomicInteger COUNT = new AtomicInteger();

  private static ControlPlane server;
  private static Client client;

  @BeforeAll
  static void start() throws Exception {
    server = ControlPlane.start(ControlPlane.Options.defaults());
    client =
        Client.connect(
            ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)));
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  private static DynamicObject create(String manifest, Object... arguments) {
    return client.create(Manifests.parse(manifest.formatted(arguments)).getFirst());
  }

  private static String name(String prefix) {
    return prefix + COUNT.incrementAndGet();
  }

  private static DynamicObject workload(String kind, String name) {
    return create(
        """
        apiVersion: apps/v1
        kind: %s
        metadata: {name: %s, namespace: default}
        spec:
          %s
          selector: {matchLabels: {app: %2$s}}
          template:
            metadata: {labels: {app: %2$s}}
            spec: {containers: [{name: main, image: "nginx:1"}]}
        """,
        kind, name, kind.equals("StatefulSet") ? "serviceName: none" : "replicas: 1");
  }

  @Test
  void awaitReturnsOnceTheConditionIsTrueForTheLatestGeneration() throws Exception {
    String name = name("web");
    DynamicObject created = workload("Deployment", name);
    ResourceClient<Deployment> deployments =
        client.resources(Deployment.class).inNamespace("default");
    deployments.patch(name, Patch.merge(Map.of("spec", Map.of("replicas", 2L)))); // generation 2
    CompletableFuture<Deployment> waiting =
        CompletableFuture.supplyAsync(
            () -> deployments.await(name, Wanted.condition("Available"), LIMIT));
    status(created, Map.of("observedGeneration", 1L, "conditions", available()));
    assertThatThrownBy(() -> waiting.get(300, TimeUnit.MILLISECONDS))
        .as("the status is about an older generation")
        .isInstanceOf(TimeoutException.class);
    status(created, Map.of("observedGeneration", 2L, "conditions", available()));
    assertThat(waiting.get(30, TimeUnit.SECONDS).name()).isEqualTo(name);
  }

  @Test
  void awaitKnowsJobsAndStatefulSets() {
    String job = name("job");
    DynamicObject created =
        create(
            """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: %s, namespace: default}
            spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: none}]}}}
            """,
            job);
    String time = "2026-01-02T03:04:05Z";
    Map<String, Object> ended =
        Map.of(
            "startTime",
            time,
            "completionTime",
            time,
            "succeeded",
            1L,
            "conditions",
            List.of(
                Map.of("type", "SuccessCriteriaMet", "status", "True", "lastTransitionTime", time),
                Map.of("type", "Complete", "status", "True", "lastTransitionTime", time)));
    status(created, ended);
    client.resources(Job.class).inNamespace("default").await(job, Wanted.jobComplete(), LIMIT);
    client.resources(Job.class).inNamespace("default").await(job, Wanted.jobEnded(), LIMIT);

    String set = name("set");
    status(
        workload("StatefulSet", set),
        Map.of("observedGeneration", 1L, "replicas", 1L, "readyReplicas", 1L));
    client
        .resources(StatefulSet.class)
        .inNamespace("default")
        .await(set, Wanted.allReplicasReady(), LIMIT);
  }

  private static List<Object> available() {
    return List.of(Map.of("type", "Available", "status", "True"));
  }

  private static void status(DynamicObject object, Map<String, Object> status) {
    client.patch(object, Patch.merge(Map.of("status", status)), "status");
  }

  @Test
  void rolloutIsFollowedToItsEndOrItsFailure() {
    String name = name("web");
    DynamicObject created = workload("Deployment", name);
    Rollout rollout = Rollout.of(client, Deployment.class, "default", name);
    assertThat(rollout.status().done()).isFalse();
    status(
        created,
        Map.of(
            "observedGeneration", 1L,
            "replicas", 1L,
            "updatedReplicas", 1L,
            "availableReplicas", 1L,
            "readyReplicas", 1L));
    rollout.await(LIMIT);
    assertThat(rollout.status().done()).isTrue();
    status(
        created,
        Map.of(
            "conditions",
            List.of(
                Map.of(
                    "type", "Progressing",
                    "status", "False",
                    "reason", "ProgressDeadlineExceeded"))));
    assertThatThrownBy(() -> rollout.await(LIMIT))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("progress deadline");
  }

  @Test
  void restartPauseAndResumeChangeTheDeployment() {
    String name = name("web");
    workload("Deployment", name);
    Rollout rollout = Rollout.of(client, Deployment.class, "default", name);
    rollout.restart();
    Deployment restarted = client.get(Deployment.class, "default", name);
    assertThat(restarted.spec().template().metadata().annotations())
        .containsKey("kubectl.kubernetes.io/restartedAt");
    assertThat(restarted.spec().template().metadata().labels()).containsEntry("app", name);

    rollout.pause();
    assertThatThrownBy(rollout::restart)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("resume it first");
    rollout.resume();
    rollout.restart();
    Deployment again = client.get(Deployment.class, "default", name);
    assertThat(again.spec().template())
        .as("also within a second")
        .isNotEqualTo(restarted.spec().template());
    assertThatThrownBy(() -> Rollout.of(client, StatefulSet.class, "default", "x").pause())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Rollout.of(client, Pod.class, "default", "x"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void undoGoesBackToTheTemplateOfAnEarlierReplicaSet() {
    String name = name("web");
    DynamicObject deployment = workload("Deployment", name);
    for (int revision = 1; revision <= 3; revision++) {
      create(
          """
          apiVersion: apps/v1
          kind: ReplicaSet
          metadata:
            name: %s-%d
            namespace: default
            annotations: {deployment.kubernetes.io/revision: "%2$d", kubernetes.io/change-cause: "change %2$d"}
            ownerReferences:
            - {apiVersion: apps/v1, kind: Deployment, name: %1$s, uid: %3$s, controller: true}
          spec:
            selector: {matchLabels: {app: %1$s, pod-template-hash: h%2$d}}
            template:
              metadata: {labels: {app: %1$s, pod-template-hash: h%2$d}}
              spec: {containers: [{name: main, image: "nginx:%2$d"}]}
          """,
          name, revision, deployment.metadata().uid());
    }
    Rollout rollout = Rollout.of(client, Deployment.class, "default", name);
    assertThat(rollout.history()).containsExactly(1L, 2L, 3L);
    rollout.undo();
    assertThat(image(name)).isEqualTo("nginx:2");
    assertThat(annotations(name)).isEqualTo(Map.of("kubernetes.io/change-cause", "change 2"));

    annotate(name, Map.of("deployment.kubernetes.io/revision", "4", "example.com/since", "now"));
    rollout.undo(2);
    assertThat(annotations(name)).as("it has the template").containsKey("example.com/since");
    rollout.undo(1);
    assertThat(image(name)).isEqualTo("nginx:1");
    assertThat(annotations(name))
        .isEqualTo(
            Map.of(
                "deployment.kubernetes.io/revision",
                "4",
                "kubernetes.io/change-cause",
                "change 1"));
    assertThat(client.get(Deployment.class, "default", name).spec().template().metadata().labels())
        .isEqualTo(Map.of("app", name));
    assertThatThrownBy(() -> rollout.undo(9))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("[1, 2, 3]");
  }

  private static Map<String, String> annotations(String deployment) {
    return client.get(Deployment.class, "default", deployment).metadata().annotations();
  }

  private static void annotate(String deployment, Map<String, String> annotations) {
    client
        .resources(Deployment.class)
        .inNamespace("default")
        .patch(deployment, Patch.merge(Map.of("metadata", Map.of("annotations", annotations))));
  }

  private static String image(String deployment) {
    return String.valueOf(
        client
            .get(Deployment.class, "default", deployment)
            .spec()
            .template()
            .spec()
            .containers()
            .getFirst()
            .image());
  }

  @Test
  void undoOfAStatefulSetAppliesAnEarlierRevision() {
    String name = name("db");
    DynamicObject set = workload("StatefulSet", name);
    for (int revision = 1; revision <= 2; revision++) {
      create(
          """
          apiVersion: apps/v1
          kind: ControllerRevision
          metadata:
            name: %s-%d
            namespace: default
            ownerReferences:
            - {apiVersion: apps/v1, kind: StatefulSet, name: %1$s, uid: %3$s, controller: true}
          revision: %2$d
          data: {spec: {template: {spec: {containers: [{name: main, image: "nginx:old%2$d"}]}}}}
          """,
          name, revision, set.metadata().uid());
    }
    Rollout.of(client, StatefulSet.class, "default", name).undo();
    assertThat(
            client
                .get(StatefulSet.class, "default", name)
                .spec()
                .template()
                .spec()
                .containers()
                .getFirst()
                .image())
        .isEqualTo("nginx:old1");
  }

  @Test
  void deletionIsAwaitedByUid() throws Exception {
    String name = name("map");
    ResourceClient<ConfigMap> maps = client.resources(ConfigMap.class).inNamespace("default");
    ConfigMap held =
        maps.create(
            ConfigMap.named("default", name)
                .with(m -> m.metadata(meta -> meta.finalizers(List.of("shop.io/hold")))));
    maps.delete(name);
    assertThatThrownBy(() -> DeletionWait.await(maps, held, Duration.ofMillis(300)))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("[shop.io/hold] hold it");

    CompletableFuture<Void> waiting =
        CompletableFuture.runAsync(() -> DeletionWait.await(maps, held, LIMIT));
    client.removeFinalizer(maps.get(name), "shop.io/hold");
    waiting.get(30, TimeUnit.SECONDS);

    maps.create(ConfigMap.named("default", name));
    DeletionWait.await(maps, held, LIMIT); // another object of the same name
    assertThat(maps.find(name)).isPresent();
    DeletionWait.await(maps, "never-there", "", LIMIT);
  }

  @Test
  void conflictIsRetriedWithAFreshRead() {
    String name = name("map");
    client.create(ConfigMap.named("default", name));
    AtomicInteger tries = new AtomicInteger();
    ConfigMap changed =
        Conflicts.retry(
            () -> {
              ConfigMap read = client.get(ConfigMap.class, "default", name);
              if (tries.incrementAndGet() < 3) { // another writer is faster, twice
                client.update(read.with(m -> m.data("other", "" + tries.get())));
              }
              return client.update(read.with(m -> m.data("mine", "1")));
            });
    assertThat(tries).hasValue(3);
    assertThat(changed.data()).containsEntry("mine", "1").containsEntry("other", "2");
  }

  @Test
  void nodeIsCordonedAndTainted() {
    String node = name("node");
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
    create(
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
    String node = name("node");
    client.create(Node.named(node));
    String daemons = name("daemons");
    workload("DaemonSet", daemons).metadata();
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
    String node = name("node");
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
    String node = name("node");
    client.create(Node.named(node));
    pod(node, node + "-a", owner("ReplicaSet", "r"), "");
    DynamicObject budget =
        create(
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
    status(
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

  @Test
  void usageIsReadFromTheMetricsApi() {
    for (String[] kind :
        new String[][] {
          {"nodes", "NodeMetrics", "Cluster"}, {"pods", "PodMetrics", "Namespaced"}
        }) {
      DynamicObject definition =
          create(
              """
              apiVersion: apiextensions.k8s.io/v1
              kind: CustomResourceDefinition
              metadata:
                name: %s.metrics.k8s.io
                annotations: {api-approved.kubernetes.io: "unapproved, test"}
              spec:
                group: metrics.k8s.io
                scope: %s
                names: {plural: %1$s, kind: %3$s}
                versions:
                - name: v1beta1
                  served: true
                  storage: true
                  schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
              """,
              kind[0], kind[2], kind[1]);
      client
          .resources(client.kindOf(definition))
          .await(definition.name(), Wanted.established(), LIMIT);
    }
    create(
        """
        apiVersion: metrics.k8s.io/v1beta1
        kind: NodeMetrics
        metadata: {name: worker}
        timestamp: "2026-01-02T03:04:05Z"
        window: 10s
        usage: {cpu: 250m, memory: 1Gi}
        """);
    create(
        """
        apiVersion: metrics.k8s.io/v1beta1
        kind: PodMetrics
        metadata: {name: web-0, namespace: default, labels: {app: web}}
        timestamp: "2026-01-02T03:04:05Z"
        containers:
        - {name: web, usage: {cpu: 100m, memory: 10Mi}}
        - {name: side, usage: {cpu: 50m, memory: 6Mi}}
        """);
    Usage usage = Usage.of(client);
    assertThat(usage.nodes()).extracting(Usage.OfNode::name).containsExactly("worker");
    assertThat(usage.node("worker").cpu().toMilli()).isEqualTo(250);
    Usage.OfPod pod = usage.pods("default", Labels.labelIs("app", "web")).getFirst();
    assertThat(pod.cpu().toMilli()).isEqualTo(150);
    assertThat(pod.memory().toLong()).isEqualTo(16L << 20);
    assertThat(usage.pods("default", Labels.labelIs("app", "none"))).isEmpty();
    assertThat(usage.pod("default", "web-0").containers()).hasSize(2);
  }
}
