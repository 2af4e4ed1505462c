package dev.drover.client.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DynamicObject;
import dev.drover.api.Manifests;
import org.junit.jupiter.api.Test;

/// Conditions of workloads to wait for.
class WantedTest {
  private static DynamicObject object(String kind, String spec, String status) {
    return Manifests.parse(
            """
            apiVersion: %s
            kind: %s
            metadata: {name: web, namespace: shop, generation: 2}
            spec: {%s}
            status: {%s}
            """
                .formatted(kind.equals("Job") ? "batch/v1" : "apps/v1", kind, spec, status))
        .getFirst();
  }

  private static DynamicObject job(String condition) {
    return object("Job", "", "conditions: [{type: " + condition + ", status: \"True\"}]");
  }

  @Test
  void rolledOutHoldsOnceTheRolloutIsDone() {
    String all = "observedGeneration: 2, replicas: 2, updatedReplicas: 2, availableReplicas: 2";
    assertThat(Wanted.rolledOut().test(object("Deployment", "replicas: 2", all))).isTrue();
    String some = all.replace("updatedReplicas: 2", "updatedReplicas: 1");
    assertThat(Wanted.rolledOut().test(object("Deployment", "replicas: 2", some))).isFalse();
  }

  @Test
  void allReplicasReadyNeedsTheLatestGeneration() {
    String ready = "observedGeneration: 2, readyReplicas: 3";
    assertThat(Wanted.allReplicasReady().test(object("StatefulSet", "replicas: 3", ready)))
        .isTrue();
    assertThat(Wanted.allReplicasReady().test(object("StatefulSet", "replicas: 4", ready)))
        .isFalse();
    String stale = ready.replace("observedGeneration: 2", "observedGeneration: 1");
    assertThat(Wanted.allReplicasReady().test(object("StatefulSet", "replicas: 3", stale)))
        .isFalse();
  }

  @Test
  void jobCompleteAndJobEndedDifferForFailedJobs() {
    assertThat(Wanted.jobComplete().test(job("Complete"))).isTrue();
    assertThat(Wanted.jobComplete().test(job("Failed"))).isFalse();
    assertThat(Wanted.jobEnded().test(job("Complete"))).isTrue();
    assertThat(Wanted.jobEnded().test(job("Failed"))).isTrue();
    assertThat(Wanted.jobEnded().test(job("Suspended"))).isFalse();
  }
}
