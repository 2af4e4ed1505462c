package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.Pod;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A test with simulated nodes: after [TestCluster#settle] everything runs that can.
@KubernetesTest(simulate = true)
class SimulatedClusterTest {
  @Test
  @Tag("slow")
  void settleReturnsWhenThePodsOfADeploymentAreReady(TestCluster cluster) throws Exception {
    cluster
        .client()
        .create(
            Deployment.named(cluster.namespace(), "vanilla")
                .with(
                    d ->
                        d.spec(
                            s ->
                                s.replicas(2)
                                    .matchLabel("app", "vanilla")
                                    .template(
                                        t ->
                                            t.label("app", "vanilla")
                                                .spec(
                                                    p ->
                                                        p.container(
                                                            "scoop", c -> c.image("s:1")))))));
    cluster.settle();
    assertThat(
            cluster
                .client()
                .resources(Deployment.class)
                .inNamespace(cluster.namespace())
                .get("vanilla")
                .status()
                .readyReplicas())
        .isEqualTo(2);
    assertThat(
            cluster.client().resources(Pod.class).inNamespace(cluster.namespace()).list().items())
        .hasSize(2)
        .allMatch(pod -> pod.status().containerStatuses().getFirst().ready());
  }
}
