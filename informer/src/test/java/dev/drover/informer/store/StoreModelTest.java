package dev.drover.informer.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.ObjectKey;
import dev.drover.informer.Index;
import dev.drover.informer.classic.Delta;
import dev.drover.informer.classic.Thing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random writes into a store and into a plain map: both always have the same, by key and by index,
/// and what was read earlier stays as it was.
class StoreModelTest {
  private static final List<String> COLOURS = List.of("red", "green", "blue", "black");

  private final SnapshotStore<Thing> store =
      new SnapshotStore<>(List.of(Index.ofMany("colour", Thing::colours)));
  private final Map<ObjectKey, Thing> model = new HashMap<>();
  private final Map<Snapshot<Thing>, Map<ObjectKey, Thing>> earlier = new HashMap<>();
  private int version;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void storeEqualsAMapAfterRandomWrites(long seed) {
    Random random = new Random(seed);
    for (int step = 0; step < 1500; step++) {
      write(random);
      if (step == 700) {
        store.addIndexers(List.of(Index.of("namespace", Thing::namespace)));
      }
      if (random.nextInt(30) == 0) {
        earlier.put(store.snapshot(), Map.copyOf(model));
        assertSame(store.snapshot(), model);
      }
    }
    earlier.forEach(StoreModelTest::assertSame);
  }

  private void write(Random random) {
    switch (random.nextInt(20)) {
      case 0 -> {
        model.clear();
        for (int i = random.nextInt(40); i > 0; i--) {
          Thing thing = thing(random);
          model.put(thing.key(), thing);
        }
        store.replace(model, "" + version);
      }
      case 1 -> {
        List<Thing> things = List.of(thing(random), thing(random), thing(random));
        store.edit(
            writes -> {
              writes.remove(things.get(0).key());
              things.forEach(thing -> writes.put(thing.key(), thing));
              writes.remove(things.get(1).key());
            });
        things.forEach(thing -> model.put(thing.key(), thing));
        model.remove(things.get(1).key());
      }
      case 2 -> replaceNamespace(random);
      case 3, 4, 5, 6, 7 -> {
        ObjectKey key = thing(random).key();
        store.delete(key);
        model.remove(key);
      }
      default -> {
        Thing thing = thing(random);
        store.put(thing.key(), thing);
        model.put(thing.key(), thing);
      }
    }
  }

  /// A step with a scope, as informers of several namespaces take it.
  private void replaceNamespace(Random random) {
    Predicate<ObjectKey> scope = key -> key.namespace().equals("n1");
    List<Thing> listed = new ArrayList<>();
    for (int i = random.nextInt(10); i > 0; i--) {
      Thing thing = thing(random);
      if (scope.test(thing.key())) {
        listed.add(thing);
      }
    }
    Map<ObjectKey, Thing> before = Map.copyOf(model);
    model.keySet().removeIf(scope);
    listed.forEach(thing -> model.put(thing.key(), thing));
    StoreStep<Thing> step =
        store.prepare(List.of(new Delta.ReplacedAll<>(listed, "" + version)), Thing.KEYS, scope);
    assertThat(store.commit(step)).isTrue();
    assertThat(follow(before, step.changes())).isEqualTo(model);
  }

  private static Map<ObjectKey, Thing> follow(
      Map<ObjectKey, Thing> before, List<Change<Thing>> changes) {
    Map<ObjectKey, Thing> view = new HashMap<>(before);
    for (Change<Thing> change : changes) {
      switch (change) {
        case Change.Added<Thing>(var key, var now) -> assertThat(view.put(key, now)).isNull();
        case Change.Updated<Thing>(var key, var old, var now) ->
            assertThat(view.put(key, now)).isSameAs(old);
        case Change.Deleted<Thing>(var deletion, var old) ->
            assertThat(view.remove(deletion.key())).isSameAs(old);
      }
    }
    return view;
  }

  private Thing thing(Random random) {
    ObjectKey key = ObjectKey.of("n" + random.nextInt(3), "t" + random.nextInt(40));
    String[] colours = COLOURS.stream().filter(_ -> random.nextInt(3) == 0).toArray(String[]::new);
    return Thing.of(key, ++version, colours);
  }

  private static void assertSame(Snapshot<Thing> snapshot, Map<ObjectKey, Thing> model) {
    assertThat(snapshot.list()).containsExactlyInAnyOrderElementsOf(model.values());
    assertThat(snapshot.listKeys()).containsExactlyInAnyOrderElementsOf(model.keySet());
    model.forEach((key, thing) -> assertThat(snapshot.get(key)).containsSame(thing));
    snapshot.indexers().values().forEach(index -> assertIndexed(snapshot, index, model));
  }

  private static void assertIndexed(
      Snapshot<Thing> snapshot, Index<Thing> index, Map<ObjectKey, Thing> model) {
    Map<String, TreeSet<ObjectKey>> expected = new TreeMap<>();
    model.forEach(
        (key, thing) ->
            index
                .values()
                .apply(thing)
                .forEach(value -> expected.computeIfAbsent(value, _ -> new TreeSet<>()).add(key)));
    assertThat(snapshot.listIndexFuncValues(index.name())).isEqualTo(expected.keySet());
    expected.forEach(
        (value, keys) -> {
          assertThat(snapshot.indexKeys(index.name(), value)).containsExactlyElementsOf(keys);
          assertThat(snapshot.byIndex(index.name(), value))
              .containsExactlyInAnyOrderElementsOf(keys.stream().map(model::get).toList());
        });
  }
}
