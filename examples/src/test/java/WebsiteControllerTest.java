import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Manifests;
import dev.drover.api.ObjectMeta;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Service;
import dev.drover.model.rbac.v1.ClusterRoleBinding;
import dev.drover.runtime.Manager;
import dev.drover.testkit.KubernetesTest;
import dev.drover.testkit.TestCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("real")
@KubernetesTest
class WebsiteControllerTest {
  private static WebsiteController.Website website(TestCluster cluster, String html) {
    return new WebsiteController.Website(
        ObjectMeta.builder().namespace(cluster.namespace()).name("hello").build(),
        new WebsiteController.Website.Spec(html, 2),
        null);
  }

  // tag::heals
  @Test
  void defacedPageHeals(TestCluster cluster) throws Exception {
    Manager manager = cluster.manager("website-controller");
    manager.install(WebsiteController.Website.class);
    new WebsiteController().addTo(manager);
    manager.start();

    cluster.client().create(website(cluster, "<h1>Hello</h1>"));
    cluster.settle(); // everything has been seen and reconciled
    var page = manager.client().get(ConfigMap.class, cluster.namespace(), "hello");
    assertThat(page.data()).containsEntry("index.html", "<h1>Hello</h1>");

    cluster.client().edit(page, p -> p.with(m -> m.data("index.html", "defaced")));
    cluster.settle();
    page = manager.client().get(ConfigMap.class, cluster.namespace(), "hello");
    assertThat(page.data()).containsEntry("index.html", "<h1>Hello</h1>");
  }

  // end::heals

  @Test
  void websiteHasItsServerItsAddressAndItsStatus(TestCluster cluster) throws Exception {
    Manager manager = cluster.manager("website-controller");
    manager.install(WebsiteController.Website.class);
    new WebsiteController().addTo(manager);
    manager.start();
    cluster.client().create(website(cluster, "<h1>Hello</h1>"));
    cluster.settle();
    String namespace = cluster.namespace();
    var server = manager.client().get(Deployment.class, namespace, "hello").spec();
    assertThat(server.replicas()).isEqualTo(2);
    assertThat(server.template().spec().volumes().getFirst().configMap().name()).isEqualTo("hello");
    var address = manager.client().get(Service.class, namespace, "hello").spec();
    assertThat(address.selector()).containsEntry("website", "hello");
    assertThat(address.ports().getFirst().port()).isEqualTo(80);
    assertThat(manager.client().get(WebsiteController.Website.class, namespace, "hello").status())
        .isEqualTo(new WebsiteController.Website.Status("http://hello." + namespace + ".svc"));
  }

  @Test
  void rightsOfTheManifestAreEnough(TestCluster cluster) throws Exception {
    Manifests.read(Path.of("website-deploy.yaml")).stream()
        .filter(object -> object.gvk().kind().equals("ClusterRole"))
        .forEach(cluster.client()::apply);
    cluster
        .client()
        .apply(
            ClusterRoleBinding.named("website-controller")
                .with(
                    b ->
                        b.roleRef(
                                r ->
                                    r.apiGroup("rbac.authorization.k8s.io")
                                        .kind("ClusterRole")
                                        .name("website-controller"))
                            .addSubject(s -> s.kind("User").name("deployed"))));
    try (Manager manager = Manager.connect("website-controller", cluster.user("deployed"))) {
      manager.install(WebsiteController.Website.class);
      new WebsiteController().addTo(manager);
      manager.start();
      cluster.client().create(website(cluster, "<h1>Hello</h1>"));
      manager.settle(TestCluster.PATIENCE);
      assertThat(manager.client().find(Service.class, cluster.namespace(), "hello")).isPresent();
      assertThat(manager.events().counts().failed()).isZero();
    }
  }
}
