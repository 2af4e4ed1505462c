package dev.drover.api.codec;

import static dev.drover.api.codec.ProtoBytes.message;
import static dev.drover.api.codec.Samples.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.api.DecodeException;
import dev.drover.api.DecodeLimits;
import dev.drover.api.Format;
import dev.drover.api.TypeMeta;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodecTest {
  private static final Codec<Thing> CODEC = Codec.of(Thing.KIND);
  private static final Thing THING =
      Samples.json(Thing.TYPE, "{\"metadata\":{\"name\":\"a\"},\"note\":\"n\"}");

  @Test
  void jsonStartsWithWhatTheObjectIs() {
    String json = new String(CODEC.encode(THING, Format.JSON), StandardCharsets.UTF_8);
    assertThat(json)
        .isEqualTo(
            "{\"apiVersion\":\"test.dev/v1\",\"kind\":\"Thing\",\"metadata\":{\"name\":\"a\"},\"note\":\"n\"}");
    assertThat(CODEC.decode(utf8(json), Format.JSON)).isEqualTo(THING);
  }

  @Test
  void protobufStandsInTheEnvelopeOfKubernetes() {
    byte[] bytes = CODEC.encode(THING, Format.PROTOBUF);
    ProtoBytes raw = message().plain(Samples.proto(Thing.TYPE, THING));
    assertThat(bytes).isEqualTo(raw.enveloped("test.dev/v1", "Thing"));
    assertThat(bytes).startsWith('k', '8', 's', 0);
    assertThat(CODEC.decode(bytes, Format.PROTOBUF)).isEqualTo(THING);
    assertThat(TypeMeta.of(bytes, Format.PROTOBUF)).isEqualTo(new TypeMeta("test.dev/v1", "Thing"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"metadata\":{\"name\":\"a\"},\"note\":\"n\"}",
        "{\"kind\":\"Thing\",\"metadata\":{\"name\":\"a\"},\"note\":\"n\"}",
        "{\"note\":\"n\",\"metadata\":{\"name\":\"a\"},\"kind\":\"Thing\",\"apiVersion\":\"test.dev/v1\"}",
        "{\"kind\":null,\"apiVersion\":null,\"metadata\":{\"name\":\"a\"},\"note\":\"n\"}",
        "{\"kind\":\"\",\"apiVersion\":\"\",\"metadata\":{\"name\":\"a\"},\"note\":\"n\"}"
      })
  void apiVersionAndKindMayBeMissingOrComeLast(String json) {
    assertThat(CODEC.decode(utf8(json), Format.JSON)).isEqualTo(THING);
  }

  @Test
  void apiVersionAndKindOfPartsAreOrdinaryUnknownFields() {
    String json = "{\"spec\":{\"embedded\":{\"name\":\"\",\"apiVersion\":\"x\",\"kind\":\"Pod\"}}}";
    Thing thing = CODEC.decode(utf8(json), Format.JSON);
    assertThat(new String(CODEC.encode(thing, Format.JSON), StandardCharsets.UTF_8))
        .contains("{\"name\":\"\",\"apiVersion\":\"x\",\"kind\":\"Pod\"}");
  }

  @ParameterizedTest
  @CsvSource({"v1, Pod", "test.dev/v1, Pod", "test.dev/v2, Thing", "v1, Status"})
  void encodedObjectOfAnotherKindIsRefused(String apiVersion, String kind) {
    String expected =
        "cannot decode Thing: expected test.dev/v1 Thing, found " + apiVersion + " " + kind;
    String json = "{\"apiVersion\":\"" + apiVersion + "\",\"kind\":\"" + kind + "\"}";
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> CODEC.decode(utf8(json), Format.JSON))
        .withMessage(expected);
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> CODEC.decode(message().enveloped(apiVersion, kind), Format.PROTOBUF))
        .withMessage(expected);
  }

  @Test
  void bytesWithoutTheEnvelopeAreRefused() {
    List<byte[]> wrong =
        List.of(
            new byte[0],
            utf8("k8s"),
            utf8("k8s\1"),
            utf8("{\"kind\":\"Thing\"}"),
            Samples.proto(Thing.TYPE, THING));
    for (byte[] bytes : wrong) {
      assertThatExceptionOfType(DecodeException.class)
          .isThrownBy(() -> CODEC.decode(bytes, Format.PROTOBUF))
          .withMessageContaining("does not start with k8s\\0");
    }
  }

  @Test
  void compressedEnvelopeIsRefused() {
    byte[] encoded =
        message().plain(utf8("k8s\0")).message(2, message()).text(3, "gzip").toByteArray();
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> CODEC.decode(encoded, Format.PROTOBUF))
        .withMessageContaining("encoded as 'gzip'");
  }

  @Test
  void envelopeMayHaveUnknownAndMissingFields() {
    byte[] odd =
        message()
            .plain(utf8("k8s\0"))
            .varint(9, 5)
            .message(2, message().text(3, "n"))
            .message(1, message().varint(7, 1).text(2, "Thing"))
            .text(4, "application/vnd.kubernetes.protobuf")
            .toByteArray();
    assertThat(CODEC.decode(odd, Format.PROTOBUF).note()).isEqualTo("n");
    assertThat(CODEC.decode(utf8("k8s\0"), Format.PROTOBUF).isEmpty()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, JSON",
    "application/json;charset=utf-8, JSON",
    "Application/JSON ; stream=watch, JSON",
    "application/vnd.kubernetes.protobuf, PROTOBUF",
    "application/vnd.kubernetes.protobuf;stream=watch, PROTOBUF",
    "' application/vnd.kubernetes.protobuf ;type=x', PROTOBUF"
  })
  void formatIsThatOfTheContentType(String header, Format format) {
    assertThat(Format.ofContentType(header)).isEqualTo(format);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "text/plain",
        "application/cbor",
        "text/html;application/json",
        "application/jsonx"
      })
  void otherFormatsAreRefused(String header) {
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> Format.ofContentType(header))
        .withMessageContaining("'" + header + "'");
  }

  @Test
  void limitsApplyToSingleObjects() {
    Codec<Thing> limited = CODEC.limitedTo(new DecodeLimits(4, 100));
    limited.decode(utf8("{\"x\":[[[1]]]}"), Format.JSON);
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> limited.decode(utf8("{\"x\":[[[[1]]]]}"), Format.JSON))
        .withMessageContaining("nested deeper than 4 levels");
    String large = "{\"note\":\"" + "x".repeat(100) + "\"}";
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> limited.decode(utf8(large), Format.JSON))
        .withMessageContaining("larger than the limit of 100 bytes");
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(
            () ->
                limited.decode(
                    message().text(3, "x".repeat(100)).enveloped("", ""), Format.PROTOBUF))
        .withMessageContaining("larger than the limit of 100 bytes");
    ProtoBytes nested = message();
    for (int i = 0; i < 4; i++) {
      nested = message().message(6, nested);
    }
    byte[] deep = message().message(2, nested).enveloped("", "");
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> limited.decode(deep, Format.PROTOBUF))
        .withMessageContaining("nested deeper than 4 levels");
  }

  @Test
  void impossibleLimitsAreRefused() {
    for (int depth : new int[] {0, -1, 10_001}) {
      assertThatIllegalArgumentException().isThrownBy(() -> new DecodeLimits(depth, 100));
    }
    for (int bytes : new int[] {0, -1, 1 << 30, Integer.MAX_VALUE}) {
      assertThatIllegalArgumentException().isThrownBy(() -> new DecodeLimits(16, bytes));
    }
  }
}
