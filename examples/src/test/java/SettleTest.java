import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.ObjectMeta;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.runtime.Manager;
import dev.drover.testkit.KubernetesTest;
import dev.drover.testkit.TestCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// How a controller is tested without sleeping and without polling.
// tag::test
@Tag("real") // of this repository's build: runs on a real server, too
@KubernetesTest
class SettleTest {
  @Test
  void deletedDeploymentIsRecreated(TestCluster cluster) throws Exception {
    Manager manager = cluster.manager("icecream-controller");
    manager.install(Icecream.Icecream.class);
    new Icecream().addTo(manager);
    manager.start();

    cluster.client().create(vanilla(cluster.namespace(), 2));
    cluster.settle(); // everything that was written has been seen and reconciled
    var deployment = manager.client().get(Deployment.class, cluster.namespace(), "vanilla");
    assertThat(deployment.spec().replicas()).isEqualTo(2);

    cluster.client().delete(deployment);
    cluster.settle();
    assertThat(manager.client().find(Deployment.class, cluster.namespace(), "vanilla")).isPresent();
  }

  // end::test

  private static Icecream.Icecream vanilla(String namespace, int replicas) {
    return new Icecream.Icecream(
        ObjectMeta.builder().namespace(namespace).name("vanilla").build(),
        new Icecream.Icecream.Spec("vanilla", replicas),
        null);
  }
}
