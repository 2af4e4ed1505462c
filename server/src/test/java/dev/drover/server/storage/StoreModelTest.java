package dev.drover.server.storage;

import static dev.drover.server.storage.ConfigMaps.RESOURCE;
import static dev.drover.server.storage.ConfigMaps.key;
import static dev.drover.server.storage.ConfigMaps.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.server.core.ApiError;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random operations on the store and on a model that remembers everything: both must agree, now
/// and about the past.
class StoreModelTest {
  private static final int HISTORY = 200;

  private final Store store =
      new Store(
          Store.Options.DEFAULT.withHistory(HISTORY).withFreshness(Duration.ZERO),
          InstantSource.system());
  private final Map<Long, TreeMap<String, Object>> past = new HashMap<>();
  private TreeMap<String, Object> model = new TreeMap<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void storeAgreesWithAReferenceModel(long seed) {
    Random random = new Random(seed);
    past.put(1L, model);
    for (int i = 0; i < 2_000; i++) {
      String namespace = List.of("a", "b", "b-c").get(random.nextInt(3));
      String name = "n" + random.nextInt(15);
      switch (random.nextInt(8)) {
        case 0, 1 -> create(namespace, name, i);
        case 2, 3, 4 -> replace(namespace, name, random.nextInt(3));
        case 5 -> delete(namespace, name);
        case 6 -> compareThePast(random);
        default -> comparePages(random, namespace);
      }
      past.put(store.revision(), model);
    }
    assertThat(values(store.list(ListQuery.of(RESOURCE)))).isEqualTo(List.copyOf(model.values()));
  }

  private void write(String path, Object value) {
    model = new TreeMap<>(model);
    model.put(path, value);
  }

  private void create(String namespace, String name, long value) {
    String path = namespace + "/" + name;
    if (model.containsKey(path)) {
      assertThatThrownBy(() -> ConfigMaps.create(store, namespace, name))
          .isInstanceOf(ApiError.class);
    } else {
      write(path, value);
      assertThat(ConfigMaps.create(store, namespace, name, value).revision())
          .isEqualTo(past.keySet().stream().mapToLong(r -> r).max().orElseThrow() + 1);
    }
  }

  private void replace(String namespace, String name, long value) {
    store
        .get(key(namespace, name))
        .ifPresent(
            before -> {
              long revision = store.revision();
              boolean same = ConfigMaps.value(before).equals(value);
              StoredObject after =
                  store.replace(before, tree(namespace, name, value)).orElseThrow();
              assertThat(store.revision()).isEqualTo(same ? revision : revision + 1);
              assertThat(after == before).isEqualTo(same);
              write(namespace + "/" + name, value);
            });
  }

  private void delete(String namespace, String name) {
    String path = namespace + "/" + name;
    var before = store.get(key(namespace, name));
    assertThat(before.isPresent()).isEqualTo(model.containsKey(path));
    before.ifPresent(
        object -> {
          assertThat(store.delete(object)).isPresent();
          model = new TreeMap<>(model);
          model.remove(path);
        });
  }

  private void compareThePast(Random random) {
    long revision = 1 + random.nextLong(store.revision());
    ListQuery then = ListQuery.of(RESOURCE).at(Long.toString(revision), "Exact");
    if (store.revision() - revision > HISTORY) {
      assertThatThrownBy(() -> store.list(then)).isInstanceOf(ApiError.class);
    } else {
      assertThat(values(store.list(then)))
          .isEqualTo(List.copyOf(past.getOrDefault(revision, new TreeMap<>()).values()));
    }
  }

  private void comparePages(Random random, String namespace) {
    ListQuery query = ListQuery.of(RESOURCE).in(namespace).limit(1 + random.nextInt(6));
    List<Object> expected = List.copyOf(model.subMap(namespace + "/", namespace + "0").values());
    List<Object> all = new ArrayList<>();
    ListPage page = store.list(query);
    all.addAll(values(page));
    while (!page.continueToken().isEmpty()) {
      assertThat(page.remaining()).hasValue(expected.size() - all.size());
      page = store.list(query.continueWith(page.continueToken()));
      all.addAll(values(page));
    }
    assertThat(all).isEqualTo(expected);
    assertThat(page.remaining()).isEmpty();
  }

  private static List<Object> values(ListPage page) {
    return page.items().stream().map(ConfigMaps::value).toList();
  }
}
