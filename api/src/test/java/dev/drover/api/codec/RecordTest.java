package dev.drover.api.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.drover.api.Bytes;
import dev.drover.api.CustomResource;
import dev.drover.api.DecodeException;
import dev.drover.api.Format;
import dev.drover.api.HasStatus;
import dev.drover.api.IntOrString;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.LabelSelector;
import dev.drover.api.Name;
import dev.drover.api.ObjectMeta;
import dev.drover.api.OwnerReference;
import dev.drover.api.Quantity;
import dev.drover.api.RawExtension;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// User kinds are records: how they are read and written.
class RecordTest {
  @CustomResource(group = "controller.nicoleh.io", version = "v1alpha1")
  record Icecream(ObjectMeta metadata, Spec spec, @Nullable Status status)
      implements KubernetesObject, HasStatus<Icecream.Status> {
    record Spec(String deploymentName, @Nullable Integer replicas) {}

    record Status(@Nullable String nodeName, int pods) {}
  }

  @Test // A06
  void recordOfTheReadmeRoundTrips() {
    String json =
        """
        {"apiVersion":"controller.nicoleh.io/v1alpha1","kind":"Icecream",\
        "metadata":{"name":"vanilla","namespace":"shop"},\
        "spec":{"deploymentName":"cone","replicas":2},"status":{"nodeName":"n1","pods":3}}\
        """;
    var icecream = decode(Icecream.class, json);
    assertThat(icecream)
        .isEqualTo(
            new Icecream(
                ObjectMeta.builder().namespace("shop").name("vanilla").build(),
                new Icecream.Spec("cone", 2),
                new Icecream.Status("n1", 3)));
    assertThat(encode(icecream)).isEqualTo(json);
  }

  @Test
  void missingComponentsAreNullOrZero() {
    var icecream = decode(Icecream.class, "{}");
    assertThat(icecream.metadata()).isEqualTo(ObjectMeta.builder().build());
    assertThat(icecream.spec()).isEqualTo(new Icecream.Spec("", null));
    assertThat(icecream.status()).isNull();
    assertThat(decode(Icecream.class, "{\"status\":{}}").status())
        .isEqualTo(new Icecream.Status(null, 0));
    assertThat(decode(Icecream.class, "{\"spec\":null,\"status\":null}")).isEqualTo(icecream);
  }

  @Test
  void requiredPartsAreAlwaysWrittenOptionalOnesOnlyWhenSet() {
    var bare = new Icecream(ObjectMeta.builder().build(), new Icecream.Spec("", null), null);
    assertThat(encode(bare))
        .isEqualTo(
            "{\"apiVersion\":\"controller.nicoleh.io/v1alpha1\",\"kind\":\"Icecream\","
                + "\"metadata\":{},\"spec\":{\"deploymentName\":\"\"}}");
    var withStatus = new Icecream(bare.metadata(), bare.spec(), new Icecream.Status(null, 0));
    assertThat(encode(withStatus)).endsWith("\"status\":{\"pods\":0}}");
  }

  enum Size {
    SMALL,
    @Name("extra-large")
    EXTRA_LARGE,
    @JsonProperty("kids")
    FOR_KIDS,
    default_
  }

  record Empty() {}

  record Inner(String text, List<Inner> children) {}

  @CustomResource(group = "example.com", version = "v1")
  record Everything(
      ObjectMeta metadata,
      int i,
      long l,
      boolean b,
      double d,
      String s,
      @Nullable Integer boxedI,
      @Nullable Long boxedL,
      @Nullable Boolean boxedB,
      @Nullable Double boxedD,
      @Nullable String maybe,
      Optional<String> optional,
      Optional<Inner> optionalRecord,
      List<String> list,
      Map<String, Integer> map,
      List<List<String>> lists,
      Map<String, List<Inner>> mapOfLists,
      Inner inner,
      @Nullable Empty empty,
      LabelSelector selector,
      @Nullable OwnerReference owner,
      Size size,
      List<Size> sizes,
      Instant instant,
      Duration duration,
      Quantity quantity,
      IntOrString port,
      Bytes bytes,
      RawExtension raw,
      Object tree)
      implements KubernetesObject {}

  private static final String EVERYTHING =
      """
      {"apiVersion":"example.com/v1","kind":"Everything","metadata":{"name":"a"},\
      "i":-1,"l":9007199254740993,"b":true,"d":1.5,"s":"t",\
      "boxedI":0,"boxedL":0,"boxedB":false,"boxedD":0,"maybe":"",\
      "optional":"o","optionalRecord":{"text":"r"},\
      "list":["a",""],"map":{"a":1,"b":0},"lists":[["x"],[]],\
      "mapOfLists":{"k":[{"text":"v","children":[{"text":""}]}]},"inner":{"text":"in"},"empty":{},\
      "selector":{"matchLabels":{"app":"x"}},\
      "owner":{"apiVersion":"v1","kind":"Pod","name":"p","uid":"u"},\
      "size":"extra-large","sizes":["SMALL","kids","default"],\
      "instant":"2024-01-02T03:04:05Z","duration":"1m30s","quantity":"100m","port":"http",\
      "bytes":"aGk=","raw":{"any":[1,null]},"tree":{"x":[1,2.5,true,null,"s",{}]}}\
      """;

  @Test
  void componentsMayHaveManyTypes() {
    var all = decode(Everything.class, EVERYTHING);
    assertThat(all.l()).isEqualTo(9007199254740993L);
    assertThat(all.boxedI()).isZero();
    assertThat(all.maybe()).isEmpty();
    assertThat(all.optional()).contains("o");
    assertThat(all.optionalRecord()).contains(new Inner("r", List.of()));
    assertThat(all.lists()).containsExactly(List.of("x"), List.of());
    assertThat(all.mapOfLists().get("k").getFirst().children())
        .containsExactly(new Inner("", List.of()));
    assertThat(all.empty()).isEqualTo(new Empty());
    assertThat(all.selector()).isEqualTo(LabelSelector.ofLabels(Map.of("app", "x")));
    assertThat(all.size()).isEqualTo(Size.EXTRA_LARGE);
    assertThat(all.sizes()).containsExactly(Size.SMALL, Size.FOR_KIDS, Size.default_);
    assertThat(all.instant()).isEqualTo("2024-01-02T03:04:05Z");
    assertThat(all.duration()).isEqualTo(Duration.ofSeconds(90));
    assertThat(all.quantity()).isEqualTo(Quantity.parse("100m"));
    assertThat(all.port()).isEqualTo(IntOrString.of("http"));
    assertThat(all.bytes()).isEqualTo(Bytes.ofUtf8("hi"));
    assertThat(all.raw()).isEqualTo(RawExtension.ofJson("{\"any\":[1,null]}"));
    assertThat(all.tree()).isInstanceOf(Map.class);
    assertThat(encode(all)).isEqualTo(EVERYTHING);
  }

  @Test
  void componentsThatAreMissingHaveTheZeroOfTheirType() {
    var all = decode(Everything.class, "{}");
    assertThat(all.s()).isEmpty();
    assertThat(all.i()).isZero();
    assertThat(all.boxedL()).isNull();
    assertThat(all.optional()).isEmpty();
    assertThat(all.list()).isEmpty();
    assertThat(all.map()).isEmpty();
    assertThat(all.inner()).isEqualTo(new Inner("", List.of()));
    assertThat(all.selector()).isEqualTo(LabelSelector.builder().build());
    assertThat(all.owner()).isNull();
    assertThat(all.duration()).isEqualTo(Duration.ZERO);
    assertThat(all.quantity()).isEqualTo(Quantity.parse("0"));
    assertThat(all.port()).isEqualTo(IntOrString.of(0));
    assertThat(all.bytes()).isEqualTo(Bytes.EMPTY);
    assertThat(all.raw()).isEqualTo(RawExtension.NULL);
    assertThat(all.size()).as("an enum has no zero").isNull();
    assertThat(decode(Everything.class, encode(all))).isEqualTo(all);
  }

  @Test
  void listsAndMapsAreImmutableAndNeverNull() {
    var all = decode(Everything.class, EVERYTHING);
    assertThatThrownBy(() -> all.list().add("x")).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> all.map().put("x", 1))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> all.map().entrySet().iterator().next().setValue(2))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> ((Map<?, ?>) all.tree()).clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(decode(Everything.class, "{\"list\":null,\"map\":null}").list()).isEmpty();
  }

  @CustomResource(group = "example.com", version = "v1")
  record Lists(ObjectMeta metadata, @Nullable List<String> list, Optional<Map<String, String>> map)
      implements KubernetesObject {}

  @Test
  void absentNullAndEmptyListsAreOne() {
    for (String json : List.of("{}", "{\"list\":[],\"map\":{}}", "{\"list\":null,\"map\":null}")) {
      var lists = decode(Lists.class, json);
      assertThat(lists.list()).as(json).isEmpty();
      assertThat(lists.map()).as(json).isEmpty();
      assertThat(encode(lists)).endsWith("\"metadata\":{}}");
    }
    var nulls = new Lists(ObjectMeta.builder().build(), null, Optional.of(new HashMap<>()));
    assertThat(encode(nulls)).endsWith("\"metadata\":{}}");
    var empty = new Lists(nulls.metadata(), new ArrayList<>(), Optional.empty());
    assertThat(encode(empty)).endsWith("\"metadata\":{}}");
  }

  @CustomResource(group = "example.com", version = "v1")
  record Named(
      ObjectMeta metadata,
      @Name("x-kubernetes") String first,
      @JsonProperty("fromJackson") String second,
      @JsonProperty String third,
      @Nullable String class_,
      @JsonProperty("own") String accessor)
      implements KubernetesObject {
    @Override
    public String accessor() {
      return accessor;
    }
  }

  @Test
  void namesInJsonMayDiffer() {
    var named = new Named(ObjectMeta.builder().build(), "1", "2", "3", "4", "5");
    String json = encode(named);
    assertThat(json)
        .endsWith(
            "\"x-kubernetes\":\"1\",\"fromJackson\":\"2\",\"third\":\"3\",\"class\":\"4\","
                + "\"own\":\"5\"}");
    assertThat(decode(Named.class, json)).isEqualTo(named);
  }

  record Tree(@Nullable String value, List<Tree> children, @Nullable Tree next) {}

  @CustomResource(group = "example.com", version = "v1")
  record Forest(ObjectMeta metadata, Tree tree, Map<String, Tree> trees)
      implements KubernetesObject {}

  @Test
  void recordMayHoldOthersOfItsKind() {
    String json =
        "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Forest\",\"metadata\":{},"
            + "\"tree\":{\"value\":\"a\",\"children\":[{\"value\":\"b\"},{\"next\":{}}]},"
            + "\"trees\":{\"x\":{\"children\":[{}]}}}";
    var forest = decode(Forest.class, json);
    assertThat(forest.tree().children().get(1).next()).isEqualTo(new Tree(null, List.of(), null));
    assertThat(encode(forest)).isEqualTo(json);
  }

  @CustomResource(group = "example.com", version = "v1")
  record Checked(ObjectMeta metadata, Size size, int count) implements KubernetesObject {
    Checked {
      size = size == null ? Size.SMALL : size;
      if (count < 0) {
        throw new IllegalArgumentException("count must not be negative");
      }
    }
  }

  @Test
  void constructorMayChooseDefaultsAndCheck() {
    assertThat(decode(Checked.class, "{}").size()).isEqualTo(Size.SMALL);
    assertThatThrownBy(() -> decode(Checked.class, "{\"count\":-1}"))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("refused")
        .hasRootCauseMessage("count must not be negative");
  }

  @Test
  void objectThatItsConstructorRefusesDoesNotSpoilTheList() throws IOException {
    String json = "{\"items\":[{\"count\":1},{\"metadata\":{\"name\":\"bad\"},\"count\":-1},{}]}";
    List<Integer> counts = new ArrayList<>();
    List<String> broken = new ArrayList<>();
    var sink =
        new ListSink<Checked>() {
          @Override
          public void item(Checked object) {
            counts.add(object.count());
          }

          @Override
          public void broken(BrokenItem item) {
            broken.add(item.key());
          }
        };
    Codec.of(Kind.of(Checked.class))
        .decodeList(
            new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), Format.JSON, sink);
    assertThat(counts).containsExactly(1, 0);
    assertThat(broken).containsExactly("bad");
  }

  @Test
  void fieldsThatTheRecordDoesNotKnowAreLeftOut() {
    var icecream =
        decode(Icecream.class, "{\"spec\":{\"deploymentName\":\"a\",\"later\":[1]},\"x\":{}}");
    assertThat(icecream.spec()).isEqualTo(new Icecream.Spec("a", null));
  }

  @Test
  void valuesOfTheWrongTypeAreNamedByTheirPath() {
    assertThatThrownBy(() -> decode(Icecream.class, "{\"spec\":{\"replicas\":\"hunter2\"}}"))
        .isInstanceOfSatisfying(
            DecodeException.class, e -> assertThat(e.path()).isEqualTo("spec.replicas"))
        .hasMessageNotContaining("hunter2");
    assertThatThrownBy(() -> decode(Everything.class, "{\"sizes\":[\"SMALL\",\"HUGE\"]}"))
        .isInstanceOfSatisfying(
            DecodeException.class, e -> assertThat(e.path()).isEqualTo("sizes[1]"))
        .hasMessageContaining("not one of SMALL, extra-large, kids, default");
    assertThatThrownBy(() -> decode(Icecream.class, "{\"spec\":{\"replicas\":3000000000}}"))
        .isInstanceOf(DecodeException.class);
    assertThatThrownBy(() -> decode(Everything.class, "{\"list\":[null]}"))
        .isInstanceOf(DecodeException.class);
  }

  @Test
  void objectOfAnotherKindIsRefused() {
    assertThatThrownBy(() -> decode(Icecream.class, "{\"apiVersion\":\"v1\",\"kind\":\"Pod\"}"))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("expected controller.nicoleh.io/v1alpha1 Icecream, found v1 Pod");
  }

  @Test
  void customKindsHaveNoProtobuf() {
    var kind = Kind.of(Icecream.class);
    assertThat(kind.hasProtobuf()).isFalse();
    assertThatThrownBy(() -> Codec.of(kind).encode(decode(Icecream.class, "{}"), Format.PROTOBUF))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("no protobuf");
  }

  @Test
  void secretBytesAreNotPrinted() {
    var all = decode(Everything.class, EVERYTHING);
    assertThat(all.toString())
        .contains("bytes=Bytes[2]")
        .contains("RawExtension[")
        .doesNotContain("aGk");
  }

  @Test
  void metadataOfARecordCanBeChangedWithoutKnowingItsType() {
    var before = decode(Everything.class, EVERYTHING);
    var changed =
        Kind.of(Everything.class).withMetadata(before, before.metadata().withLabel("a", "b"));
    assertThat(changed.metadata().labels()).isEqualTo(Map.of("a", "b"));
    assertThat(Kind.of(Everything.class).withMetadata(changed, before.metadata()))
        .isEqualTo(before);
  }

  private static <T extends KubernetesObject> T decode(Class<T> type, String json) {
    return Codec.of(Kind.of(type)).decode(json.getBytes(StandardCharsets.UTF_8), Format.JSON);
  }

  private static <T extends KubernetesObject> String encode(T object) {
    return new String(
        Codec.of(Kind.ofObject(object)).encode(object, Format.JSON), StandardCharsets.UTF_8);
  }
}
