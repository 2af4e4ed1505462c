package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DeleteOptions;
import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.PartialObject;
import dev.drover.api.Patch;
import dev.drover.api.ResourceVersion;
import dev.drover.api.Scope;
import dev.drover.api.Selector;
import dev.drover.client.ListOption;
import dev.drover.client.ListOptions;
import dev.drover.client.ReadWriter;
import dev.drover.client.ResourceClient;
import dev.drover.client.WriteOptions;
import dev.drover.model.core.v1.ConfigMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A program writes in all ways and forms while the watch delivers when it likes. If it is the only
/// writer, every read of its caches, in every form, is what the server has; if others write too, no
/// read is older than its own writes. The cache of the typed form has only the objects with a
/// label.
abstract class OwnWritesModelContract extends OnCluster {
  private static final Kind<PartialObject> METADATA = ConfigMap.KIND.metadataOnly();
  private static final Kind<DynamicObject> DYNAMIC =
      Kind.dynamic(ConfigMap.KIND.gvk(), "configmaps", Scope.NAMESPACED);
  private static final List<Kind<? extends KubernetesObject>> FORMS =
      List.of(ConfigMap.KIND, METADATA, DYNAMIC);
  private static final Selector SELECTED = Selector.ofLabels(Map.of("app", "x"));
  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final String FINALIZER = "shop.drover.dev/guard";
  private static final int STEPS = 120;

  private final HeldWatches watches = new HeldWatches("configmaps");
  private final List<String> done = new ArrayList<>();
  private Random random;
  private ClusterClient cached;

  private void start(long seed) throws Exception {
    random = new Random(seed);
    manager.close();
    manager =
        Manager.connect(
            "model",
            config,
            ManagerOptions.defaults()
                .with(o -> o.namespaces(namespace).syncTimeout(SOON).layer(watches)));
    manager.cache().declare(ConfigMap.class, o -> o.labels(SELECTED));
    manager.cache().informer(METADATA);
    manager.cache().informer(DYNAMIC);
    manager.start();
    manager.settle(SOON);
    cached = manager.client();
    watches.hold();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void readsShowWhatTheServerHasAfterEachOwnWriteHoweverLateTheWatchIs(long seed) throws Exception {
    start(seed);
    for (int i = 0; i < STEPS; i++) {
      step(cached, NAMES.get(random.nextInt(NAMES.size())));
      assertReads();
    }
    watches.open();
    manager.settle(SOON);
    assertReads();
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5, 6})
  @Tag("slow")
  void readsAreNeverOlderThanOwnWritesWhileOthersWriteToo(long seed) throws Exception {
    start(seed);
    Map<String, ConfigMap> written = new TreeMap<>();
    Set<String> deleted = new HashSet<>();
    for (int i = 0; i < STEPS; i++) {
      boolean isOwn = random.nextBoolean();
      String name = NAMES.get(random.nextInt(NAMES.size()));
      Map<String, ConfigMap> before = onServer();
      if (step(isOwn ? cached : client, name) && isOwn) {
        Map<String, ConfigMap> now = onServer();
        for (String one : NAMES) { // a collection may have been deleted
          ConfigMap old = before.get(one);
          ConfigMap made = now.get(one);
          if (made == null && old != null) {
            deleted.add(old.metadata().uid());
            written.remove(one);
          } else if (made != null && !made.equals(old)) {
            written.put(one, made);
          }
        }
      }
      assertNotOlder(written, deleted);
    }
  }

  private Map<String, ConfigMap> onServer() {
    Map<String, ConfigMap> all = new TreeMap<>();
    client.resources(ConfigMap.class).inNamespace(namespace).list().items().stream()
        .filter(map -> NAMES.contains(map.name()))
        .forEach(map -> all.put(map.name(), map));
    return all;
  }

  private void assertNotOlder(Map<String, ConfigMap> written, Set<String> deleted) {
    Map<String, ConfigMap> server = onServer();
    for (Kind<? extends KubernetesObject> kind : FORMS) {
      for (String name : NAMES) {
        ConfigMap own = written.get(name);
        Optional<? extends KubernetesObject> read =
            cached.find(kind, ObjectKey.of(namespace, name));
        Supplier<String> steps =
            () -> kind.type().getSimpleName() + " " + name + " after " + String.join(", ", done);
        if (read.isPresent() && kind.equals(ConfigMap.KIND)) {
          assertThat(isSelected(read.get())).as(steps).isTrue();
        }
        if (read.isPresent()) {
          assertThat(deleted).as(steps).doesNotContain(read.get().metadata().uid());
          assertThat(own == null || isAtLeast(read.get(), own)).as(steps).isTrue();
        } else if (own != null && !kind.equals(ConfigMap.KIND)) {
          ConfigMap there = server.get(name);
          assertThat(there == null || !there.metadata().uid().equals(own.metadata().uid()))
              .as(steps)
              .isTrue();
        }
      }
    }
  }

  private static boolean isSelected(KubernetesObject object) {
    return SELECTED.matches(object.metadata().labels());
  }

  private static boolean isAtLeast(KubernetesObject read, KubernetesObject own) {
    return ResourceVersion.compare(
            read.metadata().resourceVersion(), own.metadata().resourceVersion())
        >= 0;
  }

  /// @return whether something was written
  private boolean step(ReadWriter by, String name) {
    int what = random.nextInt(14);
    if (what >= 12) {
      long parts = random.nextLong(watches.arrived() + 1);
      watches.release(parts);
      done.add("watch delivers " + parts);
      return false;
    }
    String value = Integer.toString(random.nextInt(1000));
    ConfigMap there = onServer().get(name);
    String did = there == null ? create(by, name, what, value) : change(by, there, what, value);
    done.add((by == cached ? "" : "other: ") + did + " " + name);
    return true;
  }

  private <T extends KubernetesObject> ResourceClient<T> resources(ReadWriter by, Kind<T> kind) {
    return (by == cached ? cached.live() : client).resources(kind).inNamespace(namespace);
  }

  private String create(ReadWriter by, String name, int what, String value) {
    ConfigMap made =
        ConfigMap.named(namespace, name)
            .with(m -> m.data("n", value))
            .with(m -> m.metadata(o -> o.label("app", random.nextBoolean() ? "x" : "y")));
    switch (what % 3) {
      case 0 -> by.create(made);
      case 1 -> by.apply(made);
      default -> by.create(DynamicObject.of(made));
    }
    return "create";
  }

  private String change(ReadWriter by, ConfigMap map, int what, String value) {
    return switch (what) {
      case 0 -> {
        by.update(map.with(m -> m.data("n", value)));
        yield "update";
      }
      case 1 -> {
        String other = isSelected(map) ? "y" : "x";
        by.edit(map, o -> o.with(m -> m.metadata(map.metadata().with(d -> d.label("app", other)))));
        yield "change of the label";
      }
      case 2 -> {
        Patch patch = Patch.merge(Map.of("metadata", Map.of("labels", Map.of("v", value))));
        resources(by, METADATA).patch(map.name(), patch);
        yield "patch of metadata";
      }
      case 3 -> {
        by.patch(DynamicObject.of(map), Patch.merge(Map.of("data", Map.of("d", value))));
        yield "dynamic patch";
      }
      case 4, 5 -> {
        if (map.metadata().isDeleting()) {
          by.removeFinalizer(map, FINALIZER);
          yield "removal of the last finalizer";
        }
        by.addFinalizer(map, FINALIZER);
        yield "finalizer";
      }
      case 6 -> {
        by.removeFinalizer(map, FINALIZER);
        yield "removal of the finalizer";
      }
      case 7 -> {
        by.delete(map);
        yield "delete";
      }
      case 8 -> {
        resources(by, ConfigMap.KIND).delete(map.name());
        yield "delete by name";
      }
      case 9 -> {
        by.delete(DynamicObject.of(map));
        yield "dynamic delete";
      }
      case 10 -> {
        resources(by, ConfigMap.KIND)
            .deleteCollection(
                DeleteOptions.builder().build(),
                ListOptions.defaults().with(o -> o.labels(SELECTED)));
        yield "delete of a collection";
      }
      default -> {
        by.writing(WriteOptions.defaults().with(o -> o.dryRun(true))).delete(map);
        yield "dry run";
      }
    };
  }

  private void assertReads() {
    Map<String, ConfigMap> server = onServer();
    for (Kind<? extends KubernetesObject> kind : FORMS) {
      Map<String, String> expected = new TreeMap<>();
      server.values().stream()
          .filter(map -> !kind.equals(ConfigMap.KIND) || isSelected(map))
          .forEach(map -> expected.put(map.name(), describe(map, kind)));
      Map<String, String> listed = new TreeMap<>();
      cached.list(kind, ListOption.in(namespace)).stream()
          .filter(object -> NAMES.contains(object.name()))
          .forEach(object -> listed.put(object.name(), describe(object, kind)));
      Map<String, String> found = new TreeMap<>();
      for (String name : NAMES) {
        cached
            .find(kind, ObjectKey.of(namespace, name))
            .ifPresent(object -> found.put(name, describe(object, kind)));
      }
      Supplier<String> steps =
          () -> kind.type().getSimpleName() + " after " + String.join(", ", done);
      assertThat(listed).as(steps).isEqualTo(expected);
      assertThat(found).as(steps).isEqualTo(expected);
    }
  }

  private static String describe(KubernetesObject object, Kind<?> form) {
    String version = object.metadata().resourceVersion();
    return form.equals(METADATA)
        ? version
        : version + DynamicObject.of(object).get("data").orElse(Map.of());
  }
}
