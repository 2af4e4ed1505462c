import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.Manifests;
import dev.drover.api.Scope;
import dev.drover.client.Client;
import dev.drover.client.ResourceClient;
import dev.drover.model.apiextensions.v1.CustomResourceDefinition;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.Pod;
import dev.drover.model.events.v1.Event;
import dev.drover.testkit.KubernetesTest;
import dev.drover.testkit.TestCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What the controller of Icecreams does, in whichever style it is written.
@Tag("real")
@KubernetesTest
abstract class AnyIcecreamTest {
  private static final Duration SOON = RunningExample.SOON;
  private static final String DEFINITION = "icecreams.controller.nicoleh.io";
  private static final Kind<DynamicObject> ICECREAM =
      Kind.dynamic(
          new GroupVersionKind("controller.nicoleh.io", "v1alpha1", "Icecream"),
          "icecreams",
          Scope.NAMESPACED);

  abstract RunningExample.Program example();

  @Test
  void icecreamGetsDeploymentStatusAndEventAndIsRepaired(TestCluster cluster) throws Exception {
    Client client = cluster.client();
    String namespace = cluster.namespace();
    client.apply(Manifests.read(Path.of("crd-icecream.yaml")));
    var definitions = client.resources(CustomResourceDefinition.class);
    definitions.await(DEFINITION, AnyIcecreamTest::isEstablished, SOON);
    var icecreams = client.resources(ICECREAM).inNamespace(namespace);
    var deployments = client.resources(Deployment.class).inNamespace(namespace);
    try (var _ = RunningExample.start(cluster, example())) {
      var example = Manifests.read(Path.of("example-icecream.yaml")).getFirst();
      icecreams.create(example.withMetadata(example.metadata().withNamespace(namespace)));

      var first = deployments.await("example-icecream", d -> true, SOON);
      assertThat(first.spec().replicas()).isEqualTo(1);
      assertThat(first.metadata().controller().orElseThrow().kind()).isEqualTo("Icecream");
      awaitStatus(icecreams, Map.of("pods", 0L));

      client.create(podOf(namespace));
      awaitStatus(icecreams, Map.of("nodeName", "node-1", "pods", 1L));

      deployments.delete("example-icecream");
      deployments.await(
          "example-icecream", d -> !d.metadata().uid().equals(first.metadata().uid()), SOON);
    }
    assertEvent(client, namespace); // all are written when the program has ended
  }

  private static boolean isEstablished(CustomResourceDefinition definition) {
    return definition.status().conditions().stream()
        .anyMatch(c -> c.type().equals("Established") && c.status().equals("True"));
  }

  private static void awaitStatus(ResourceClient<DynamicObject> icecreams, Map<String, ?> wanted) {
    icecreams.await("example-icecream", i -> i.map("status").equals(wanted), SOON);
  }

  private static void assertEvent(Client client, String namespace) {
    var events = client.resources(Event.class).inNamespace(namespace).list().items();
    assertThat(events)
        .anySatisfy(
            event -> {
              assertThat(event.reason()).isEqualTo("Synced");
              assertThat(event.type()).isEqualTo("Normal");
              assertThat(event.note()).isEqualTo("Icecream synced successfully");
              assertThat(event.regarding().name()).isEqualTo("example-icecream");
            });
  }

  private static Pod podOf(String namespace) {
    return Pod.named(namespace, "example-icecream-1")
        .with(
            p ->
                p.label("icecream", "example-icecream")
                    .spec(s -> s.nodeName("node-1").container("scoop", c -> c.image("nginx:1"))));
  }
}
