package dev.drover.api.codec;

import static dev.drover.api.codec.Samples.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.api.DynamicObject;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.Scope;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CodecSkipTest {
  private static final String THING =
      """
      {"kind":"Thing","apiVersion":"test.dev/v1",
       "metadata":{"name":"a","managedFields":[{"manager":"m","fieldsV1":{"f:spec":{"a":["}"]}}}],"labels":{"l":"1"},
         "annotations":{"keep":"1","drop":"2"}},
       "spec":{"embedded":{"name":"e","value":"v"},
         "list":[{"pointer":{"name":"p1","value":"v1"}},{"pointer":{"name":"p2","value":"v2"},"below":{}}],
         "map":{"x":{"pointer":{"name":"px"}},"y":{"pointer":{"name":"py"}}},
         "inlined":{"a":"aa","b":3,"c":{"name":"cc"},"d":["d1","d2"]},
         "maps":{"texts":{"t1":"1","t2":"2"},"leaves":{"k":{"name":"n","value":"w"}}}},
       "note":"hello"}
      """;

  private static final Thing WHOLE = Codec.of(Thing.KIND).decode(utf8(THING), Format.JSON);

  private static byte[] bytes(Format format) {
    return format == Format.JSON ? utf8(THING) : Codec.of(Thing.KIND).encode(WHOLE, format);
  }

  private static Thing without(Format format, String... paths) {
    return Codec.of(Thing.KIND).skipping(paths).decode(bytes(format), format);
  }

  @ParameterizedTest
  @EnumSource
  void skippedFieldIsAbsentAndAllOthersArePresent(Format format) {
    Thing thing = without(format, "metadata.managedFields");
    assertThat(WHOLE.metadata().managedFields()).hasSize(1);
    assertThat(thing.metadata().managedFields()).isEmpty();
    assertThat(thing.metadata()).isEqualTo(WHOLE.metadata().with(m -> m.managedFields(List.of())));
    assertThat(thing.spec()).isEqualTo(WHOLE.spec());
    assertThat(thing.note()).isEqualTo("hello");
  }

  @ParameterizedTest
  @EnumSource
  void skippedFieldsAreNotDecoded(Format format) {
    if (format == Format.JSON) {
      String wrong = THING.replace("\"manager\":\"m\"", "\"manager\":[\"\\q\",01]");
      Thing thing =
          Codec.of(Thing.KIND).skipping("metadata.managedFields").decode(utf8(wrong), format);
      assertThat(thing).isEqualTo(without(format, "metadata.managedFields"));
    } else {
      byte[] wrong =
          ProtoBytes.message()
              .message(1, ProtoBytes.message().text(1, "a").bytes(17, new byte[] {(byte) 0xFF}))
              .enveloped("", "");
      assertThat(
              Codec.of(Thing.KIND).skipping("metadata.managedFields").decode(wrong, format).name())
          .isEqualTo("a");
    }
  }

  @ParameterizedTest
  @EnumSource
  void pathsLeadThroughListsMapsAndInlinedStructs(Format format) {
    Thing thing =
        without(
            format,
            "spec.list.pointer.value",
            "spec.map.x.pointer",
            "spec.inlined.b",
            "spec.inlined.d",
            "spec.maps.texts.t1",
            "spec.maps.leaves.k.value",
            "metadata.annotations.drop",
            "note");
    String json =
        new String(Codec.of(Thing.KIND).encode(thing, Format.JSON), StandardCharsets.UTF_8);
    assertThat(json)
        .contains("\"p1\"", "\"p2\"", "\"py\"", "\"aa\"", "\"cc\"", "\"t2\":\"2\"", "\"keep\"")
        .doesNotContain(
            "\"v1\"", "\"v2\"", "\"px\"", "\"b\":3", "d1", "t1", "\"w\"", "drop", "hello");
    assertThat(thing.metadata().annotations()).isEqualTo(Map.of("keep", "1"));
  }

  @ParameterizedTest
  @EnumSource
  void shorterSkipPathIncludesLongerOnes(Format format) {
    Thing expected = without(format, "spec");
    assertThat(without(format, "spec", "spec.list.pointer")).isEqualTo(expected);
    assertThat(without(format, "spec.list.pointer", "spec")).isEqualTo(expected);
    assertThat(expected.spec().isEmpty()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void skipPathsOfMissingFieldsHaveNoEffect(Format format) {
    assertThat(without(format, "status", "spec.nope.nope", "metadata.labels.nope"))
        .isEqualTo(WHOLE);
    assertThat(without(format)).isEqualTo(WHOLE);
  }

  @ParameterizedTest
  @EnumSource
  void skippingAndSharingTogetherGiveTheSameObjects(Format format) {
    SharedParts parts = new SharedParts(1 << 10, new Random(1));
    Codec<Thing> both =
        Codec.of(Thing.KIND)
            .skipping("metadata.managedFields", "spec.list.pointer.value", "spec.map.x")
            .sharing(parts);
    Thing expected =
        without(format, "metadata.managedFields", "spec.list.pointer.value", "spec.map.x");
    Thing first = both.decode(bytes(format), format);
    Thing second = both.decode(bytes(format), format);
    assertThat(first).isEqualTo(expected);
    assertThat(second).isEqualTo(expected);
    assertThat(second.metadata().labels()).isSameAs(first.metadata().labels());
    assertThat(second.spec().at("inlined")).isSameAs(first.spec().at("inlined"));
    // Skipped here, present elsewhere: the two must not meet in the table.
    Thing whole = Codec.of(Thing.KIND).sharing(parts).decode(bytes(format), format);
    assertThat(whole).isEqualTo(WHOLE);
    assertThat(both.decode(bytes(format), format)).isEqualTo(expected);
  }

  @Test
  void treesCanBeSkippedToo() {
    Kind<DynamicObject> kind =
        Kind.dynamic(GroupVersionKind.parse("test.dev/v1", "Thing"), "things", Scope.NAMESPACED);
    DynamicObject object =
        Codec.of(kind)
            .skipping("metadata.managedFields", "spec.list.pointer", "spec.maps")
            .decode(utf8(THING), Format.JSON);
    assertThat(object.metadata().managedFields()).isEmpty();
    assertThat(new String(Codec.of(kind).encode(object, Format.JSON), StandardCharsets.UTF_8))
        .doesNotContain("p1", "maps", "fieldsV1")
        .contains("px", "hello");
  }

  @Test
  void skipPathWithoutNamesIsRefused() {
    for (String path : List.of("", ".", "metadata.", ".metadata", "a..b")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Codec.of(Thing.KIND).skipping(path))
          .withMessageContaining("JSON names joined by dots");
    }
  }
}
