package dev.drover.api.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.CustomResource;
import dev.drover.api.DynamicObject;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.Scope;
import dev.drover.api.wire.JsonReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DifferenceTest {

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
      Map<String, Object> patch = Difference.between(old, next);
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
  void patchHasOnlyTheChangedFields() {
    Map<String, Object> old = Map.of("a", 1L, "b", Map.of("c", 2L, "d", 3L), "e", List.of(1L));
    Map<String, Object> next = Map.of("a", 1L, "b", Map.of("c", 5L), "e", List.of(1L, 2L));
    Map<String, Object> inner = new HashMap<>();
    inner.put("c", 5L);
    inner.put("d", null);
    assertThat(Difference.between(old, next)).isEqualTo(Map.of("b", inner, "e", List.of(1L, 2L)));
  }

  static List<StructType<?>> types() {
    return List.of(
        Samples.SCALARS,
        Samples.MESSAGES,
        Samples.LISTS,
        Samples.MAPS,
        Samples.INLINED,
        Samples.NESTED,
        Thing.TYPE,
        ObjectMeta.TYPE);
  }

  @ParameterizedTest
  @MethodSource("types")
  void patchOfStructsEqualsThePatchOfTheirTrees(StructType<? extends Struct> type) {
    assertSameAsTrees(type);
  }

  private static <T extends Struct> void assertSameAsTrees(StructType<T> type) {
    RandomStructs random = new RandomStructs(7);
    Random choice = new Random(8);
    for (int i = 0; i < 500; i++) {
      T old = random.next(type);
      T other = random.next(type);
      T next = choice.nextInt(3) == 0 ? other : mixed(type, old, other, choice);
      assertThat(Difference.of(type, old, next))
          .as("%s -> %s", old, next)
          .isEqualTo(Difference.between(tree(type, old), tree(type, next)));
    }
  }

  private static <T extends Struct> T mixed(StructType<T> type, T old, T other, Random choice) {
    Object[] slots = new Object[type.fields.length];
    for (int slot = 0; slot < slots.length; slot++) {
      slots[slot] = (choice.nextInt(4) == 0 ? other : old).slot(slot);
    }
    return type.create(slots, null);
  }

  @SuppressWarnings("unchecked") // a struct is an object in JSON
  private static <T extends Struct> Map<String, Object> tree(StructType<T> type, T value) {
    byte[] json = type.encode(value, GroupVersionKind.EMPTY, Format.JSON);
    return (Map<String, Object>) TreeType.read(JsonReader.over(json, 0, json.length, 64));
  }

  @Test
  void unknownFieldsAreCompared() {
    Codec<Thing> codec = Codec.of(Thing.KIND);
    Thing old = thing(codec, "\"new\":{\"a\":1,\"b\":2},\"note\":\"n\"");
    Thing next = thing(codec, "\"new\":{\"a\":1,\"b\":3},\"note\":\"n\"");
    assertThat(codec.difference(old, next)).isEqualTo(Map.of("new", Map.of("b", 3L)));
    assertThat(codec.difference(old, old)).isEmpty();
  }

  private static Thing thing(Codec<Thing> codec, String fields) {
    return codec.decode(
        Samples.utf8("{\"metadata\":{\"name\":\"t\"}," + fields + "}"), Format.JSON);
  }

  record Scoop(String flavour, Optional<Integer> size) {}

  @CustomResource(group = "test.dev", version = "v1")
  record Cone(ObjectMeta metadata, Scoop spec) implements KubernetesObject {}

  @Test
  void recordsAndTreesAreComparedByTheirParts() {
    Codec<Cone> cones = Codec.of(Kind.of(Cone.class));
    Cone old = new Cone(ObjectMeta.builder().name("c").build(), new Scoop("mint", Optional.of(1)));
    Cone next = new Cone(old.metadata().withLabel("a", "b"), new Scoop("mint", Optional.empty()));
    Map<String, Object> spec = new HashMap<>();
    spec.put("size", null);
    Map<String, Object> expected =
        Map.of("metadata", Map.of("labels", Map.of("a", "b")), "spec", spec);
    assertThat(cones.difference(old, next)).isEqualTo(expected);

    DynamicObject from = DynamicObject.of(old);
    Codec<DynamicObject> dynamic = Codec.of(Kind.dynamic(from.gvk(), "cones", Scope.NAMESPACED));
    assertThat(dynamic.difference(from, DynamicObject.of(next))).isEqualTo(expected);
  }
}
