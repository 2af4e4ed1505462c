package dev.drover.api.codec;

import static dev.drover.api.codec.Samples.json;
import static dev.drover.api.codec.Samples.proto;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.api.Condition;
import dev.drover.api.DeleteOptions;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.LabelSelector;
import dev.drover.api.ListMeta;
import dev.drover.api.ObjectMeta;
import dev.drover.api.PartialObject;
import dev.drover.api.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StructEqualityTest {
  static Stream<StructType<?>> types() {
    return Stream.concat(
        Samples.all().stream(),
        Stream.of(
            Thing.TYPE,
            ObjectMeta.TYPE,
            ListMeta.TYPE,
            Status.TYPE,
            Condition.TYPE,
            LabelSelector.TYPE,
            DeleteOptions.TYPE,
            PartialObject.TYPE));
  }

  @ParameterizedTest
  @MethodSource("types")
  <T extends Struct> void structsEqualThemselvesAfterARoundTrip(StructType<T> type) {
    RandomStructs structs = new RandomStructs(type.name().hashCode());
    for (int i = 0; i < 150; i++) {
      T value = structs.next(type);
      String text = json(type, value);
      T fromJson = json(type, text);
      assertThat(fromJson).as(text).isEqualTo(value).hasSameHashCodeAs(value);
      assertThat(json(type, fromJson)).isEqualTo(text);
      byte[] bytes = proto(type, value);
      T fromProto = proto(type, bytes);
      assertThat(fromProto).as(text).isEqualTo(value).hasSameHashCodeAs(value);
      assertThat(proto(type, fromProto)).isEqualTo(bytes);
      T enveloped =
          type.decode(type.encode(value, GroupVersionKind.EMPTY, Format.PROTOBUF), Format.PROTOBUF);
      assertThat(enveloped).isEqualTo(value);
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  <T extends Struct> void equalityAgreesWithHashCodesAndIsSymmetric(StructType<T> type) {
    RandomStructs structs = new RandomStructs(7);
    List<T> values = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      T value = structs.next(type);
      values.add(value);
      values.add(proto(type, proto(type, value))); // equal, with more empty structs in it
    }
    values.add(type.empty());
    for (T a : values) {
      assertThat(a).isEqualTo(a).isNotEqualTo(null).isNotEqualTo("text");
      for (T b : values) {
        assertThat(a.equals(b)).isEqualTo(b.equals(a));
        if (a.equals(b)) {
          assertThat(a).hasSameHashCodeAs(b);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  <T extends Struct> void aChangedFieldMakesADifference(StructType<T> type) {
    RandomStructs structs = new RandomStructs(8);
    int different = 0;
    for (int i = 0; i < 50; i++) {
      T value = structs.next(type);
      for (Field field : type.fields) {
        Object other = structs.next(type).slot(field.slot);
        if (other == null || other.equals(value.slot(field.slot)) || field.embedded) {
          continue;
        }
        assertThat(type.with(value, field.slot, other)).isNotEqualTo(value);
        different++;
      }
    }
    assertThat(different > 0).isEqualTo(type != PartialObject.TYPE); // which has one field
  }

  @Test
  void emptyEmbeddedStructEqualsNoneAtAnyDepth() {
    Sample none = json(Samples.NESTED, "{}");
    for (String text :
        List.of(
            "{\"embedded\":{}}",
            "{\"embedded\":{\"name\":\"\"}}",
            "{\"zeroable\":{}}",
            "{\"embedded\":{},\"zeroable\":{\"count\":0}}")) {
      assertThat(json(Samples.NESTED, text)).isEqualTo(none).hasSameHashCodeAs(none);
      Sample below = json(Samples.NESTED, "{\"below\":" + text + "}");
      Sample belowNone = json(Samples.NESTED, "{\"below\":{}}");
      assertThat(below).isEqualTo(belowNone).hasSameHashCodeAs(belowNone).isNotEqualTo(none);
    }
    Thing thing = json(Thing.TYPE, "{\"metadata\":{},\"spec\":{\"embedded\":{}}}");
    assertThat(thing).isEqualTo(Thing.TYPE.empty()).hasSameHashCodeAs(Thing.TYPE.empty());
    assertThat(json(Thing.TYPE, "{\"spec\":{\"pointer\":{}}}")).isNotEqualTo(Thing.TYPE.empty());
  }

  @Test
  void emptyStructOfAPointerDiffersFromNone() {
    Sample none = json(Samples.NESTED, "{}");
    for (String text :
        List.of("{\"pointer\":{}}", "{\"below\":{}}", "{\"list\":[{}]}", "{\"map\":{\"\":{}}}")) {
      assertThat(json(Samples.NESTED, text)).isNotEqualTo(none);
      assertThat(proto(Samples.NESTED, proto(json(Samples.NESTED, text)))).isNotEqualTo(none);
    }
  }

  @Test
  void unknownFieldsCountForEquality() {
    Sample known = json(Samples.LEAF, "{\"name\":\"n\"}");
    Sample unknown = json(Samples.LEAF, "{\"name\":\"n\",\"x\":1}");
    assertThat(unknown)
        .isNotEqualTo(known)
        .isEqualTo(json(Samples.LEAF, "{ \"x\" : 1, \"name\":\"n\"}"));
    assertThat(unknown).isNotEqualTo(json(Samples.LEAF, "{\"name\":\"n\",\"x\":2}"));
    assertThat(json(Samples.NESTED, "{\"embedded\":{\"x\":1}}"))
        .isNotEqualTo(Samples.NESTED.empty());
  }

  @Test
  void structsOfDifferentTypesAreNeverEqual() {
    assertThat((Object) Samples.LISTS.empty()).isNotEqualTo(Samples.MAPS.empty());
    assertThat((Object) Samples.LEAF.empty()).isNotEqualTo(ObjectMeta.TYPE.empty());
  }

  @Test
  void decodedValuesAreImmutableAtAnyDepth() {
    Sample value =
        json(
            Samples.NESTED,
            "{\"list\":[{},{},{}],\"map\":{\"k\":{}},\"lists\":{\"texts\":[\"a\"]},\"maps\":{\"texts\":{\"b\":\"1\",\"a\":\"2\"}}}");
    for (Sample each : List.of(value, proto(Samples.NESTED, proto(value)))) {
      List<Object> list = list(each.at("list"));
      refused(() -> list.add("x"));
      refused(list::removeFirst);
      Map<String, Object> map = map(each.at("map"));
      refused(() -> map.put("x", "y"));
      refused(() -> map.remove("k"));
      refused(map::clear);
      refused(() -> map.entrySet().iterator().next().setValue("x"));
    }
  }

  private static void refused(ThrowingCallable change) {
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(change);
  }

  @SuppressWarnings("unchecked") // lists of anything
  private static List<Object> list(Object value) {
    return (List<Object>) value;
  }

  @SuppressWarnings("unchecked") // maps of anything
  private static Map<String, Object> map(Object value) {
    return (Map<String, Object>) value;
  }
}
