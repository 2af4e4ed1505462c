package dev.drover.client.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DynamicObject;
import dev.drover.api.Manifests;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RolloutStatusTest {
  private static RolloutStatus of(String kind, String spec, String status) {
    DynamicObject object =
        Manifests.parse(
                """
                apiVersion: apps/v1
                kind: %s
                metadata: {name: web, namespace: shop, generation: 2}
                spec: {%s}
                status: {%s}
                """
                    .formatted(kind, spec, status))
            .getFirst();
    return RolloutStatus.of(object);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "observedGeneration: 1, replicas: 2, updatedReplicas: 2, availableReplicas: 2|latest"
            + " change",
        "replicas: 2, updatedReplicas: 2, availableReplicas: 2|latest change",
        "observedGeneration: 2, replicas: 2, updatedReplicas: 1|1 of 2 replicas have been updated",
        "observedGeneration: 2, replicas: 3, updatedReplicas: 2|1 old replicas",
        "observedGeneration: 2, replicas: 2, updatedReplicas: 2, availableReplicas: 1|1 of 2"
            + " updated",
      })
  void deploymentWaitsForItsReplicas(String status, String message) {
    RolloutStatus seen = of("Deployment", "replicas: 2", status);
    assertThat(seen.done()).isFalse();
    assertThat(seen.failed()).isFalse();
    assertThat(seen.message()).contains(message);
  }

  @Test
  void deploymentIsDoneOrFailed() {
    String all = "observedGeneration: 2, replicas: 2, updatedReplicas: 2, availableReplicas: 2";
    assertThat(of("Deployment", "replicas: 2", all).done()).isTrue();
    String late =
        all
            + ", conditions: [{type: Progressing, status: \"False\", reason:"
            + " ProgressDeadlineExceeded}]";
    assertThat(of("Deployment", "replicas: 2", late).failed()).isTrue();
  }

  @Test
  void statefulSetWaitsForReadyPodsAndForItsRevision() {
    String rolling = "replicas: 3, updateStrategy: {type: RollingUpdate}";
    String ready = "observedGeneration: 2, readyReplicas: 3, ";
    assertThat(of("StatefulSet", rolling, "observedGeneration: 2, readyReplicas: 2").message())
        .contains("1 of 3");
    assertThat(of("StatefulSet", rolling, ready + "updateRevision: b, currentRevision: a").done())
        .isFalse();
    assertThat(of("StatefulSet", rolling, ready + "updateRevision: b, currentRevision: b").done())
        .isTrue();
    String partition =
        "replicas: 3, updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 2}}";
    assertThat(of("StatefulSet", partition, ready + "updatedReplicas: 1").done()).isTrue();
    assertThat(of("StatefulSet", partition, ready + "updatedReplicas: 0").done()).isFalse();
  }

  @Test
  void daemonSetWaitsForUpdatedAndAvailablePods() {
    String rolling = "updateStrategy: {type: RollingUpdate}";
    String wanted = "observedGeneration: 2, desiredNumberScheduled: 2, ";
    assertThat(of("DaemonSet", rolling, wanted + "updatedNumberScheduled: 1").done()).isFalse();
    assertThat(
            of("DaemonSet", rolling, wanted + "updatedNumberScheduled: 2, numberAvailable: 1")
                .done())
        .isFalse();
    assertThat(
            of("DaemonSet", rolling, wanted + "updatedNumberScheduled: 2, numberAvailable: 2")
                .done())
        .isTrue();
    assertThatThrownBy(
            () -> of("DaemonSet", "updateStrategy: {type: OnDelete}", "observedGeneration: 2"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> of("Job", "x: 1", "observedGeneration: 2"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
