package dev.drover.api.codec;

import static dev.drover.api.codec.ProtoBytes.message;
import static dev.drover.api.codec.Samples.json;
import static dev.drover.api.codec.Samples.proto;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class StructProtobufTest {
  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  @Test
  void zerosOfValuesAreOnTheWireAsGoWritesThem() {
    assertThat(proto(Samples.SCALARS.empty()))
        .isEqualTo(hex("0a00 1200 2000 3000 3800 4800 590000000000000000"));
    assertThat(proto(Samples.MESSAGES.empty()))
        .isEqualTo(
            hex(
                "0a00" // time
                    + "1a00" // microtime
                    + "2a020800" // duration
                    + "3a030a0130" // quantity "0"
                    + "4a06080010001a00" // int or string: type, number, text
                    + "5a00" // raw
                    + "6a00")); // list of texts
    assertThat(proto(Samples.LISTS.empty())).isEmpty();
    assertThat(proto(Samples.MAPS.empty())).isEmpty();
  }

  @Test
  void zerosOfValuesReadAsAbsentAndZerosOfPointersStay() {
    assertThat(proto(Samples.SCALARS, proto(Samples.SCALARS.empty())).isEmpty()).isTrue();
    assertThat(proto(Samples.MESSAGES, proto(Samples.MESSAGES.empty())))
        .isEqualTo(Samples.MESSAGES.empty());
    Sample pointers =
        proto(
            Samples.SCALARS,
            message()
                .text(3, "")
                .varint(5, 0)
                .varint(8, 0)
                .varint(10, 0)
                .real(12, 0)
                .toByteArray());
    assertThat(pointers.at("textPointer")).isEqualTo("");
    assertThat(pointers.at("flagPointer")).isEqualTo(false);
    assertThat(pointers.at("smallPointer")).isEqualTo(0);
    assertThat(pointers.at("largePointer")).isEqualTo(0L);
    assertThat(pointers.at("realPointer")).isEqualTo(0.0);
  }

  @Test
  void everyScalarHasTheBytesOfTheSpecification() {
    Sample value =
        json(
            Samples.SCALARS,
            "{\"text\":\"é\",\"textRequired\":\"b\",\"textPointer\":\"\",\"flag\":true,"
                + "\"flagPointer\":false,\"small\":-1,\"smallRequired\":300,\"smallPointer\":-2147483648,"
                + "\"large\":-9223372036854775808,\"largePointer\":1,\"real\":-0.5,\"data\":\"AAE=\"}");
    byte[] expected =
        message()
            .text(1, "é")
            .text(2, "b")
            .text(3, "")
            .varint(4, 1)
            .varint(5, 0)
            .varint(6, -1)
            .varint(7, 300)
            .varint(8, Integer.MIN_VALUE)
            .varint(9, Long.MIN_VALUE)
            .varint(10, 1)
            .real(11, -0.5)
            .bytes(13, new byte[] {0, 1})
            .toByteArray();
    assertThat(proto(value)).isEqualTo(expected);
    assertThat(expected).containsSequence(hex("30ffffffffffffffffff01")); // ten bytes for -1
    assertThat(proto(Samples.SCALARS, expected)).isEqualTo(value);
  }

  @Test
  void everyMessageHasTheBytesOfGo() {
    Sample value =
        json(
            Samples.MESSAGES,
            "{\"time\":\"1970-01-01T00:02:03Z\",\"timePointer\":\"1969-12-31T23:59:59Z\","
                + "\"micro\":\"1970-01-01T00:00:01.000002Z\",\"duration\":\"-1ns\","
                + "\"durationPointer\":\"1s\",\"quantity\":\"1Gi\",\"quantityPointer\":\"0\","
                + "\"port\":-1,\"portPointer\":\"x\",\"raw\":{\"a\":1},\"extra\":[\"\",\"b\"]}");
    byte[] expected =
        message()
            .message(1, message().varint(1, 123).varint(2, 0))
            .message(2, message().varint(1, -1).varint(2, 0))
            .message(3, message().varint(1, 1).varint(2, 2000))
            .message(5, message().varint(1, -1))
            .message(6, message().varint(1, 1_000_000_000))
            .message(7, message().text(1, "1Gi"))
            .message(8, message().text(1, "0"))
            .message(9, message().varint(1, 0).varint(2, -1).text(3, ""))
            .message(10, message().varint(1, 1).varint(2, 0).text(3, "x"))
            .message(11, message().text(1, "{\"a\":1}"))
            .message(13, message().text(1, "").text(1, "b"))
            .toByteArray();
    assertThat(proto(value)).isEqualTo(expected);
    assertThat(proto(Samples.MESSAGES, expected)).isEqualTo(value);
  }

  @Test
  void listsAreRunsOfFields() {
    Sample value =
        json(
            Samples.LISTS,
            "{\"texts\":[\"\",\"a\"],\"flags\":[false,true],\"smalls\":[0,-1],\"reals\":[0,0.5],"
                + "\"quantities\":[\"1\"],\"raws\":[null,1],\"leaves\":[{\"name\":\"\"},{\"name\":\"x\"}]}");
    byte[] expected =
        message()
            .text(1, "")
            .text(1, "a")
            .varint(2, 0)
            .varint(2, 1)
            .varint(3, 0)
            .varint(3, -1)
            .real(5, 0)
            .real(5, 0.5)
            .message(8, message().text(1, "1"))
            .message(10, message())
            .message(10, message().text(1, "1"))
            .message(11, message().text(1, "").text(2, "").varint(3, 0))
            .message(11, message().text(1, "x").text(2, "").varint(3, 0))
            .toByteArray();
    assertThat(proto(value)).isEqualTo(expected);
    assertThat(proto(Samples.LISTS, expected)).isEqualTo(value);
  }

  @Test
  void mapsAreEntriesInTheOrderOfTheirKeys() {
    Sample value =
        json(
            Samples.MAPS,
            "{\"texts\":{\"b\":\"\",\"a\":\"x\"},\"smalls\":{\"k\":0},\"reals\":{\"r\":0.5},"
                + "\"datas\":{\"d\":\"AA==\"},\"quantities\":{\"cpu\":\"1\"},\"extras\":{\"e\":[\"v\"]},"
                + "\"leaves\":{\"l\":{\"name\":\"n\"}}}");
    byte[] expected =
        message()
            .entry(1, "a", "x")
            .entry(1, "b", "")
            .message(3, message().text(1, "k").varint(2, 0))
            .message(5, message().text(1, "r").real(2, 0.5))
            .message(6, message().text(1, "d").bytes(2, new byte[] {0}))
            .message(8, message().text(1, "cpu").message(2, message().text(1, "1")))
            .message(11, message().text(1, "e").message(2, message().text(1, "v")))
            .message(
                12,
                message().text(1, "l").message(2, message().text(1, "n").text(2, "").varint(3, 0)))
            .toByteArray();
    assertThat(proto(value)).isEqualTo(expected);
    assertThat(proto(Samples.MAPS, expected)).isEqualTo(value);
  }

  @Test
  void inlinedStructsAreFlatInJsonAndMessagesInProtobuf() {
    Sample value =
        json(
            Samples.INLINED,
            "{\"name\":\"n\",\"a\":\"x\",\"b\":0,\"c\":{\"name\":\"leaf\"},\"d\":[\"1\",\"2\"],"
                + "\"e\":{\"k\":\"v\"},\"z\":\"end\"}");
    ProtoBytes leaf = message().text(1, "leaf").text(2, "").varint(3, 0);
    byte[] expected =
        message()
            .text(1, "n")
            .message(
                2,
                message()
                    .text(1, "x")
                    .message(
                        2,
                        message()
                            .varint(1, 0)
                            .message(2, message().message(1, leaf).text(2, "1").text(2, "2")))
                    .entry(3, "k", "v"))
            .text(3, "end")
            .toByteArray();
    assertThat(proto(value)).isEqualTo(expected);
    assertThat(proto(Samples.INLINED, expected)).isEqualTo(value);
  }

  @Test
  void emptyInlinedMessagesAreAlwaysWrittenAsInGo() {
    assertThat(proto(Samples.INLINED.empty()))
        .isEqualTo(
            message()
                .text(1, "")
                .message(2, message().text(1, "").message(2, message().message(2, message())))
                .text(3, "")
                .toByteArray());
    assertThat(proto(Samples.INLINED, proto(Samples.INLINED.empty())).isEmpty()).isTrue();
  }

  @Test
  void unknownFieldsAreKeptAtEveryDepthAndInsideInlinedMessages() {
    ProtoBytes deepest = message().text(2, "d").text(9, "three deep").fixed32(10, 5);
    ProtoBytes two = message().message(2, deepest).varint(11, -1);
    ProtoBytes one = message().text(1, "a").message(2, two).fixed64(12, 7);
    ProtoBytes inlined = message().text(1, "n").message(2, one).text(13, "top");
    ProtoBytes leaf = message().text(1, "leaf").varint(77, 5);
    Sample value =
        proto(
            Samples.NESTED,
            message()
                .message(1, leaf)
                .message(4, message().message(2, leaf).text(70, "in a list"))
                .message(5, message().text(1, "k").message(2, message().varint(71, 1)))
                .message(7, inlined)
                .varint(1000, 3)
                .toByteArray());
    byte[] once = proto(value);
    Sample again = proto(Samples.NESTED, once);
    assertThat(again).isEqualTo(value);
    assertThat(proto(again)).isEqualTo(once);
    for (String text : List.of("three deep", "top", "in a list")) {
      assertThat(once).containsSequence(Samples.utf8(text));
    }
    Sample back = (Sample) again.at("inlined");
    assertThat(proto(back))
        .endsWith(
            message()
                .message(
                    2, message().message(2, message().message(2, message().text(9, "three deep"))))
                .message(2, message().message(2, message().message(2, message().fixed32(10, 5))))
                .message(2, message().message(2, message().varint(11, -1)))
                .message(2, message().fixed64(12, 7))
                .text(13, "top")
                .toByteArray());
  }

  @Test
  void unknownFieldsOfOneFormatAreNotWrittenInTheOther() {
    Sample fromJson = json(Samples.LEAF, "{\"name\":\"n\",\"new\":1}");
    assertThat(proto(fromJson)).isEqualTo(hex("0a016e 1200 1800"));
    Sample fromProto = proto(Samples.LEAF, message().text(1, "n").varint(9, 1).toByteArray());
    assertThat(json(fromProto)).isEqualTo("{\"name\":\"n\"}");
  }
}
