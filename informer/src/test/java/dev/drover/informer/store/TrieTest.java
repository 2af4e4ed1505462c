package dev.drover.informer.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.ObjectKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrieTest {
  /// A key whose hash is what the test wants.
  record Key(int number, int hash) {
    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key(var otherNumber, _) && otherNumber == number;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100, Integer.MAX_VALUE})
  void trieEqualsAHashMapAfterRandomWrites(int hashes) {
    Random random = new Random(4);
    Map<Key, Integer> model = new HashMap<>();
    Trie<Key, Integer> trie = Trie.map();
    Object owner = new Object();
    Map<Trie<Key, Integer>, Map<Key, Integer>> earlier = new HashMap<>();
    for (int step = 0; step < 4000; step++) {
      int number = random.nextInt(300);
      Key key = new Key(number, number * 0x9e3779b9 % hashes);
      if (random.nextInt(3) > 0) {
        trie = trie.with(key, step, owner);
        model.put(key, step);
      } else {
        trie = trie.without(key, owner);
        model.remove(key);
      }
      if (random.nextInt(40) == 0) {
        owner = random.nextBoolean() ? new Object() : null;
        assertSame(trie, model);
        earlier.put(trie, Map.copyOf(model));
      }
    }
    earlier.forEach(TrieTest::assertSame);
  }

  private static void assertSame(Trie<Key, Integer> trie, Map<Key, Integer> model) {
    assertThat(trie.size()).isEqualTo(model.size());
    Map<Key, Integer> walked = new HashMap<>();
    List<Key> keys = new ArrayList<>(trie.keys());
    List<Integer> values = new ArrayList<>(trie.values());
    for (int i = 0; i < keys.size(); i++) {
      assertThat(trie.keys().get(i)).isEqualTo(keys.get(i));
      assertThat(trie.values().get(i)).isEqualTo(values.get(i));
      walked.put(keys.get(i), values.get(i));
    }
    assertThat(walked).isEqualTo(model);
    List<Integer> each = new ArrayList<>();
    trie.values().forEach(each::add);
    assertThat(each).isEqualTo(values);
    model.forEach((key, value) -> assertThat(trie.get(key)).isEqualTo(value));
    assertThat(trie.get(new Key(-1, 5))).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100, Integer.MAX_VALUE})
  void differenceOfTriesVisitsChangedNodesOnly(int hashes) {
    Random random = new Random(5);
    Trie<Key, Integer> trie = Trie.map();
    for (int round = 0; round < 300; round++) {
      Trie<Key, Integer> before = trie;
      Set<Key> changed = new HashSet<>();
      for (int i = random.nextInt(6); i > 0; i--) {
        int number = random.nextInt(2000);
        Key key = new Key(number, number * 0x9e3779b9 % hashes);
        trie = random.nextInt(4) > 0 ? trie.with(key, round, null) : trie.without(key, null);
        changed.add(key);
      }
      Trie<Key, Integer> after = trie;
      changed.removeIf(key -> Objects.equals(before.get(key), after.get(key)));
      List<Key> told = new ArrayList<>();
      before.differences(after, told::add);

      assertThat(told).containsAll(changed);
      List<Key> back = new ArrayList<>();
      after.differences(before, back::add);
      assertThat(back).containsExactlyInAnyOrderElementsOf(told);
      if (hashes == Integer.MAX_VALUE) {
        assertThat(told).hasSizeLessThan(8 * changed.size() + 1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, Integer.MAX_VALUE})
  void trieSetEqualsAHashSet(int hashes) {
    Random random = new Random(5);
    Set<Key> model = new HashSet<>();
    Trie<Key, Key> trie = Trie.set();
    for (int step = 0; step < 2000; step++) {
      int number = random.nextInt(200);
      Key key = new Key(number, number * 0x9e3779b9 % hashes);
      if (random.nextBoolean()) {
        trie = trie.with(key, key, null);
        model.add(key);
      } else {
        trie = trie.without(key, null);
        model.remove(key);
      }
    }
    assertThat(trie.keys()).containsExactlyInAnyOrderElementsOf(model);
    assertThat(trie.values()).isEqualTo(trie.keys());
  }

  @Test
  void writeWithoutAChangeReturnsTheSameTrie() {
    Trie<String, String> trie = Trie.<String, String>map().with("a", "1", null);

    assertThat(trie.with("a", trie.get("a"), null)).isSameAs(trie);
    assertThat(trie.without("b", null)).isSameAs(trie);
  }

  @Test
  void viewsOfATrieAreImmutableAndFinite() {
    Trie<String, String> trie = Trie.<String, String>map().with("a", "1", null);

    assertThatThrownBy(() -> trie.keys().add("b")).isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> trie.values().set(0, "b")).isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> trie.values().iterator().remove())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> trie.values().get(1)).isInstanceOf(IndexOutOfBoundsException.class);
    var walk = trie.keys().iterator();
    walk.next();
    assertThatThrownBy(walk::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void objectCostsLessThanFiftyBytesBesideItself() {
    Trie<ObjectKey, String> trie = Trie.map();
    Object owner = new Object();
    int count = 100_000;
    for (int i = 0; i < count; i++) {
      trie = trie.with(ObjectKey.of("namespace-" + i % 100, "pod-7f9c8d-" + i), "pod", owner);
    }

    assertThat((bytes(trie) + count * 24L) / (double) count).isBetween(40.0, 50.0);
  }

  /// As HotSpot lays objects out by default: a node has a header of 12 bytes and five fields of 4,
  /// its array a header of 16 and 4 for each slot; a key has 24.
  private static long bytes(Trie<?, ?> node) {
    long bytes = 32 + (16 + 4L * node.slotCount() + 7) / 8 * 8;
    for (int at = node.firstNode(); at < node.slotCount(); at++) {
      bytes += bytes(node.childAt(at));
    }
    return bytes;
  }
}
