package dev.drover.recipes.set;

import dev.drover.api.CustomResource;
import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.recipes.testing.OnCluster;
import dev.drover.runtime.Manager;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;

/// Tests of desired sets: a manager with a cache of what they have, and an owner.
abstract class OnSet extends OnCluster {
  @CustomResource(group = "sets.drover.dev", version = "v1")
  record Shop(ObjectMeta metadata, Spec spec) implements KubernetesObject {
    record Spec(int size) {}
  }

  Manager manager;
  Shop owner;
  DesiredSet set;

  @BeforeEach
  void own() throws Exception {
    manager = started("sets");
    owner = client.create(shop("corner"));
    set = DesiredSet.of(manager.client(), "children").ownedBy(owner);
    requests.clear();
  }

  Shop shop(String name) {
    return new Shop(ObjectMeta.builder().namespace(namespace).name(name).build(), new Shop.Spec(1));
  }

  Manager started(String name) throws InterruptedException {
    Manager made = manager(name);
    made.install(Shop.class);
    DesiredSet.cacheInventories(made.cache());
    made.cache().informer(ConfigMap.class);
    made.cache().informer(Secret.class);
    made.cache().informer(Deployment.class);
    made.cache().informer(Shop.class);
    made.start();
    return made;
  }

  ConfigMap live(String name) {
    return client.get(ConfigMap.class, namespace, name);
  }

  static Deployment deployment(String namespace, String image) {
    return Deployment.named(namespace, "web")
        .with(
            d ->
                d.spec(
                    s ->
                        s.matchLabel("app", "web")
                            .template(
                                t ->
                                    t.label("app", "web")
                                        .container(
                                            "c",
                                            c ->
                                                c.image(image)
                                                    .addPort(p -> p.containerPort(80))
                                                    .env("A", e -> e.value("1"))))));
  }

  final DynamicObject definition() {
    String group = unique + ".dev";
    return DynamicObject.named(
            new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition"),
            "",
            "cones." + group)
        .with(
            Map.of(
                "group",
                group,
                "scope",
                "Namespaced",
                "names",
                Map.of(
                    "kind", "Cone", "listKind", "ConeList", "plural", "cones", "singular", "cone"),
                "versions",
                List.of(version("v1", true), version("v1beta1", false))),
            "spec");
  }

  private static Map<String, Object> version(String name, boolean stored) {
    return Map.of(
        "name",
        name,
        "served",
        true,
        "storage",
        stored,
        "schema",
        Map.of(
            "openAPIV3Schema",
            Map.of("type", "object", "x-kubernetes-preserve-unknown-fields", true)));
  }

  final boolean isServed(Kind<?> kind) {
    try {
      client.resources(kind).inNamespace(namespace).list();
      return true;
    } catch (dev.drover.client.ApiException.NotFound e) {
      return false;
    }
  }
}
