package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.CustomResource;
import dev.drover.api.DeleteOptions;
import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.PartialObject;
import dev.drover.api.Patch;
import dev.drover.api.Scope;
import dev.drover.client.ListOptions;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Pod;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// An object is cached in one form and written in another, which has fewer of its fields, while the
/// watch is late.
abstract class OwnWritesInOtherFormsContract extends OnCluster {
  /// The flavor of a [Cone], and nothing else of it.
  @CustomResource(group = "shop.example.com", version = "v1", kind = "Cone")
  record Flavored(ObjectMeta metadata, Spec spec) implements KubernetesObject {
    record Spec(String flavor) {}
  }

  private ClusterClient cached;

  private void started(HeldWatches watches, Kind<?>... kinds) throws Exception {
    manager.close();
    manager =
        Manager.connect(
            "forms",
            config,
            ManagerOptions.defaults()
                .with(o -> o.namespaces(namespace).syncTimeout(SOON).layer(watches)));
    cached = manager.client();
    for (Kind<?> kind : kinds) {
      manager.cache().informer(kind);
    }
    manager.start();
    manager.settle(SOON);
    watches.hold();
  }

  @Test
  void writeOfMetadataAloneKeepsTheContentOfTheCachedObject() throws Exception {
    client.create(ConfigMap.named(namespace, "a").with(m -> m.data("key", "value")));
    Kind<PartialObject> metadata = ConfigMap.KIND.metadataOnly();
    started(new HeldWatches("configmaps"), ConfigMap.KIND, metadata);
    PartialObject read = cached.get(metadata, ConfigMap.named(namespace, "a").key());
    cached
        .live()
        .resources(metadata)
        .inNamespace(namespace)
        .editMetadata(read, m -> m.with(o -> o.label("app", "shop")));
    ConfigMap map = cached.get(ConfigMap.class, namespace, "a");
    assertThat(map.metadata().labels()).containsEntry("app", "shop");
    assertThat(map.data()).containsEntry("key", "value");
  }

  @Test
  void writeOfARecordWithFewerFieldsKeepsTheOthersOfTheCachedObject() throws Exception {
    manager.install(Cone.class);
    client.create(
        new Cone(
            ObjectMeta.builder().namespace(namespace).name("a").build(), new Cone.Spec(3, "")));
    Kind<DynamicObject> dynamic =
        Kind.dynamic(Kind.of(Cone.class).gvk(), "cones", Scope.NAMESPACED);
    started(new HeldWatches("cones"), Kind.of(Cone.class), dynamic);
    Flavored read = cached.live().resources(Flavored.class).inNamespace(namespace).get("a");
    cached.edit(read, o -> new Flavored(o.metadata(), new Flavored.Spec("mint")));
    Cone cone = cached.get(Cone.class, namespace, "a");
    assertThat(cone.spec().flavor()).isEqualTo("mint");
    assertThat(cone.spec().scoops()).isEqualTo(3);
    DynamicObject any = cached.get(dynamic, read.key());
    assertThat(any.integer("spec", "scoops")).contains(3L);
    assertThat(any.text("spec", "flavor")).contains("mint");
  }

  @Test
  void scalePatchIsReadAtOnce() throws Exception {
    started(new HeldWatches("deployments"), Deployment.KIND);
    Deployment web =
        cached.create(
            Deployment.named(namespace, "web")
                .with(
                    d ->
                        d.spec(
                            s ->
                                s.replicas(1)
                                    .matchLabel("app", "web")
                                    .template(
                                        t ->
                                            t.label("app", "web")
                                                .container("web", c -> c.image("nginx:1"))))));
    cached
        .live()
        .resources(Deployment.class)
        .inNamespace(namespace)
        .patch("web", Patch.merge(Map.of("spec", Map.of("replicas", 4))), "scale");
    assertThat(cached.get(Deployment.class, namespace, "web").spec().replicas()).isEqualTo(4);
    assertThat(web.spec().replicas()).isEqualTo(1);
  }

  @Test
  void deletionOfPodsAsACollectionIsReadAtOnce() throws Exception {
    started(new HeldWatches("pods"), Pod.KIND);
    cached.create(
        Pod.named(namespace, "web")
            .with(p -> p.spec(s -> s.container("web", c -> c.image("nginx:1")))));
    cached
        .live()
        .resources(Pod.class)
        .inNamespace(namespace)
        .deleteCollection(DeleteOptions.builder().build(), ListOptions.defaults());
    assertThat(cached.find(Pod.class, namespace, "web"))
        .matches(pod -> pod.isEmpty() || pod.get().metadata().isDeleting(), "gone or deleting");
  }

  @Test
  void objectThatKeptAFinalizerAfterADeletionAsACollectionIsRead() throws Exception {
    client.create(
        ConfigMap.named(namespace, "held")
            .with(m -> m.metadata(o -> o.finalizers(List.of("shop.drover.dev/guard")))));
    started(new HeldWatches("configmaps"), ConfigMap.KIND);
    cached
        .live()
        .resources(ConfigMap.class)
        .inNamespace(namespace)
        .deleteCollection(DeleteOptions.builder().build(), ListOptions.defaults());
    assertThat(cached.get(ConfigMap.class, namespace, "held").metadata().isDeleting()).isTrue();
  }
}
