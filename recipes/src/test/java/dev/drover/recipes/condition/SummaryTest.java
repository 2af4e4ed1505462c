package dev.drover.recipes.condition;

import static dev.drover.recipes.condition.Summary.State.FAILED;
import static dev.drover.recipes.condition.Summary.State.PROGRESSING;
import static dev.drover.recipes.condition.Summary.State.READY;
import static dev.drover.recipes.condition.Summary.State.TERMINATING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DynamicObject;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The summary of an object follows kstatus for built-in kinds and the conditions for others.
class SummaryTest {
  private static final InstantSource NOW =
      InstantSource.fixed(Instant.parse("2026-11-18T10:00:00Z"));

  private static Summary.State state(String apiVersion, String kind, Map<String, Object> rest) {
    return Summary.of(object(apiVersion, kind, 2, rest), NOW).state();
  }

  private static DynamicObject object(
      String apiVersion, String kind, long generation, Map<String, Object> rest) {
    var tree = new TreeMap<String, Object>(rest);
    tree.put("apiVersion", apiVersion);
    tree.put("kind", kind);
    tree.put("metadata", Map.of("name", "a", "generation", generation));
    return DynamicObject.ofTree(tree);
  }

  private static Map<String, Object> condition(String type, String status) {
    return Map.of("conditions", List.of(Map.of("type", type, "status", status, "message", "m")));
  }

  private static Summary.State custom(Map<String, Object> status) {
    return state("example.com/v1", "Cone", Map.of("status", status));
  }

  @ParameterizedTest
  @CsvSource({
    "Ready, True, READY",
    "Ready, False, PROGRESSING",
    "Ready, Unknown, PROGRESSING",
    "Available, True, READY",
    "Available, False, PROGRESSING",
    "Stalled, True, FAILED",
    "Stalled, False, READY",
    "Failed, True, FAILED",
    "Degraded, True, FAILED",
    "Degraded, False, READY",
    "Reconciling, True, PROGRESSING",
    "Other, False, READY"
  })
  void customKindIsSummarizedByItsConditions(String type, String status, Summary.State expected) {
    assertThat(custom(condition(type, status))).isEqualTo(expected);
  }

  @Test
  void objectWithoutStatusIsReady() {
    assertThat(state("example.com/v1", "Cone", Map.of())).isEqualTo(READY);
    assertThat(state("v1", "ConfigMap", Map.of())).isEqualTo(READY);
  }

  @Test
  void staleObservedGenerationMeansProgress() {
    assertThat(custom(Map.of("observedGeneration", 1))).isEqualTo(PROGRESSING);
    assertThat(custom(Map.of("observedGeneration", 2))).isEqualTo(READY);
    assertThat(custom(Map.of("observedGeneration", 3))).isEqualTo(PROGRESSING);
    assertThat(
            custom(
                Map.of(
                    "conditions",
                    List.of(Map.of("type", "Ready", "status", "True", "observedGeneration", 1)))))
        .isEqualTo(PROGRESSING);
  }

  @Test
  void deletedObjectIsTerminatingWithAnyStatus() {
    DynamicObject ready =
        object("example.com/v1", "Cone", 1, Map.of("status", condition("Ready", "True")));
    Summary summary =
        Summary.of(
            ready.withMetadata(
                ready
                    .metadata()
                    .with(m -> m.deletionTimestamp(Instant.EPOCH).finalizer("example.com/a"))),
            NOW);
    assertThat(summary.state()).isEqualTo(TERMINATING);
    assertThat(summary.messages().getFirst()).contains("example.com/a");
  }

  @Test
  void malformedStatusDoesNotFailTheSummary() {
    assertThat(custom(Map.of("conditions", "none"))).isEqualTo(READY);
    assertThat(custom(Map.of("conditions", List.of("a", 1, Map.of())))).isEqualTo(READY);
    assertThat(state("apps/v1", "Deployment", Map.of("status", "x"))).isEqualTo(PROGRESSING);
  }

  @ParameterizedTest
  @CsvSource({
    "3, 3, 3, 3, 3, READY",
    "3, 2, 2, 2, 2, PROGRESSING",
    "3, 3, 2, 3, 3, PROGRESSING",
    "3, 4, 3, 3, 3, PROGRESSING",
    "3, 3, 3, 2, 3, PROGRESSING",
    "3, 3, 3, 3, 2, PROGRESSING",
    "0, 0, 0, 0, 0, READY"
  })
  void deploymentIsReadyWhenAllReplicasAreUpdatedAndReady(
      int spec, int replicas, int updated, int available, int ready, Summary.State expected) {
    Map<String, Object> status =
        Map.of(
            "observedGeneration", 2,
            "replicas", replicas,
            "updatedReplicas", updated,
            "availableReplicas", available,
            "readyReplicas", ready,
            "conditions", List.of(Map.of("type", "Available", "status", "True")));
    assertThat(
            state(
                "apps/v1",
                "Deployment",
                Map.of("spec", Map.of("replicas", spec), "status", status)))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "Available, True, MinimumReplicasAvailable, PROGRESSING",
    "Progressing, True, NewReplicaSetAvailable, PROGRESSING",
    "Progressing, True, ReplicaSetUpdated, PROGRESSING"
  })
  void deploymentWithDeadlineIsNotReadyByOneConditionAlone(
      String type, String status, String reason, Summary.State expected) {
    Map<String, Object> done =
        Map.of(
            "replicas", 1,
            "updatedReplicas", 1,
            "availableReplicas", 1,
            "readyReplicas", 1,
            "conditions", List.of(Map.of("type", type, "status", status, "reason", reason)));
    assertThat(
            state(
                "apps/v1",
                "Deployment",
                Map.of("spec", Map.of("progressDeadlineSeconds", 600), "status", done)))
        .isEqualTo(expected);
  }

  @Test
  void deploymentPastItsDeadlineHasFailed() {
    assertThat(
            state(
                "apps/v1",
                "Deployment",
                Map.of(
                    "status",
                    Map.of(
                        "conditions",
                        List.of(
                            Map.of(
                                "type", "Progressing",
                                "status", "False",
                                "reason", "ProgressDeadlineExceeded"))))))
        .isEqualTo(FAILED);
  }

  @ParameterizedTest
  @CsvSource({
    "Succeeded, '', '', READY",
    "Failed, '', '', FAILED",
    "Running, Ready, True, READY",
    "Running, Ready, False, PROGRESSING",
    "Pending, '', '', PROGRESSING"
  })
  void podIsSummarizedByItsPhase(String phase, String type, String status, Summary.State expected) {
    assertThat(
            state(
                "v1",
                "Pod",
                Map.of(
                    "status",
                    Map.of(
                        "phase",
                        phase,
                        "conditions",
                        List.of(Map.of("type", type, "status", status))))))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"2026-11-18T09:59:50Z, PROGRESSING", "2026-11-18T09:59:00Z, FAILED"})
  void unschedulablePodFailsSomeTimeAfterItsCreation(String created, Summary.State expected) {
    DynamicObject pod =
        object(
            "v1",
            "Pod",
            1,
            Map.of(
                "status",
                Map.of(
                    "phase",
                    "Pending",
                    "conditions",
                    List.of(
                        Map.of(
                            "type", "PodScheduled",
                            "status", "False",
                            "reason", "Unschedulable")))));
    DynamicObject old =
        pod.withMetadata(pod.metadata().with(m -> m.creationTimestamp(Instant.parse(created))));
    assertThat(Summary.of(old, NOW).state()).isEqualTo(expected);
  }

  @Test
  void crashLoopIsAFailure() {
    assertThat(
            state(
                "v1",
                "Pod",
                Map.of(
                    "status",
                    Map.of(
                        "phase",
                        "Running",
                        "containerStatuses",
                        List.of(
                            Map.of(
                                "name",
                                "c",
                                "state",
                                Map.of("waiting", Map.of("reason", "CrashLoopBackOff"))))))))
        .isEqualTo(FAILED);
  }

  @ParameterizedTest
  @CsvSource({
    "batch/v1, Job, Complete, True, READY",
    "batch/v1, Job, Failed, True, FAILED",
    "batch/v1, Job, Other, True, PROGRESSING",
    "apiextensions.k8s.io/v1, CustomResourceDefinition, Established, True, READY",
    "apiextensions.k8s.io/v1, CustomResourceDefinition, NamesAccepted, False, FAILED",
    "apiextensions.k8s.io/v1, CustomResourceDefinition, Other, True, PROGRESSING",
    "v1, PersistentVolumeClaim, Other, True, PROGRESSING",
    "apps/v1, DaemonSet, Other, True, PROGRESSING",
    "policy/v1, PodDisruptionBudget, Other, True, READY",
    "v1, Service, Other, True, READY"
  })
  void otherBuiltInKindsHaveTheirOwnRules(
      String apiVersion, String kind, String type, String status, Summary.State expected) {
    assertThat(state(apiVersion, kind, Map.of("status", condition(type, status))))
        .isEqualTo(expected);
  }

  @Test
  void statefulSetIsReadyWhenItsRevisionIsRolledOut() {
    Map<String, Object> status =
        Map.of(
            "replicas",
            1,
            "readyReplicas",
            1,
            "currentReplicas",
            1,
            "currentRevision",
            "a",
            "updateRevision",
            "b");
    assertThat(state("apps/v1", "StatefulSet", Map.of("status", status))).isEqualTo(PROGRESSING);
    Map<String, Object> done =
        Map.of(
            "replicas",
            1,
            "readyReplicas",
            1,
            "currentReplicas",
            1,
            "currentRevision",
            "b",
            "updateRevision",
            "b");
    assertThat(state("apps/v1", "StatefulSet", Map.of("status", done))).isEqualTo(READY);
  }

  @ParameterizedTest
  @CsvSource({"0, 1, READY", "0, 0, PROGRESSING", "1, 0, READY"})
  void statefulSetWithPartitionIsReadyWhenThoseAboveItAreUpdated(
      int partition, int updated, Summary.State expected) {
    Map<String, Object> spec =
        Map.of(
            "replicas",
            1,
            "updateStrategy",
            Map.of("rollingUpdate", Map.of("partition", partition)));
    Map<String, Object> status =
        Map.of("replicas", 1, "readyReplicas", 1, "updatedReplicas", updated);
    assertThat(state("apps/v1", "StatefulSet", Map.of("spec", spec, "status", status)))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"Stalled, Reconciling, FAILED", "Reconciling, Stalled, PROGRESSING"})
  void firstOfStalledAndReconcilingCounts(String first, String second, Summary.State expected) {
    assertThat(
            custom(
                Map.of(
                    "conditions",
                    List.of(
                        Map.of("type", first, "status", "True"),
                        Map.of("type", second, "status", "True")))))
        .isEqualTo(expected);
  }
}
