package dev.drover.api.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ArrayMapTest {
  @Test
  void behavesLikeASortedMap() {
    var random = new Random(42);
    for (int round = 0; round < 200; round++) {
      Map<String, Integer> expected = new TreeMap<>();
      Object[] pairs = new Object[2 * random.nextInt(20)];
      for (int i = 0; i < pairs.length; i += 2) {
        pairs[i] = "k" + random.nextInt(12);
        pairs[i + 1] = i;
        expected.put((String) pairs[i], i);
      }
      ArrayMap<Integer> map = ArrayMap.ofPairs(pairs);
      assertThat(map).isEqualTo(expected).hasSameHashCodeAs(expected);
      assertThat(map.keySet()).containsExactlyElementsOf(expected.keySet());
      for (int k = 0; k < 13; k++) {
        assertThat(map.get("k" + k)).isEqualTo(expected.get("k" + k));
        assertThat(map.containsKey("k" + k)).isEqualTo(expected.containsKey("k" + k));
      }
    }
  }

  @Test
  void copyOfAnImmutableMapIsTheMapItself() {
    Map<String, Integer> map = ArrayMap.copyOf(new HashMap<>(Map.of("b", 2, "a", 1)));
    assertThat(ArrayMap.copyOf(map)).isSameAs(map);
    assertThat(map).hasToString("{a=1, b=2}");
  }

  @Test
  void valuesMayBeNullAndOtherKeysAreNotThere() {
    Map<String, @Nullable String> source = new LinkedHashMap<>();
    source.put("a", null);
    Map<String, @Nullable String> map = ArrayMap.copyOf(source);
    assertThat(map.containsKey("a")).isTrue();
    assertThat(map.get("a")).isNull();
    assertThat(map.containsKey(null)).isFalse();
    assertThat(map.get(1)).isNull();
  }

  @Test
  void nothingCanBeChanged() {
    Map<String, Integer> map = ArrayMap.copyOf(Map.of("a", 1));
    assertThatThrownBy(() -> map.put("b", 2)).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> map.remove("a")).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(map::clear).isInstanceOf(UnsupportedOperationException.class);
    var entries = map.entrySet().iterator();
    var entry = entries.next();
    assertThatThrownBy(() -> entry.setValue(2)).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(entries::next).isInstanceOf(NoSuchElementException.class);
  }
}
