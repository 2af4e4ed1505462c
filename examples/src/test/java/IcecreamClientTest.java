import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.model.apiextensions.v1.CustomResourceDefinition;
import dev.drover.testkit.KubernetesTest;
import dev.drover.testkit.TestCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("real")
@KubernetesTest(controllers = "*")
class IcecreamClientTest {
  private static final String DEFINITION = "icecreams.controller.nicoleh.io";

  @Test
  @Tag("slow")
  void createsAndDeletesTheDefinitionAndItsInstances(TestCluster cluster) throws Exception {
    try (var example = RunningExample.start(cluster, new IcecreamClient()::main)) {
      example.awaitLine("vanilla has 2 scoops");
      example.awaitLine("there is chocolate");
      example.awaitLine("there is vanilla");
      example.awaitLine("chocolate is there: false");
      example.awaitEnd();
    }
    var definitions = cluster.client().resources(CustomResourceDefinition.class);
    assertThat(definitions.find(DEFINITION))
        .satisfiesAnyOf(
            found -> assertThat(found).isEmpty(),
            found -> assertThat(found.orElseThrow().metadata().isDeleting()).isTrue());
  }
}
