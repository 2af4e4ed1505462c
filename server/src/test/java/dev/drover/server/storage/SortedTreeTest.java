package dev.drover.server.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SortedTreeTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void sortedTreeBehavesLikeASortedMap(long seed) {
    Random random = new Random(seed);
    TreeMap<String, Integer> model = new TreeMap<>();
    SortedTree<Integer> tree = SortedTree.empty();
    for (int i = 0; i < 3_000; i++) {
      String key = (random.nextBoolean() ? "a/" : "b/") + random.nextInt(500);
      if (random.nextInt(5) < 3) {
        model.put(key, i);
        tree = tree.with(key, i);
      } else {
        model.remove(key);
        tree = tree.without(key);
      }
      assertThat(tree.size()).isEqualTo(model.size());
      assertThat(tree.get(key).orElse(null)).isEqualTo(model.get(key));
      assertThat(tree.rank(key)).isEqualTo(model.headMap(key).size());
    }
    assertThat(tree.from("", "")).containsExactlyElementsOf(model.values());
    assertThat(tree.from("a/", "a/")).containsExactlyElementsOf(model.subMap("a/", "a0").values());
    assertThat(tree.from("a/3", "a/"))
        .containsExactlyElementsOf(model.subMap("a/3", "a0").values());
  }

  @Test
  void changeLeavesTheEarlierVersionUnchanged() {
    SortedTree<Integer> before = SortedTree.<Integer>empty().with("a", 1).with("b", 2);

    SortedTree<Integer> after = before.with("a", 3).without("b");

    assertThat(before.from("", "")).containsExactly(1, 2);
    assertThat(after.from("", "")).containsExactly(3);
  }

  @Test
  void insertionInKeyOrderKeepsTheTreeBalanced() {
    SortedTree<Integer> tree = SortedTree.empty();
    List<Integer> all = new ArrayList<>();
    for (int i = 100_000; i < 300_000; i++) {
      tree = tree.with(Integer.toString(i), i); // a list of this length would overflow the stack
      all.add(i);
    }
    for (int i = 100_000; i < 200_000; i++) {
      tree = tree.without(Integer.toString(i));
    }

    assertThat(tree.from("", "")).containsExactlyElementsOf(all.subList(100_000, 200_000));
  }
}
