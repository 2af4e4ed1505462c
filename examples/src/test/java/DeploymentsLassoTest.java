import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.model.apps.v1.Deployment;
import dev.drover.testkit.KubernetesTest;
import dev.drover.testkit.TestCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("real")
@KubernetesTest
class DeploymentsLassoTest {
  @Test
  void everyDeploymentGetsTheLabelAndKeepsItsOthers(TestCluster cluster) throws Exception {
    var deployments = cluster.client().resources(Deployment.class).inNamespace(cluster.namespace());
    deployments.create(web(cluster, "early"));
    try (var example = RunningExample.start(cluster, new DeploymentsLasso()::main)) {
      deployments.await("early", DeploymentsLassoTest::isNobodys, RunningExample.SOON);
      deployments.create(web(cluster, "ours").with(d -> d.label("team", "shop")));
      deployments.create(web(cluster, "late"));
      deployments.await("late", DeploymentsLassoTest::isNobodys, RunningExample.SOON);
      example.awaitLine(cluster.namespace() + "/early belongs to nobody, as one of 1");
    }
    assertThat(deployments.get("ours").metadata().labels()).containsEntry("team", "shop");
  }

  private static boolean isNobodys(Deployment deployment) {
    return "nobody".equals(deployment.metadata().labels().get("team"));
  }

  private static Deployment web(TestCluster cluster, String name) {
    return Deployment.named(cluster.namespace(), name)
        .with(
            d ->
                d.spec(
                    s ->
                        s.matchLabel("app", name)
                            .template(
                                t ->
                                    t.label("app", name)
                                        .container("web", c -> c.image("nginx:1")))));
  }
}
