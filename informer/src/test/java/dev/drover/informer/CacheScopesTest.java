package dev.drover.informer;

import static dev.drover.api.Labels.labelIs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.FieldSelector;
import dev.drover.api.ObjectKey;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Caches whose namespaces have options of their own, and a catch-all for the others.
abstract class CacheScopesTest extends CachesOnServer {
  private SharedIndexInformer<ConfigMap> syncedWith(Consumer<CacheOptions.Builder<ConfigMap>> how)
      throws InterruptedException {
    SharedIndexInformer<ConfigMap> informer =
        caches.forObject(ConfigMap.class, CacheOptions.<ConfigMap>defaults().with(how));
    caches.start();
    informer.awaitSynced(LONG);
    return informer;
  }

  private List<String> namesIn(SharedIndexInformer<ConfigMap> informer, String namespace) {
    return informer.lister().inNamespace(namespace).list().stream()
        .map(ConfigMap::name)
        .filter(name -> !name.equals("kube-root-ca.crt"))
        .sorted()
        .toList();
  }

  @Test
  void eachNamespaceHasItsOwnSelectors() throws Exception {
    create(shop, "a", "web");
    create(shop, "b", "db");
    create(mall, "a", "web");
    create(mall, "b", "db");
    var informer =
        syncedWith(
            o ->
                o.labels(labelIs("app", "web"))
                    .namespace(shop, _ -> {})
                    .namespace(mall, n -> n.fields(FieldSelector.field("metadata.name", "a"))));
    var other =
        syncedWith(
            o -> o.namespace(shop, _ -> {}).namespace(mall, n -> n.labels(labelIs("app", "db"))));

    assertThat(namesIn(informer, shop)).containsExactly("a");
    assertThat(namesIn(informer, mall)).containsExactly("a");
    assertThat(namesIn(other, shop)).containsExactly("a", "b");
    assertThat(namesIn(other, mall)).containsExactly("b");
    assertThat(other).isNotSameAs(informer);
  }

  @Test
  void catchAllCoversTheNamespacesThatAreNotNamedAlsoLaterOnes() throws Exception {
    create(shop, "all", "db");
    create(mall, "some", "web");
    create(mall, "other", "db");
    Probe<ConfigMap> probe = new Probe<>();
    var informer =
        syncedWith(
            o -> o.namespace(shop, _ -> {}).otherNamespaces(n -> n.labels(labelIs("app", "web"))));
    informer.addEventHandler(probe).awaitSynced(LONG);

    assertThat(namesIn(informer, shop)).containsExactly("all");
    assertThat(namesIn(informer, mall)).containsExactly("some");
    assertThat(informer.name()).contains("in " + shop).contains("in all namespaces with app=web");

    String late = "late" + COUNT.incrementAndGet();
    client.create(Namespace.named(late));
    create(late, "x", "web");
    create(late, "y", "db");
    ConfigMap last = create(shop, "z", "db");
    probe.await("add " + late + "/x");
    probe.await("add " + shop + "/z");
    informer.awaitVersion(last.key(), last.metadata().resourceVersion(), LONG);
    assertThat(namesIn(informer, late)).containsExactly("x");
    assertThat(probe.events()).noneMatch(event -> event.endsWith("/y") || event.endsWith("/other"));

    maps(shop).delete("all");
    maps(late).delete("x");
    probe.await("delete " + shop + "/all");
    probe.await("delete " + late + "/x");
    assertThat(probe.events().stream().filter(e -> e.endsWith(shop + "/z"))).hasSize(1);
  }

  @Test
  void relistOfOneScopeLeavesTheObjectsOfOthersAlone() throws Exception {
    create(shop, "a", "web");
    create(mall, "b", "web");
    Probe<ConfigMap> probe = new Probe<>();
    var informer = syncedWith(o -> o.namespace(shop, _ -> {}).otherNamespaces(_ -> {}));
    informer.addEventHandler(probe).awaitSynced(LONG);
    server
        .embedded()
        .ifPresent(
            embedded -> {
              create(mall, "e", "web"); // so that the version of shop is older than the history
              embedded.faults().compact();
              embedded.faults().cutWatches();
            });
    ConfigMap c = create(shop, "c", "web");
    ConfigMap d = create(mall, "d", "web");
    informer.awaitVersion(c.key(), c.metadata().resourceVersion(), LONG);
    informer.awaitVersion(d.key(), d.metadata().resourceVersion(), LONG);

    assertThat(namesIn(informer, shop)).containsExactly("a", "c");
    assertThat(namesIn(informer, mall)).contains("b", "d");
    assertThat(probe.events()).noneMatch(e -> e.startsWith("delete ") || e.startsWith("lost "));
  }

  @Test
  void namedNamespacesWithoutACatchAllCoverNoOthers() throws Exception {
    var informer = syncedWith(o -> o.namespace(shop, n -> n.labels(labelIs("app", "web"))));

    assertThatThrownBy(() -> informer.lister().get(ObjectKey.of(mall, "a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(mall)
        .hasMessageContaining("CacheOptions.namespace");
    assertThat(informer.options().coversNamespace(shop)).isTrue();
    assertThat(informer.options().coversNamespace(mall)).isFalse();
    assertThat(informer.options().scopeOf(mall)).isEmpty();
  }

  @Test
  void sameScopesAreOneCacheInWhicheverOrderTheyAreNamed() {
    CacheOptions<ConfigMap> one =
        CacheOptions.<ConfigMap>defaults()
            .with(
                o -> o.namespace(shop, _ -> {}).namespace(mall, n -> n.labels(labelIs("a", "b"))));
    CacheOptions<ConfigMap> two =
        CacheOptions.<ConfigMap>defaults()
            .with(
                o ->
                    o.namespace(mall, n -> n.labels(labelIs("a", "b")))
                        .namespaces(shop)
                        .namespace(mall, n -> n.labels(labelIs("a", "b"))));

    assertThat(caches.forObject(ConfigMap.class, one))
        .isSameAs(caches.forObject(ConfigMap.class, two));
    assertThat(caches.forObject(ConfigMap.class, one.with(o -> o.otherNamespaces(_ -> {}))))
        .isNotSameAs(caches.forObject(ConfigMap.class, one));
  }
}
