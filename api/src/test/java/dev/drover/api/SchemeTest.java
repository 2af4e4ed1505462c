package dev.drover.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.codec.KindSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

// G05, H09
class SchemeTest {
  @CustomResource(group = "example.com", version = "v1")
  record Cone(ObjectMeta metadata) implements KubernetesObject {}

  @CustomResource(group = "example.com", version = "v1")
  record Cup(ObjectMeta metadata) implements KubernetesObject {}

  @CustomResource(group = "example.com", version = "v1", kind = "Cone")
  record OtherCone(ObjectMeta metadata) implements KubernetesObject {}

  private static final GroupVersionKind CONE = new GroupVersionKind("example.com", "v1", "Cone");

  /// Knows one kind and counts how often it is asked.
  private static final class Counting implements KindSource {
    final List<GroupVersionKind> asked = new ArrayList<>();

    @Override
    public @Nullable Kind<?> find(GroupVersionKind kind) {
      asked.add(kind);
      return kind.equals(CONE) ? Kind.of(Cone.class) : null;
    }

    @Override
    public List<GroupVersionKind> kinds() {
      return List.of(CONE);
    }
  }

  @Test
  void typeAndKindLeadToEachOther() {
    var scheme = Scheme.empty().with(Cone.class, Cup.class);
    assertThat(scheme.find(CONE)).contains(Kind.of(Cone.class));
    assertThat(scheme.find(CONE).orElseThrow().type()).isEqualTo(Cone.class);
    assertThat(scheme.find(Cone.class)).contains(Kind.of(Cone.class));
    assertThat(scheme.kinds()).containsExactly(CONE, CONE.withKind("Cup"));
    assertThat(scheme.find(CONE.withVersion("v2"))).isEmpty();
    assertThat(scheme.find(OtherCone.class)).as("another class stands for this kind").isEmpty();
  }

  @Test
  void addingGivesALargerSchemeAndLeavesTheOldOne() {
    var small = Scheme.empty().with(Cone.class);
    var large = small.with(Cup.class);
    assertThat(small.find(Cup.class)).isEmpty();
    assertThat(large.find(Cone.class)).isPresent();
    assertThat(large.with(Cup.class).kinds()).isEqualTo(large.kinds());
    assertThat(Scheme.empty().kinds()).isEmpty();
  }

  @Test
  void schemeRefusesTwoClassesForOneKind() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scheme.empty().with(Cone.class, OtherCone.class))
        .withMessageContaining("example.com/v1, Kind=Cone is ")
        .withMessageContaining("SchemeTest$Cone in this scheme already; it cannot be")
        .withMessageContaining("OtherCone too");
  }

  @Test
  void twoSchemesKnowNothingOfEachOther() {
    var one = Scheme.empty().with(Cone.class);
    var other = Scheme.empty().with(OtherCone.class);
    byte[] json = json("Cone");
    assertThat(one.decode(json, Format.JSON)).isInstanceOf(Cone.class);
    assertThat(other.decode(json, Format.JSON)).isInstanceOf(OtherCone.class);
    assertThat(Scheme.empty().decode(json, Format.JSON)).isInstanceOf(DynamicObject.class);
  }

  @Test
  void kindSourcesAreReadOnDemandAndInOrder() {
    var first = new Counting();
    var second = new Counting();
    var scheme = Scheme.of(first, second).with(Cup.class);
    assertThat(scheme.kinds()).containsExactly(CONE.withKind("Cup"), CONE);
    assertThat(first.asked).isEmpty();
    assertThat(scheme.find(Cup.class)).isPresent();
    assertThat(first.asked).as("added classes come first").isEmpty();
    assertThat(scheme.find(CONE)).isPresent();
    assertThat(first.asked).containsExactly(CONE);
    assertThat(second.asked).as("the first one knew it").isEmpty();
    assertThat(scheme.find(CONE.withKind("Nobody"))).isEmpty();
    assertThat(second.asked).hasSize(1);
  }

  @Test
  void addedClassComesBeforeTheSource() {
    var scheme = Scheme.of(new Counting()).with(OtherCone.class);
    assertThat(scheme.find(CONE).orElseThrow().type()).isEqualTo(OtherCone.class);
    assertThat(scheme.find(Cone.class)).isEmpty();
  }

  @Test
  void unknownKindsAreReadAsDynamicObjects() {
    var scheme = Scheme.empty().with(Cone.class);
    var object = scheme.decode(json("Cup"), Format.JSON);
    assertThat(object).isInstanceOf(DynamicObject.class);
    assertThat(((DynamicObject) object).gvk()).isEqualTo(CONE.withKind("Cup"));
    assertThat(scheme.typed((DynamicObject) object)).isSameAs(object);
    assertThat(scheme.typed(DynamicObject.named(CONE, "", "a"))).isInstanceOf(Cone.class);
  }

  @Test
  void protobufOfAnUnknownKindIsRefused() {
    byte[] protobuf = ObjectMeta.TYPE.encode(ObjectMeta.builder().build(), CONE, Format.PROTOBUF);
    assertThatThrownBy(() -> Scheme.empty().decode(protobuf, Format.PROTOBUF))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("the scheme does not know this kind; ask for JSON");
  }

  @Test
  void schemeRefusesBytesThatAreNoObject() {
    for (String text : List.of("", "[]", "12", "{", "{\"kind\":1}", "{\"apiVersion\":\"a/b/c\"}")) {
      assertThatThrownBy(() -> Scheme.empty().decode(text.getBytes(UTF_8), Format.JSON))
          .as(text)
          .isInstanceOf(DecodeException.class);
    }
  }

  @Test // A13
  void rawValuesAreReadFromTheirText() {
    var scheme = Scheme.empty().with(Cone.class);
    var cone = new Cone(ObjectMeta.builder().name("a").build());
    assertThat(scheme.decode(RawExtension.of(cone))).isEqualTo(cone);
    assertThatThrownBy(() -> scheme.decode(RawExtension.NULL)).isInstanceOf(DecodeException.class);
  }

  private static byte[] json(String kind) {
    return "{\"apiVersion\":\"example.com/v1\",\"kind\":\"%s\",\"metadata\":{}}"
        .formatted(kind)
        .getBytes(UTF_8);
  }
}
