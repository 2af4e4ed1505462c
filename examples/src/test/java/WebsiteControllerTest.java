import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.ObjectMeta;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Service;
import dev.drover.runtime.Manager;
import dev.drover.testkit.KubernetesTest;
import dev.drover.testkit.TestCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("real") // of this repository's build: runs on a real server, too
@KubernetesTest
class WebsiteControllerTest {
  @Test
  void websiteIsPublishedAndRepaired(TestCluster cluster) throws Exception {
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
}
