package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonTreeTest {
  private static final Map<String, @Nullable Object> BEFORE =
      JsonTree.copyOf(
          Map.of(
              "metadata", Map.of("name", "a", "labels", Map.of("app", "web")),
              "spec", Map.of("ports", List.of(80L, 443L), "replicas", 2L)));

  @Test
  void copyOfATreeDoesNotFollowItsOrigin() {
    Map<String, @Nullable Object> origin = new HashMap<>();
    List<@Nullable Object> items = new ArrayList<>(List.of(1));
    origin.put("items", items);

    Map<String, @Nullable Object> copy = JsonTree.copyOf(origin);
    items.add(2);
    origin.put("more", true);

    assertThat(copy).isEqualTo(Map.of("items", List.of(1L)));
    assertThatThrownBy(() -> copy.put("x", 1L)).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void equalTreeIsTheInstanceBefore() {
    Map<String, @Nullable Object> same = new HashMap<>(BEFORE);
    same.put("spec", new HashMap<>(Map.of("ports", List.of(80, 443), "replicas", 2)));

    assertThat(JsonTree.copyOf(same, BEFORE)).isSameAs(BEFORE);
  }

  @Test
  void copySharesUnchangedPartsWithTheOldTree() {
    Map<String, @Nullable Object> changed = new HashMap<>(BEFORE);
    changed.put("spec", Map.of("ports", new ArrayList<>(List.of(80L, 443L)), "replicas", 3L));

    Map<String, @Nullable Object> copy = JsonTree.copyOf(changed, BEFORE);

    assertThat(copy).isEqualTo(changed);
    assertThat(copy.get("metadata")).isSameAs(BEFORE.get("metadata"));
    assertThat(((Map<?, ?>) copy.get("spec")).get("ports"))
        .isSameAs(((Map<?, ?>) BEFORE.get("spec")).get("ports"));
  }

  @Test
  void nullDiffersFromAnAbsentValue() {
    Map<String, @Nullable Object> withNull = new HashMap<>();
    withNull.put("a", null);
    Map<String, @Nullable Object> other = JsonTree.copyOf(Map.of("b", 1L));

    assertThat(JsonTree.copyOf(withNull, other)).isEqualTo(withNull);
    assertThat(JsonTree.copyOf(Map.of(), other)).isEmpty();
  }
}
