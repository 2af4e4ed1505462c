package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.codec.Codec;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

// A13
class RawExtensionTest {
  @CustomResource(group = "example.com", version = "v1")
  record Holder(ObjectMeta metadata, RawExtension any, @Nullable RawExtension maybe)
      implements KubernetesObject {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\":\"Unheard\",\"apiVersion\":\"of/v9\",\"b\":1,\"a\":[null,{}],\"big\":1e400}",
        "[1,2.50,true]",
        "\"text\"",
        "12.500",
        "{\"spaces \":\" in \\\" text \"}"
      })
  void unknownValuesGoThereAndBackByteForByte(String json) {
    var codec = Codec.of(Kind.of(Holder.class));
    var holder = new Holder(ObjectMeta.builder().build(), RawExtension.ofJson(json), null);
    byte[] bytes = codec.encode(holder, Format.JSON);
    assertThat(Bytes.of(bytes).utf8()).contains("\"any\":" + json);
    assertThat(codec.decode(bytes, Format.JSON).any().raw().utf8()).isEqualTo(json);
  }

  @Test
  void holdsAnObjectOrATree() {
    var holder = new Holder(ObjectMeta.builder().name("a").build(), RawExtension.NULL, null);
    assertThat(RawExtension.of(holder).as(Kind.of(Holder.class))).isEqualTo(holder);
    var tree = Map.of("a", Arrays.asList(1L, 2.5, true, null, "x", Map.of(), List.of()));
    assertThat(RawExtension.ofTree(tree).tree()).isEqualTo(tree);
    assertThat(RawExtension.ofTree(null)).isEqualTo(RawExtension.NULL);
  }

  @Test
  void whiteSpaceBetweenTokensDoesNotMatter() {
    assertThat(RawExtension.ofJson(" { \"a\" : [ 1 ,\n\t2 ] } "))
        .isEqualTo(RawExtension.ofJson("{\"a\":[1,2]}"));
  }

  @Test
  void holdsProtobufToo() {
    var metadata = ObjectMeta.builder().name("a").build();
    var kind = Kind.of(Holder.class).metadataOnly();
    byte[] protobuf = Codec.of(kind).encode(PartialObject.of(metadata), Format.PROTOBUF);
    assertThat(new RawExtension(Bytes.of(protobuf)).as(kind).metadata()).isEqualTo(metadata);
  }

  @Test
  void nullIsNoBytes() {
    assertThat(RawExtension.ofJson(" null\n")).isEqualTo(RawExtension.NULL);
    assertThat(RawExtension.NULL.tree()).isNull();
    assertThatThrownBy(() -> RawExtension.NULL.as(Kind.of(Holder.class)))
        .isInstanceOf(DecodeException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{} {}", "hunter2", "{\"a\":01}", "[1,]"})
  void badJsonIsRefusedWithoutShowingIt(String json) {
    assertThatThrownBy(() -> RawExtension.ofJson(json))
        .isInstanceOf(DecodeException.class)
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void contentIsNotPrinted() {
    assertThat(RawExtension.ofJson("\"hunter2\"")).hasToString("RawExtension[9 bytes]");
  }
}
