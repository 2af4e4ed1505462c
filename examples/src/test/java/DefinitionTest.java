import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Manifests;
import dev.drover.model.apiextensions.v1.CustomResourceDefinition;
import dev.drover.runtime.Manager;
import dev.drover.testkit.KubernetesTest;
import dev.drover.testkit.TestCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("real")
@KubernetesTest
class DefinitionTest {
  @Test
  void manifestMatchesTheType(TestCluster cluster, Manager manager) throws Exception {
    manager.install(Icecream.Icecream.class);
    var definitions = cluster.client().resources(CustomResourceDefinition.class);
    var fromType = definitions.get("icecreams.controller.nicoleh.io");
    var manifest = Manifests.read(Path.of("crd-icecream.yaml")).getFirst();
    definitions.update(
        manifest
            .as(CustomResourceDefinition.class)
            .with(d -> d.metadata(fromType.metadata()))); // what the server adds is in both now
    var fromFile = definitions.get("icecreams.controller.nicoleh.io");
    assertThat(fromFile.spec()).isEqualTo(fromType.spec());
  }
}
