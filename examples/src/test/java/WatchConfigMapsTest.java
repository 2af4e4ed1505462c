import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Manifests;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.testkit.KubernetesTest;
import dev.drover.testkit.TestCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("real")
@KubernetesTest
class WatchConfigMapsTest {
  private static ConfigMap manifest(TestCluster cluster, String file) throws Exception {
    var map = Manifests.read(Path.of(file)).getFirst().as(ConfigMap.class);
    assertThat(map.namespace()).isEqualTo("default");
    return map.with(m -> m.metadata(meta -> meta.namespace(cluster.namespace())));
  }

  @Test
  void watchPrintsEachCreateUpdateAndDelete(TestCluster cluster) throws Exception {
    String namespace = cluster.namespace();
    try (var example = RunningExample.start(cluster, new WatchConfigMaps()::main)) {
      cluster.client().apply(manifest(cluster, "configmap-1.yaml"));
      example.awaitLine("created " + namespace + "/configmap-1 {flavour=vanilla}");
      var second = cluster.client().apply(manifest(cluster, "configmap-2.yaml"));
      example.awaitLine("created " + namespace + "/configmap-2 {flavour=chocolate}");
      second = cluster.client().edit(second, m -> m.with(b -> b.data("flavour", "mint")));
      example.awaitLine("updated " + namespace + "/configmap-2 {flavour=mint}");
      cluster.client().delete(second);
      example.awaitLine("deleted " + namespace + "/configmap-2");
    }
  }
}
