import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.runtime.Manager;
import dev.drover.testkit.KubernetesTest;
import dev.drover.testkit.TestCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("real")
@KubernetesTest
class ReadYourWritesTest {
  @Test
  void reconcilerThatCountsItsOwnWritesNeverExceedsTheLimit(TestCluster cluster) throws Exception {
    Manager manager = cluster.manager("scoop-controller");
    new ReadYourWrites().addTo(manager);
    manager.start();
    cluster
        .client()
        .create(ConfigMap.named(cluster.namespace(), "order").with(m -> m.data("scoops", "20")));
    cluster.settle();
    var secrets = cluster.client().resources(Secret.class).inNamespace(cluster.namespace());
    assertThat(secrets.list().items()).hasSize(20);
  }
}
