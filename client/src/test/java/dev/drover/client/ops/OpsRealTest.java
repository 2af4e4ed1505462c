package dev.drover.client.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DynamicObject;
import dev.drover.api.Labels;
import dev.drover.api.Patch;
import dev.drover.client.Client;
import dev.drover.client.RequestFailedException;
import dev.drover.client.ResourceClient;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.apps.v1.StatefulSet;
import dev.drover.model.batch.v1.Job;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Pod;
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

/// Rollouts, conditions, deletions and usage on a real kube-apiserver; the test plays the
/// controllers.
@Tag("real")
class OpsRealTest {
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
  void awaitReturnsOnceTheConditionIsTrueForTheLatestGeneration() throws Exception {
    String name = server.name("web");
    DynamicObject created = server.workload("Deployment", name);
    ResourceClient<Deployment> deployments =
        client.resources(Deployment.class).inNamespace("default");
    deployments.patch(name, Patch.merge(Map.of("spec", Map.of("replicas", 2L)))); // generation 2
    CompletableFuture<Deployment> waiting =
        CompletableFuture.supplyAsync(
            () -> deployments.await(name, Wanted.condition("Available"), LIMIT));
    server.status(created, Map.of("observedGeneration", 1L, "conditions", available()));
    assertThatThrownBy(() -> waiting.get(300, TimeUnit.MILLISECONDS))
        .as("the status is about an older generation")
        .isInstanceOf(TimeoutException.class);
    server.status(created, Map.of("observedGeneration", 2L, "conditions", available()));
    assertThat(waiting.get(30, TimeUnit.SECONDS).name()).isEqualTo(name);
  }

  @Test
  void awaitKnowsJobsAndStatefulSets() {
    String job = server.name("job");
    DynamicObject created =
        server.create(
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
    server.status(created, ended);
    client.resources(Job.class).inNamespace("default").await(job, Wanted.jobComplete(), LIMIT);
    client.resources(Job.class).inNamespace("default").await(job, Wanted.jobEnded(), LIMIT);

    String set = server.name("set");
    server.status(
        server.workload("StatefulSet", set),
        Map.of("observedGeneration", 1L, "replicas", 1L, "readyReplicas", 1L));
    client
        .resources(StatefulSet.class)
        .inNamespace("default")
        .await(set, Wanted.allReplicasReady(), LIMIT);
  }

  private static List<Object> available() {
    return List.of(Map.of("type", "Available", "status", "True"));
  }

  @Test
  void rolloutIsFollowedToItsEndOrItsFailure() {
    String name = server.name("web");
    DynamicObject created = server.workload("Deployment", name);
    Rollout rollout = Rollout.of(client, Deployment.class, "default", name);
    assertThat(rollout.status().done()).isFalse();
    server.status(
        created,
        Map.of(
            "observedGeneration", 1L,
            "replicas", 1L,
            "updatedReplicas", 1L,
            "availableReplicas", 1L,
            "readyReplicas", 1L));
    rollout.await(LIMIT);
    assertThat(rollout.status().done()).isTrue();
    server.status(
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
    String name = server.name("web");
    server.workload("Deployment", name);
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
    String name = server.name("web");
    DynamicObject deployment = server.workload("Deployment", name);
    for (int revision = 1; revision <= 3; revision++) {
      server.create(
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
    String name = server.name("db");
    DynamicObject set = server.workload("StatefulSet", name);
    for (int revision = 1; revision <= 2; revision++) {
      server.create(
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
    String name = server.name("map");
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
    String name = server.name("map");
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
  void usageIsReadFromTheMetricsApi() {
    for (String[] kind :
        new String[][] {
          {"nodes", "NodeMetrics", "Cluster"}, {"pods", "PodMetrics", "Namespaced"}
        }) {
      DynamicObject definition =
          server.create(
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
    server.create(
        """
        apiVersion: metrics.k8s.io/v1beta1
        kind: NodeMetrics
        metadata: {name: worker}
        timestamp: "2026-01-02T03:04:05Z"
        window: 10s
        usage: {cpu: 250m, memory: 1Gi}
        """);
    server.create(
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
