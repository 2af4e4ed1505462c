import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Manifests;
import dev.drover.api.ObjectMeta;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Service;
import dev.drover.model.events.v1.Event;
import dev.drover.runtime.Manager;
import dev.drover.testkit.KubernetesTest;
import dev.drover.testkit.TestCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The controller of the page "Your first controller in ten minutes".
@Tag("real")
// tag::heals
@KubernetesTest
class WebsiteControllerTest {
  @Test
  void websiteIsPublishedAndHeals(TestCluster cluster) throws Exception {
    Manager manager = cluster.manager("website-controller");
    manager.install(WebsiteController.Website.class);
    new WebsiteController().addTo(manager);
    manager.start();

    cluster.client().create(website(cluster.namespace(), "<h1>Hello</h1>"));
    cluster.settle(); // everything that was written has been seen and reconciled
    var page = manager.client().get(ConfigMap.class, cluster.namespace(), "hello");
    assertThat(page.data()).containsEntry("index.html", "<h1>Hello</h1>");

    cluster.client().update(page.with(p -> p.data("index.html", "defaced")));
    cluster.client().delete(manager.client().get(Service.class, cluster.namespace(), "hello"));
    cluster.settle();
    assertThat(manager.client().get(ConfigMap.class, cluster.namespace(), "hello").data())
        .containsEntry("index.html", "<h1>Hello</h1>");
    assertThat(manager.client().find(Service.class, cluster.namespace(), "hello")).isPresent();
  }

  private static WebsiteController.Website website(String namespace, String html) {
    return new WebsiteController.Website(
        ObjectMeta.builder().namespace(namespace).name("hello").build(),
        new WebsiteController.Website.Spec(html, 2),
        null);
  }

  // end::heals

  @Test
  void rightsOfThePageAreEnough(TestCluster cluster) throws Exception {
    cluster.client().apply(Manifests.read(Path.of("website-deploy.yaml")));
    var account = cluster.user("system:serviceaccount:default:website-controller");
    try (var manager = Manager.connect("website-controller", account)) {
      manager.install(WebsiteController.Website.class);
      new WebsiteController().addTo(manager);
      manager.start();
      cluster.client().create(website(cluster.namespace(), "<p>"));
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
