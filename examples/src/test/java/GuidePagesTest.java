import static dev.drover.client.ListOption.in;
import static dev.drover.client.ListOption.indexed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Selector;
import dev.drover.client.ClientConfig;
import dev.drover.informer.Index;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import dev.drover.model.core.v1.Pod;
import dev.drover.model.core.v1.Secret;
import dev.drover.model.core.v1.ServiceAccount;
import dev.drover.runtime.EventFilter;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.Request;
import dev.drover.runtime.Result;
import dev.drover.testkit.KubernetesTest;
import dev.drover.testkit.TestCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The code of the pages on causes of runs and on caches.
@Tag("real")
@KubernetesTest
class GuidePagesTest {
  private final List<String> runs = Collections.synchronizedList(new ArrayList<>());

  private Result count(ConfigMap map) {
    runs.add(map.name());
    return Result.done();
  }

  // tag::index
  static final Index<ConfigMap> BY_SECRET =
      Index.of("secret", map -> map.metadata().annotation("uses-secret").orElse(""));

  // end::index

  @Test
  void secretRunsTheMapsThatNameIt(TestCluster cluster) throws Exception {
    Manager manager = cluster.manager("maps");
    // tag::mapper
    manager.cache().index(ConfigMap.KIND, BY_SECRET);
    manager
        .controllerFor(ConfigMap.class)
        .watches(
            Secret.class,
            EventMapper.index(
                secret ->
                    manager
                        .client()
                        .list(
                            ConfigMap.class,
                            in(secret.namespace()),
                            indexed(BY_SECRET.name(), secret.name()))))
        .complete((map, ctx) -> count(map));
    // end::mapper
    manager.start();
    cluster.client().create(map(cluster, "shop", Map.of("uses-secret", "login")));
    cluster.client().create(map(cluster, "other", Map.of()));
    cluster.settle();
    runs.clear();
    cluster.client().create(Secret.named(cluster.namespace(), "login"));
    cluster.settle();
    assertThat(runs).containsExactly("shop");
  }

  @Test
  void ownMapperNamesAnyObjects(TestCluster cluster) throws Exception {
    Manager manager = cluster.manager("maps");
    // tag::own-mapper
    EventMapper<ServiceAccount> maps =
        account ->
            manager.client().list(ConfigMap.class, in(account.namespace())).stream()
                .map(Request::of)
                .toList();
    manager
        .controllerFor(ConfigMap.class)
        .watches(ServiceAccount.class, maps, EventFilter.labels())
        .complete((map, ctx) -> count(map));
    // end::own-mapper
    manager.start();
    cluster.client().create(map(cluster, "shop", Map.of()));
    cluster.settle();
    runs.clear();
    cluster.client().create(ServiceAccount.named(cluster.namespace(), "jane"));
    cluster.settle();
    assertThat(runs).contains("shop");
  }

  @Test
  void filterHoldsBackWhatDoesNotMatter(TestCluster cluster) throws Exception {
    Manager manager = cluster.manager("maps");
    // tag::filter
    manager
        .controllerFor(ConfigMap.class)
        .with(
            EventFilter.<ConfigMap>matching(Selector.parse("team=shop"))
                .and(EventFilter.changing(ConfigMap::data)))
        .complete((map, ctx) -> count(map));
    // end::filter
    manager.start();
    ConfigMap shop =
        cluster.client().create(map(cluster, "shop", Map.of()).with(m -> m.label("team", "shop")));
    cluster.client().create(map(cluster, "other", Map.of()));
    cluster.settle();
    assertThat(runs).containsExactly("shop");
    ConfigMap seen =
        cluster.client().edit(shop, m -> m.with(c -> c.annotation("looked-at", "yes")));
    cluster.settle();
    assertThat(runs).containsExactly("shop");
    cluster.client().edit(seen, m -> m.with(c -> c.data("key", "value")));
    cluster.settle();
    assertThat(runs).containsExactly("shop", "shop");
  }

  @Test
  void resultSaysWhenToLookAgain() {
    assertThat(nextCheck(true)).isEqualTo(Result.after(Duration.ofMinutes(10)));
    assertThat(nextCheck(false)).isEqualTo(Result.done());
  }

  private static Result nextCheck(boolean hasBucket) {
    // tag::timer
    return hasBucket
        ? Result.after(Duration.ofMinutes(10)) // nothing tells of changes outside the cluster
        : Result.done();
    // end::timer
  }

  @Test
  void declaredCachesAreSmaller(TestCluster cluster) throws Exception {
    Manager manager = cluster.manager("maps");
    // tag::declare
    manager.cache().declare(Pod.KIND.metadataOnly(), o -> {}); // labels, owners, annotations
    manager
        .cache()
        .declare(Secret.class, o -> o.labels(Selector.parse("team=shop")).withoutManagedFields());
    manager
        .cache()
        .declare(
            Deployment.class,
            o -> o.skipFields("spec.template.spec.containers.env", "metadata.managedFields"));
    // end::declare
    manager.start();
    cluster.client().create(Secret.named(cluster.namespace(), "other"));
    cluster
        .client()
        .create(Secret.named(cluster.namespace(), "mine").with(s -> s.label("team", "shop")));
    cluster.settle();
    assertThat(manager.client().list(Secret.class, in(cluster.namespace())))
        .extracting(Secret::name)
        .containsExactly("mine");
    // tag::live
    var all = manager.client().live().list(Secret.class, in(cluster.namespace()));
    // end::live
    assertThat(all).extracting(Secret::name).contains("mine", "other");
  }

  @Test
  void readOfAKindThatIsNotCachedSaysHowToDeclareIt(TestCluster cluster) throws Exception {
    Manager manager = cluster.manager("maps");
    manager.start();
    assertThatThrownBy(() -> manager.client().list(Secret.class, in(cluster.namespace())))
        .hasMessageContaining("is not in the cache. Declare it");
  }

  @Test
  void uncachedKindsAreReadFromTheServer(TestCluster cluster) throws Exception {
    ClientConfig config = cluster.config();
    // tag::uncached
    var options = ManagerOptions.defaults().with(o -> o.namespaces("shop").uncached(Secret.class));
    // end::uncached
    cluster.client().apply(Namespace.named("shop"));
    try (Manager manager = Manager.connect("uncached", config, options)) {
      manager.start();
      manager.client().apply(Secret.named("shop", "login"));
      assertThat(manager.client().find(Secret.class, "shop", "login")).isPresent();
      assertThat(manager.cache().informers()).isEmpty();
    }
  }

  private static ConfigMap map(TestCluster cluster, String name, Map<String, String> annotations) {
    return ConfigMap.named(cluster.namespace(), name)
        .with(
            m -> {
              annotations.forEach(m::annotation);
            });
  }
}
