package dev.drover.runtime;

import static dev.drover.client.ListOption.in;
import static dev.drover.client.ListOption.label;
import static dev.drover.client.ListOption.limit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DeleteOptions;
import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.ObjectKey;
import dev.drover.api.Patch;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.ReadWriter;
import dev.drover.client.WriteOptions;
import dev.drover.client.WriteResult;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/// The rules that every implementation of `Reader` and `Writer` has: the live client, the cached
/// client of a manager, and a decorator. The configured namespace is one of the test's own.
@ExtendWith(TestCluster.Supply.class)
abstract class ReadWriterContract {

  /// The live client.
  @Nested
  class Live extends Rules {
    @Override
    ReadWriter make(Client live, Manager manager) {
      return live;
    }
  }

  /// The cached client of a manager.
  @Nested
  class Cached extends Rules {
    @Override
    ReadWriter make(Client live, Manager manager) {
      return manager.client();
    }
  }

  /// The cached client for a kind that is read from the server.
  @Nested
  class Uncached extends Rules {
    @Override
    ReadWriter make(Client live, Manager manager) {
      return manager.client();
    }

    @Override
    ManagerOptions options() {
      return super.options().with(o -> o.uncached(ConfigMap.class));
    }
  }

  /// The client of a controller that works only on the leader.
  @Nested
  class Fenced extends Rules {
    @Override
    ReadWriter make(Client live, Manager manager) {
      return manager.fencedClient();
    }
  }

  /// A decorator around the cached client.
  @Nested
  class Decorated extends Rules {
    private final AtomicInteger writes = new AtomicInteger();

    @Override
    ReadWriter make(Client live, Manager manager) {
      return new CountingClient(manager.client(), writes);
    }

    @AfterEach
    void everyWritePassedTheDecorator() {
      assertThat(writes.get()).isPositive();
    }
  }

  abstract static class Rules {
    private static final WriteOptions DRY_RUN = WriteOptions.defaults().with(o -> o.dryRun(true));

    private Client server;
    private Manager manager;
    private String namespace;
    private ReadWriter cluster;

    abstract ReadWriter make(Client live, Manager manager);

    ManagerOptions options() {
      return ManagerOptions.defaults().with(o -> o.syncTimeout(OnCluster.SOON));
    }

    @BeforeEach
    void connect(TestCluster on, TestInfo test) throws Exception {
      namespace = OnCluster.namespaceOf(test);
      ClientConfig config = on.config().with(c -> c.namespace(namespace));
      server = Client.connect(config);
      server.create(Namespace.named(namespace));
      manager = Manager.connect("rules", config, options());
      manager.cache().informer(ConfigMap.class);
      manager.cache().informer(Namespace.class);
      manager.start();
      cluster = make(server, manager);
    }

    @AfterEach
    void close() {
      manager.close();
      server.close();
    }

    private static ConfigMap unplaced(String name) {
      return ConfigMap.named("", name);
    }

    private ConfigMap onServer(String name) {
      return server.resources(ConfigMap.class).inNamespace(namespace).get(name);
    }

    @Test
    void objectWithoutANamespaceIsInTheConfiguredOneForEveryMethod() {
      ConfigMap map = unplaced("a");
      assertThat(cluster.create(map).namespace()).isEqualTo(namespace);
      assertThat(cluster.find(ConfigMap.class, "a")).contains(onServer("a"));
      assertThat(cluster.get(ConfigMap.class, "", "a").namespace()).isEqualTo(namespace);
      assertThat(cluster.get(Kind.of(ConfigMap.class), ObjectKey.of("", "a")).name())
          .isEqualTo("a");
      cluster.patch(map, Patch.merge(Map.of("data", Map.of("k", "patched"))));
      assertThat(onServer("a").data()).containsEntry("k", "patched");
      cluster.apply(unplaced("b"));
      assertThat(onServer("b").name()).isEqualTo("b");
      ConfigMap now = onServer("a").with(m -> m.metadata(meta -> meta.namespace("")));
      now = cluster.edit(now, m -> m.with(b -> b.data("k", "edited")));
      assertThat(onServer("a").data()).containsEntry("k", "edited");
      cluster.update(now.with(m -> m.metadata(meta -> meta.namespace("")).data("k", "updated")));
      assertThat(onServer("a").data()).containsEntry("k", "updated");
      assertThat(cluster.createOrPatch(map, m -> m.with(b -> b.data("k", "again"))).outcome())
          .isEqualTo(WriteResult.Outcome.UPDATED);
      cluster.delete(map);
      assertThat(cluster.find(ConfigMap.class, "a")).isEmpty();
      assertThat(server.resources(ConfigMap.class).inNamespace(namespace).find("a")).isEmpty();
    }

    @Test
    void clusterScopedObjectIsFoundByItsNameAlone() {
      assertThat(cluster.get(Namespace.class, namespace).name()).isEqualTo(namespace);
      assertThat(cluster.find(Namespace.class, "other", namespace)).isPresent();
      assertThat(cluster.list(Namespace.class, in("other")))
          .extracting(Namespace::name)
          .contains(namespace);
      cluster.editMetadata(
          cluster.get(Namespace.class, namespace), m -> m.with(b -> b.label("seen", "yes")));
      assertThat(cluster.get(Namespace.class, namespace).metadata().labels())
          .containsEntry("seen", "yes");
    }

    @Test
    void missingObjectIsEmptyOrNotFound() {
      ConfigMap gone = ConfigMap.named(namespace, "gone");
      assertThat(cluster.find(ConfigMap.class, namespace, "gone")).isEmpty();
      assertThatThrownBy(() -> cluster.get(ConfigMap.class, namespace, "gone"))
          .isInstanceOf(ApiException.NotFound.class)
          .hasMessageContaining("configmaps \"gone\" not found");
      assertThatThrownBy(() -> cluster.patch(gone, Patch.merge(Map.of())))
          .isInstanceOf(ApiException.NotFound.class);
      assertThatThrownBy(() -> cluster.edit(gone, m -> m.with(b -> b.data("k", "v"))))
          .isInstanceOf(ApiException.class);
      cluster.delete(gone);
      assertThat(cluster.delete(gone, DeleteOptions.builder().build())).isEmpty();
    }

    @Test
    void createdObjectExistsAndAStaleOneConflicts() {
      ConfigMap first = cluster.create(unplaced("a"));
      assertThatThrownBy(() -> cluster.create(unplaced("a")))
          .isInstanceOf(ApiException.AlreadyExists.class);
      cluster.edit(first, m -> m.with(b -> b.data("k", "1")));
      assertThatThrownBy(() -> cluster.edit(first, m -> m.with(b -> b.data("k", "2"))))
          .isInstanceOf(ApiException.Conflict.class);
      assertThatThrownBy(() -> cluster.update(first)).isInstanceOf(ApiException.Conflict.class);
      assertThat(cluster.editLatest(first, m -> m.with(b -> b.data("l", "3"))).data())
          .containsEntry("k", "1")
          .containsEntry("l", "3");
    }

    @Test
    void dryRunReturnsWhatWouldBeStoredAndChangesNothing() {
      ReadWriter dry = cluster.writing(DRY_RUN);
      assertThat(dry.create(unplaced("a")).namespace()).isEqualTo(namespace);
      assertThat(cluster.find(ConfigMap.class, "a")).isEmpty();
      ConfigMap map = cluster.create(unplaced("a"));
      assertThat(dry.edit(map, m -> m.with(b -> b.data("k", "v"))).data()).containsEntry("k", "v");
      assertThat(dry.apply(unplaced("a").with(m -> m.data("l", "w"))).data())
          .containsEntry("l", "w");
      dry.delete(map);
      assertThat(cluster.get(ConfigMap.class, "a")).isEqualTo(map);
      assertThat(onServer("a")).isEqualTo(map);
    }

    @Test
    void listHasTheObjectsThatMeetAllOptions() {
      for (String name : new String[] {"a", "b", "c"}) {
        cluster.create(unplaced(name).with(m -> m.label("app", name.equals("c") ? "x" : "y")));
      }
      assertThat(cluster.list(ConfigMap.class, in(namespace), label("app", "y")))
          .extracting(ConfigMap::name)
          .containsExactlyInAnyOrder("a", "b");
      assertThat(cluster.list(ConfigMap.class, in(namespace), label("app", "y"), limit(1)))
          .hasSize(1);
      assertThat(cluster.list(ConfigMap.class, label("app", "x")))
          .as("all namespaces")
          .anyMatch(m -> m.namespace().equals(namespace));
      assertThat(cluster.list(ConfigMap.class, in(""), label("app", "x"))).isNotEmpty();
      assertThat(cluster.list(ConfigMap.class, in(namespace), label("app", "z"))).isEmpty();
    }

    @Test
    void finalizerHoldsADeletedObject() {
      ConfigMap map = cluster.addFinalizer(cluster.create(unplaced("a")), "drover.dev/test");
      assertThat(cluster.delete(map, DeleteOptions.builder().build()))
          .hasValueSatisfying(left -> assertThat(left.metadata().finalizers()).hasSize(1));
      ConfigMap held = cluster.get(ConfigMap.class, "a");
      assertThat(held.metadata().deletionTimestamp()).isNotNull();
      cluster.removeFinalizer(held, "drover.dev/test");
      assertThat(cluster.find(ConfigMap.class, "a")).isEmpty();
    }

    @Test
    void dynamicObjectIsWrittenToTheResourceThatTheServerNames() {
      DynamicObject map =
          DynamicObject.named(new GroupVersionKind("", "v1", "ConfigMap"), "", "d")
              .with("v", "data", "k");
      assertThat(cluster.kindOf(map).plural()).isEqualTo("configmaps");
      assertThat(cluster.create(map).text("data", "k")).contains("v");
      assertThat(onServer("d").data()).containsEntry("k", "v");
      cluster.delete(map);
      assertThat(server.find(ConfigMap.class, "d")).isEmpty();
    }

    @Test
    void liveReaderReadsFromTheServer() throws Exception {
      cluster.create(unplaced("a"));
      server.resources(ConfigMap.class).inNamespace(namespace).delete("a");
      server
          .resources(ConfigMap.class)
          .inNamespace(namespace)
          .create(unplaced("b").with(m -> m.data("k", "v")));
      assertThat(cluster.live().find(ConfigMap.class, "a")).isEmpty();
      assertThat(cluster.live().get(ConfigMap.class, "b").data()).containsEntry("k", "v");
    }
  }
}
