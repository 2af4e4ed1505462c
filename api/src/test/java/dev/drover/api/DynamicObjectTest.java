package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.codec.Codec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DynamicObjectTest {
  @CustomResource(group = "example.com", version = "v1")
  record Cone(ObjectMeta metadata, Spec spec) implements KubernetesObject {
    record Spec(int scoops, @Nullable String flavour) {}
  }

  private static final String JSON =
      """
      {"apiVersion":"example.com/v1","kind":"Cone","metadata":{"name":"a","namespace":"ns"},\
      "nothing":null,"spec":{"empty":[],"flavour":"vanilla","none":{},"price":1.5,"scoops":3,\
      "toppings":[{"name":"nuts"},null,["x"]],"vegan":true}}\
      """;

  private final DynamicObject cone = decode(JSON);

  @Test
  void valuesAreReadByPath() {
    assertThat(cone.text("spec", "flavour")).contains("vanilla");
    assertThat(cone.integer("spec", "scoops")).contains(3L);
    assertThat(cone.real("spec", "price")).contains(1.5);
    assertThat(cone.real("spec", "scoops")).contains(3.0);
    assertThat(cone.bool("spec", "vegan")).contains(true);
    assertThat(cone.text("spec", "toppings", "0", "name")).contains("nuts");
    assertThat(cone.text("spec", "toppings", "2", "0")).contains("x");
    assertThat(cone.list("spec", "toppings")).hasSize(3);
    assertThat(cone.map("spec", "none")).isEmpty();
    assertThat(cone.get()).contains(cone.fields());
  }

  @Test
  void kindAndMetadataAreReadByPathToo() {
    assertThat(cone.text("kind")).contains("Cone");
    assertThat(cone.text("apiVersion")).contains("example.com/v1");
    assertThat(cone.text("metadata", "namespace")).contains("ns");
    assertThat(cone.withGvk(GroupVersionKind.EMPTY).text("kind")).isEmpty();
  }

  @Test
  void pathWithoutAValueIsEmpty() {
    assertThat(cone.get("nowhere", "at", "all")).isEmpty();
    assertThat(cone.get("nothing")).isEmpty();
    assertThat(cone.get("nothing", "below")).isEmpty();
    assertThat(cone.get("spec", "flavour", "below")).isEmpty();
    assertThat(cone.get("spec", "toppings", "9")).isEmpty();
    assertThat(cone.get("spec", "toppings", "-1")).isEmpty();
    assertThat(cone.get("spec", "toppings", "first")).isEmpty();
    assertThat(cone.list("spec", "nowhere")).isEmpty();
    assertThat(cone.map("spec", "nowhere")).isEmpty();
  }

  @Test
  void valueOfAnotherTypeIsAnErrorThatDoesNotShowIt() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cone.integer("spec", "flavour"))
        .withMessage("spec.flavour of Cone ns/a is a String, not a Long");
    assertThatIllegalArgumentException().isThrownBy(() -> cone.integer("spec", "price"));
    assertThatIllegalArgumentException().isThrownBy(() -> cone.list("spec", "none"));
    assertThatIllegalArgumentException().isThrownBy(() -> cone.map("spec", "empty"));
  }

  @Test
  void changesCopyThePathAndShareTheRest() {
    var changed = cone.with(4, "spec", "scoops");
    assertThat(changed.integer("spec", "scoops")).contains(4L);
    assertThat(cone.integer("spec", "scoops")).as("the old one stays").contains(3L);
    assertThat(changed.list("spec", "toppings").getFirst())
        .isSameAs(cone.list("spec", "toppings").getFirst());
    assertThat(changed.metadata()).isSameAs(cone.metadata());
    assertThat(changed.with(3L, "spec", "scoops")).isEqualTo(cone).hasSameHashCodeAs(cone);
  }

  @Test
  void changesMakeObjectsOnTheWayAndReachIntoLists() {
    assertThat(cone.with("x", "a", "b", "c").text("a", "b", "c")).contains("x");
    assertThat(cone.with("x", "nothing", "b").text("nothing", "b")).contains("x");
    assertThat(
            cone.with("seeds", "spec", "toppings", "0", "name")
                .text("spec", "toppings", "0", "name"))
        .contains("seeds");
    assertThat(cone.with("whole", "spec", "toppings", "1").list("spec", "toppings"))
        .element(1)
        .isEqualTo("whole");
    assertThat(cone.without("spec", "toppings", "1").list("spec", "toppings")).hasSize(2);
    assertThat(cone.without("spec", "flavour").get("spec", "flavour")).isEmpty();
    assertThat(cone.without("spec", "nowhere")).isEqualTo(cone);
    assertThat(cone.without("nowhere", "at", "all")).isSameAs(cone);
  }

  @Test
  void changesThatCannotBeMadeSayWhy() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cone.with(1, "spec", "flavour", "below"))
        .withMessage("flavour is a String: nothing can be below it");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cone.with(1, "spec", "toppings", "first"))
        .withMessage("a list item goes by its number, got first");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cone.with(1, "spec", "toppings", "3"))
        .withMessage("there is no item 3 in a list of 3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cone.with(instant(), "spec", "at"))
        .withMessageContaining("has no form in JSON");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cone.with(Map.of(1, 2), "spec", "at"))
        .withMessage("a JSON name must be a string, got 1");
  }

  private static Object instant() {
    return Instant.EPOCH;
  }

  @ParameterizedTest
  @ValueSource(strings = {"metadata", "apiVersion", "kind"})
  void kindAndMetadataHaveWithersOfTheirOwn(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cone.with("x", name))
        .withMessageContaining("withMetadata");
    assertThatIllegalArgumentException().isThrownBy(() -> cone.without(name, "labels"));
    assertThatIllegalArgumentException().isThrownBy(() -> cone.with("x"));
  }

  @Test
  void nullsAndEmptyListsStayWhatTheyAre() {
    assertThat(encode(cone)).isEqualTo(JSON);
    var explicit = cone.with(null, "spec", "flavour").with(List.of(), "spec", "toppings");
    assertThat(encode(explicit)).contains("\"flavour\":null").contains("\"toppings\":[]");
    assertThat(explicit).isNotEqualTo(cone.without("spec", "flavour"));
    assertThat(explicit.map("spec")).containsEntry("flavour", null);
  }

  @Test
  void treesAreCopiedIn() {
    var items = new ArrayList<Object>(List.of("a"));
    var map = new HashMap<String, Object>(Map.of("items", items, "n", (short) 1, "f", 0.5f));
    var object = cone.with(map, "spec");
    items.add("b");
    map.clear();
    assertThat(object.list("spec", "items")).containsExactly("a");
    assertThat(object.integer("spec", "n")).contains(1L);
    assertThat(object.real("spec", "f")).contains(0.5);
    assertThatThrownBy(() -> object.map("spec").put("x", 1))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> object.list("spec", "items").add("x"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> object.fields().remove("spec"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void objectFromItsTreeEqualsTheObject() {
    assertThat(cone.tree()).containsKeys("apiVersion", "kind", "metadata", "spec", "nothing");
    assertThat(DynamicObject.ofTree(cone.tree())).isEqualTo(cone);
    assertThatThrownBy(() -> DynamicObject.ofTree(Map.of("metadata", "text")))
        .isInstanceOf(DecodeException.class);
  }

  @Test
  void equalWhenKindMetadataAndFieldsAre() {
    assertThat(decode(JSON)).isEqualTo(cone).hasSameHashCodeAs(cone);
    assertThat(cone.withMetadata(cone.metadata().withName("b"))).isNotEqualTo(cone);
    assertThat(cone.withGvk(GroupVersionKind.EMPTY)).isNotEqualTo(cone);
    assertThat(cone).isNotEqualTo(cone.toString());
  }

  @Test
  void printsKindNameAndFields() {
    assertThat(cone.toString()).startsWith("Cone ns/a {nothing: null, spec: {empty: [], flavour: ");
    assertThat(DynamicObject.named(new GroupVersionKind("", "v1", "Node"), "", "n"))
        .hasToString("Node n");
  }

  @Test // A02
  void missingKindIsEmptyAndNeverNull() {
    var object = decode("{\"metadata\":{\"name\":\"a\"}}");
    assertThat(object.gvk()).isEqualTo(GroupVersionKind.EMPTY);
    assertThat(encode(object)).isEqualTo("{\"metadata\":{\"name\":\"a\"}}");
    var pod = object.withGvk(new GroupVersionKind("", "v1", "Pod"));
    assertThat(encode(pod)).startsWith("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",");
    assertThat(pod.withGvk(GroupVersionKind.EMPTY)).isEqualTo(object);
  }

  @Test // A02
  void objectWithHalfAKindKeepsIt() {
    String onlyVersion = "{\"apiVersion\":\"v1\",\"metadata\":{}}";
    assertThat(encode(decode(onlyVersion))).isEqualTo(onlyVersion);
    String onlyKind = "{\"kind\":\"Pod\",\"metadata\":{}}";
    assertThat(encode(decode(onlyKind))).isEqualTo(onlyKind);
  }

  @Test // A06
  void kindOfADynamicKindIsFilledIn() {
    var kind =
        Kind.dynamic(new GroupVersionKind("example.com", "v1", "Cone"), "cones", Scope.CLUSTER);
    byte[] item = "{\"metadata\":{\"name\":\"a\"}}".getBytes(StandardCharsets.UTF_8);
    assertThat(Codec.of(kind).decode(item, Format.JSON).gvk()).isEqualTo(kind.gvk());
  }

  @Test
  void badApiVersionIsRefused() {
    assertThatThrownBy(() -> decode("{\"apiVersion\":\"a/b/c\",\"kind\":\"X\"}"))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("apiVersion");
  }

  @Test
  void typedViewAndBack() {
    Cone typed = cone.as(Cone.class);
    assertThat(typed.spec()).isEqualTo(new Cone.Spec(3, "vanilla"));
    assertThat(cone.as(Kind.of(Cone.class))).isEqualTo(typed);
    var again = DynamicObject.of(typed);
    assertThat(again.gvk()).isEqualTo(cone.gvk());
    assertThat(again.integer("spec", "scoops")).contains(3L);
    assertThat(again.as(Cone.class)).isEqualTo(typed);
    assertThat(DynamicObject.of(cone)).isSameAs(cone);
  }

  @Test
  void typedViewOfAnotherKindIsRefused() {
    assertThatThrownBy(() -> cone.withGvk(cone.gvk().withKind("Cup")).as(Cone.class))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("expected example.com/v1 Cone, found example.com/v1 Cup");
    assertThat(cone.withGvk(GroupVersionKind.EMPTY).as(Cone.class).name()).isEqualTo("a");
    assertThatThrownBy(() -> cone.with("many", "spec", "scoops").as(Cone.class))
        .isInstanceOfSatisfying(
            DecodeException.class, e -> assertThat(e.path()).isEqualTo("spec.scoops"));
  }

  @Test
  void nullsInListsArePossible() {
    var object = cone.with(Arrays.asList("a", null), "spec", "list");
    assertThat(object.list("spec", "list")).containsExactly("a", null);
    assertThat(object.get("spec", "list", "1")).isEmpty();
    assertThat(cone.with(Collections.singletonMap("k", null), "m").map("m")).containsKey("k");
  }

  private static DynamicObject decode(String json) {
    return DynamicObject.decode(json.getBytes(StandardCharsets.UTF_8));
  }

  private static String encode(DynamicObject object) {
    byte[] json = Codec.of(Kind.ofObject(object)).encode(object, Format.JSON);
    return new String(json, StandardCharsets.UTF_8);
  }
}
