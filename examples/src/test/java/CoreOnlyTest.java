import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Quantity;
import dev.drover.model.core.v1.Namespace;
import dev.drover.model.core.v1.ResourceQuota;
import dev.drover.runtime.Manager;
import dev.drover.testkit.KubernetesTest;
import dev.drover.testkit.TestCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("real")
@KubernetesTest
class CoreOnlyTest {
  @Test
  void namespaceGetsTheQuotaOfItsLabel(TestCluster cluster) throws Exception {
    Manager manager = cluster.manager("quota-controller");
    new CoreOnly().addTo(manager);
    manager.start();
    var namespaces = cluster.client().resources(Namespace.class);
    var quotas = cluster.client().resources(ResourceQuota.class).inNamespace(cluster.namespace());

    var labelled =
        namespaces.editMetadata(
            namespaces.get(cluster.namespace()), m -> m.withLabel("quota", "10"));
    cluster.settle();
    assertThat(quotas.get("pods").spec().hard()).containsEntry("pods", Quantity.parse("10"));

    quotas.delete("pods");
    cluster.settle();
    assertThat(quotas.find("pods")).as("it came back").isPresent();

    namespaces.editMetadata(labelled, m -> m.withoutLabel("quota"));
    cluster.settle();
    assertThat(quotas.find("pods")).isEmpty();
  }
}
