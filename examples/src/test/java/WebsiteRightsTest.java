import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Manifests;
import dev.drover.api.ObjectMeta;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.events.v1.Event;
import dev.drover.runtime.Manager;
import dev.drover.testkit.KubernetesTest;
import dev.drover.testkit.TestCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The page "Your first controller in ten minutes" gives its controller all the rights it needs.
@Tag("real")
@KubernetesTest
class WebsiteRightsTest {
  @Test
  void documentedPermissionsAreSufficient(TestCluster cluster) throws Exception {
    cluster.client().apply(Manifests.read(Path.of("website-deploy.yaml")));
    var account = cluster.user("system:serviceaccount:default:website-controller");
    try (var manager = Manager.connect("website-controller", account)) {
      manager.install(WebsiteController.Website.class);
      new WebsiteController().addTo(manager);
      manager.start();
      cluster
          .client()
          .create(
              new WebsiteController.Website(
                  ObjectMeta.builder().namespace(cluster.namespace()).name("hello").build(),
                  new WebsiteController.Website.Spec("<p>", 2),
                  null));
      manager.settle(TestCluster.PATIENCE);
      var site =
          manager.client().get(WebsiteController.Website.class, cluster.namespace(), "hello");
      assertThat(site.status().url())
          .isEqualTo("http://hello.%s.svc".formatted(cluster.namespace()));
      var server = manager.client().get(Deployment.class, cluster.namespace(), "hello");
      assertThat(server.spec().replicas()).isEqualTo(2);
    }
    assertThat(
            cluster.client().resources(Event.class).inNamespace(cluster.namespace()).list().items())
        .anySatisfy(event -> assertThat(event.reason()).isEqualTo("Published"));
  }
}
