package dev.drover.api.codec;

import static dev.drover.api.codec.ProtoBytes.message;
import static dev.drover.api.codec.Samples.json;
import static dev.drover.api.codec.Samples.proto;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.api.IntOrString;
import dev.drover.api.Quantity;
import dev.drover.api.RawExtension;
import dev.drover.api.wire.WireException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What no Kubernetes server writes, and every reader of protobuf must cope with.
class StructProtobufReadTest {
  private static WireException refused(StructType<Sample> type, ProtoBytes message) {
    try {
      throw new AssertionError("read as " + proto(type, message.toByteArray()));
    } catch (WireException e) {
      return e;
    }
  }

  @Test
  void nanosOfSecondsAreIgnoredAndMicrosAreCut() {
    Sample value =
        proto(
            Samples.MESSAGES,
            message()
                .message(1, message().varint(1, 5).varint(2, 999_999_999))
                .message(3, message().varint(1, 5).varint(2, 1_999))
                .toByteArray());
    assertThat(value.at("time")).isEqualTo(Instant.ofEpochSecond(5));
    assertThat(value.at("micro")).isEqualTo(Instant.ofEpochSecond(5, 1_000));
  }

  @Test
  void timesOutsideOfRfc3339AreRefused() {
    long[] wrong = {
      Long.MIN_VALUE,
      Long.MAX_VALUE,
      Instant.MAX.getEpochSecond(),
      Instant.MIN.getEpochSecond(),
      253_402_300_800L, // year 10000
      -62_135_596_801L // before year 1
    };
    for (int field : new int[] {1, 3}) {
      for (long seconds : wrong) {
        assertThat(
                refused(Samples.MESSAGES, message().message(field, message().varint(1, seconds))))
            .hasMessageEndingWith("not a time of the years 0001 to 9999");
      }
      for (long nanos : new long[] {-1, 1_000_000_000, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
        refused(
            Samples.MESSAGES, message().message(field, message().varint(1, 1).varint(2, nanos)));
      }
    }
  }

  @Test
  void emptyMessagesAreZeroAndUnknownFieldsInThemAreSteppedOver() {
    Sample value =
        proto(
            Samples.MESSAGES,
            message()
                .message(2, message())
                .message(6, message())
                .message(8, message())
                .message(10, message())
                .message(12, message())
                .toByteArray());
    assertThat(value.at("timePointer")).isNull();
    assertThat(value.at("durationPointer")).isEqualTo(Duration.ZERO);
    assertThat(value.at("quantityPointer")).isEqualTo(Quantity.parse("0"));
    assertThat(value.at("portPointer")).isEqualTo(IntOrString.of(0));
    assertThat(value.at("rawPointer")).isEqualTo(RawExtension.NULL);
    ProtoBytes odd = message().varint(90, 1).fixed32(91, 1).fixed64(92, 1).text(93, "x");
    for (int field = 1; field <= 13; field++) {
      proto(Samples.MESSAGES, message().message(field, odd).toByteArray());
    }
  }

  @Test
  void packedNumbersAreReadAndMayBeMixedWithSingleOnes() {
    byte[] reals =
        ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putDouble(0.5).putDouble(-1).array();
    Sample value =
        proto(
            Samples.LISTS,
            message()
                .packed(3, 1, -1, 300)
                .varint(3, 7)
                .packed(3)
                .packed(3, 8)
                .packed(2, 1, 0)
                .bytes(5, reals)
                .toByteArray());
    assertThat(value.at("smalls")).isEqualTo(List.of(1, -1, 300, 7, 8));
    assertThat(value.at("flags")).isEqualTo(List.of(true, false));
    assertThat(value.at("reals")).isEqualTo(List.of(0.5, -1.0));
    assertThat(refused(Samples.LISTS, message().bytes(5, new byte[] {1, 2, 3})))
        .hasMessageContaining("reals[0]: unexpected end");
    assertThat(refused(Samples.LISTS, message().bytes(3, new byte[] {(byte) 0x80})))
        .hasMessageContaining("smalls[0]");
  }

  @Test
  void interruptedRunsAreOneListAndOneMap() {
    Sample lists =
        proto(
            Samples.LISTS,
            message()
                .text(1, "a")
                .varint(3, 1)
                .text(1, "b")
                .varint(3, 2)
                .text(99, "unknown")
                .text(1, "c")
                .toByteArray());
    assertThat(lists.at("texts")).isEqualTo(List.of("a", "b", "c"));
    assertThat(lists.at("smalls")).isEqualTo(List.of(1, 2));
    Sample maps =
        proto(
            Samples.MAPS,
            message()
                .entry(1, "b", "1")
                .entry(1, "a", "2")
                .message(3, message().text(1, "x").varint(2, 5))
                .entry(1, "b", "3")
                .toByteArray());
    assertThat(maps.at("texts")).isEqualTo(Map.of("a", "2", "b", "3"));
    assertThat(maps.at("smalls")).isEqualTo(Map.of("x", 5));
    assertThat(json(maps)).startsWith("{\"texts\":{\"a\":\"2\",\"b\":\"3\"}");
  }

  @Test
  void interruptedRunsInNestedMessagesAreJoinedToo() {
    ProtoBytes inner = message().text(1, "a").varint(3, 1).text(1, "b");
    ProtoBytes nested = message().message(10, inner);
    Sample value =
        proto(
            Samples.NESTED,
            message()
                .message(4, nested)
                .message(6, nested)
                .message(4, nested)
                .message(10, inner)
                .toByteArray());
    assertThat((List<?>) value.at("list")).hasSize(2);
    for (Object item : (List<?>) value.at("list")) {
      assertThat(((Sample) ((Sample) item).at("lists")).at("texts")).isEqualTo(List.of("a", "b"));
    }
    assertThat(((Sample) value.at("lists")).at("texts")).isEqualTo(List.of("a", "b"));
  }

  @Test
  void costOfInterruptedRunsIsLinear() {
    ProtoBytes message = message();
    for (int i = 0; i < 60_000; i++) {
      message.text(1, "a").varint(3, i).varint(50, i);
    }
    Sample value = proto(Samples.LISTS, message.toByteArray());
    assertThat((List<?>) value.at("texts")).hasSize(60_000);
    assertThat((List<?>) value.at("smalls")).hasSize(60_000);
    assertThat(proto(Samples.LISTS, proto(value))).isEqualTo(value);
  }

  @Test
  void entriesWithoutKeyOrValueHaveTheEmptyOne() {
    Sample value =
        proto(
            Samples.MAPS,
            message()
                .message(1, message())
                .message(1, message().text(1, "k"))
                .message(3, message().varint(2, 7))
                .message(12, message().text(1, "leaf"))
                .message(7, message().text(1, "never").message(2, message()))
                .message(8, message().text(1, "none"))
                .message(1, message().text(2, "value first").text(1, "w").varint(9, 9))
                .toByteArray());
    assertThat(value.at("texts")).isEqualTo(Map.of("", "", "k", "", "w", "value first"));
    assertThat(value.at("smalls")).isEqualTo(Map.of("", 7));
    assertThat(value.at("leaves")).isEqualTo(Map.of("leaf", Samples.LEAF.empty()));
    assertThat(value.at("quantities")).isEqualTo(Map.of("none", Quantity.parse("0")));
    assertThat(json(value)).contains("\"times\":{\"never\":null}");
    assertThat(proto(Samples.MAPS, proto(value))).isEqualTo(value);
  }

  @Test
  void structsKeepTheirPresence() {
    Sample value =
        proto(Samples.NESTED, message().message(1, message()).message(2, message()).toByteArray());
    assertThat(value.at("pointer")).isEqualTo(Samples.LEAF.empty());
    assertThat(json(value)).isEqualTo("{\"embedded\":{\"name\":\"\"},\"pointer\":{\"name\":\"\"}}");
    assertThat(proto(Samples.NESTED, message().message(3, message()).toByteArray()).isEmpty())
        .isTrue();
  }

  @Test
  void lastOfRepeatedSingleFieldsCounts() {
    assertThat(proto(Samples.LEAF, message().text(1, "a").text(1, "b").toByteArray()).at("name"))
        .isEqualTo("b");
    assertThat(proto(Samples.LEAF, message().varint(3, 1).varint(3, 0).toByteArray()).isEmpty())
        .isTrue();
  }

  @Test
  void fieldsOfTheWrongWireTypeAreRefusedWithTheirPath() {
    assertThat(refused(Samples.LEAF, message().varint(1, 1)))
        .hasMessageStartingWith("name: field 1 has wire type 0, expected 2");
    assertThat(refused(Samples.LEAF, message().text(3, "x"))).hasMessageStartingWith("count: ");
    assertThat(refused(Samples.LISTS, message().varint(1, 1))).hasMessageStartingWith("texts[0]: ");
    assertThat(refused(Samples.LISTS, message().text(1, "a").real(3, 1)))
        .hasMessageStartingWith("smalls[0]: ");
    assertThat(refused(Samples.MAPS, message().varint(1, 1))).hasMessageStartingWith("texts: ");
    assertThat(refused(Samples.MAPS, message().message(3, message().text(2, "x"))))
        .hasMessageStartingWith("smalls: ");
    assertThat(refused(Samples.INLINED, message().varint(2, 1)))
        .hasMessageStartingWith("field 2 has wire type 0");
    assertThat(
            refused(
                Samples.NESTED,
                message()
                    .message(4, message())
                    .message(
                        4, message().message(6, message().message(2, message().varint(1, 1))))))
        .hasMessageStartingWith("list[1].below.pointer.name: ");
  }

  @Test
  void messageCutAnywhereIsRefusedOrShorter() {
    byte[] whole =
        proto(
            json(
                Samples.NESTED,
                "{\"embedded\":{\"name\":\"abc\",\"count\":300},\"list\":[{},{\"pointer\":{\"name\":\"x\"}}],"
                    + "\"map\":{\"k\":{}},\"inlined\":{\"a\":\"a\",\"d\":[\"1\"]},"
                    + "\"messages\":{\"time\":\"2026-01-31T12:00:01Z\",\"port\":\"http\"}}"));
    int refused = 0;
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      try {
        proto(Samples.NESTED, cut);
      } catch (WireException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(whole.length / 2);
  }

  @Test
  void messagesNestOnlyAsDeepAsAllowed() {
    ProtoBytes message = message();
    for (int i = 0; i < 63; i++) {
      message = message().message(6, message);
    }
    proto(Samples.NESTED, message.toByteArray());
    byte[] tooDeep = message().message(6, message).toByteArray();
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> proto(Samples.NESTED, tooDeep))
        .withMessageContaining("nested deeper than 64 levels");
  }
}
