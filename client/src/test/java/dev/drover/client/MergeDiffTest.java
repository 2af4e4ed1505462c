package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MergeDiffTest {

  /// RFC 7386, section 2, word for word.
  @SuppressWarnings("unchecked")
  private static Object merge(Object target, Object patch) {
    if (!(patch instanceof Map<?, ?> changes)) {
      return patch;
    }
    Map<String, Object> merged =
        target instanceof Map<?, ?> map
            ? new TreeMap<>((Map<String, Object>) map)
            : new TreeMap<>();
    changes.forEach(
        (name, value) -> {
          if (value == null) {
            merged.remove(name);
          } else {
            merged.put((String) name, merge(merged.get(name), value));
          }
        });
    return merged;
  }

  private static Map<String, Object> tree(Random random, int depth) {
    Map<String, Object> tree = new TreeMap<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      tree.put(Character.toString('a' + random.nextInt(6)), value(random, depth));
    }
    return tree;
  }

  private static Object value(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 6 : 4)) {
      case 0 -> (long) random.nextInt(3);
      case 1 -> random.nextBoolean();
      case 2 -> "s" + random.nextInt(3);
      case 3 -> List.of(random.nextInt(2), "x");
      case 4 -> new ArrayList<>(List.of(tree(random, depth - 1)));
      default -> tree(random, depth - 1);
    };
  }

  @Test
  void patchTurnsAnyTreeIntoAnyOther() {
    Random random = new Random(42);
    for (int i = 0; i < 20_000; i++) {
      Map<String, Object> old = tree(random, 4);
      Map<String, Object> next = random.nextBoolean() ? tree(random, 4) : changed(random, old);
      Map<String, Object> patch = MergeDiff.of(old, next);
      assertThat(merge(old, patch)).as("%s -> %s by %s", old, next, patch).isEqualTo(next);
      assertThat(patch.isEmpty()).isEqualTo(old.equals(next));
    }
  }

  private static Map<String, Object> changed(Random random, Map<String, Object> old) {
    Map<String, Object> next = new TreeMap<>(old);
    for (String name : old.keySet()) {
      switch (random.nextInt(4)) {
        case 0 -> next.remove(name);
        case 1 -> next.put(name, value(random, 2));
        default -> {}
      }
    }
    return next;
  }

  @Test
  void onlyWhatDiffersIsSent() {
    Map<String, Object> old = Map.of("a", 1L, "b", Map.of("c", 2L, "d", 3L), "e", List.of(1L));
    Map<String, Object> next = Map.of("a", 1L, "b", Map.of("c", 5L), "e", List.of(1L, 2L));
    Map<String, Object> inner = new HashMap<>();
    inner.put("c", 5L);
    inner.put("d", null);
    assertThat(MergeDiff.of(old, next)).isEqualTo(Map.of("b", inner, "e", List.of(1L, 2L)));
  }
}
