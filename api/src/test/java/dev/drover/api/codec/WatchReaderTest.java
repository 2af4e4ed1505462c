package dev.drover.api.codec;

import static dev.drover.api.codec.ProtoBytes.message;
import static dev.drover.api.codec.Samples.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.api.DecodeException;
import dev.drover.api.DecodeLimits;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Status;
import dev.drover.api.WatchEvent;
import dev.drover.api.wire.Chunks;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WatchReaderTest {
  private static final Codec<Thing> CODEC = Codec.of(Thing.KIND);

  private static Thing thing(String name) {
    return Samples.json(Thing.TYPE, "{\"metadata\":{\"name\":\"" + name + "\"},\"note\":\"n\"}");
  }

  private static WatchReader<Thing> json(String text) {
    return CODEC.decodeWatch(new ByteArrayInputStream(utf8(text)), Format.JSON);
  }

  private static WatchReader<Thing> proto(byte[]... frames) {
    return CODEC.decodeWatch(new ByteArrayInputStream(joined(frames)), Format.PROTOBUF);
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] frame(byte[] event) {
    return joined(ByteBuffer.allocate(4).putInt(event.length).array(), event);
  }

  private static byte[] frame(String type, byte[] object) {
    return frame(message().text(1, type).message(2, message().bytes(1, object)).toByteArray());
  }

  private static byte[] event(Format format, String type, Thing thing) {
    byte[] object = CODEC.encode(thing, format);
    return format == Format.PROTOBUF
        ? frame(type, object)
        : joined(utf8("{\"type\":\"" + type + "\",\"object\":"), object, utf8("}\n"));
  }

  private static byte[] bookmark(Format format, String version, String annotation) {
    String metadata =
        "{\"resourceVersion\":\""
            + version
            + "\",\"annotations\":{\"k8s.io/initial-events-end\":\""
            + annotation
            + "\"}}";
    return event(format, "BOOKMARK", Samples.json(Thing.TYPE, "{\"metadata\":" + metadata + "}"));
  }

  private static List<WatchEvent<Thing>> all(InputStream in, Format format) throws IOException {
    WatchReader<Thing> reader = CODEC.decodeWatch(in, format);
    List<WatchEvent<Thing>> events = new ArrayList<>();
    for (WatchEvent<Thing> event = reader.next(); event != null; event = reader.next()) {
      events.add(event);
    }
    assertThat(reader.next()).isNull(); // and stays at the end
    return events;
  }

  @ParameterizedTest
  @EnumSource
  void watchEventOfEveryTypeIsReadFromAnyChunks(Format format) throws IOException {
    Status gone = Status.builder().status("Failure").code(410).reason("Expired").build();
    byte[] failed =
        format == Format.PROTOBUF
            ? frame(
                "ERROR", Status.TYPE.encode(gone, GroupVersionKind.parse("v1", "Status"), format))
            : utf8(
                "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"reason\":\"Expired\",\"code\":410}}\n");
    byte[] stream =
        joined(
            event(format, "ADDED", thing("a")),
            event(format, "MODIFIED", thing("b")),
            event(format, "DELETED", thing("c")),
            bookmark(format, "5", "false"),
            bookmark(format, "6", "true"),
            event(
                format,
                "BOOKMARK",
                Samples.json(Thing.TYPE, "{\"metadata\":{\"resourceVersion\":\"7\"}}")),
            failed);
    List<WatchEvent<Thing>> expected =
        List.of(
            new WatchEvent.Added<>(thing("a")),
            new WatchEvent.Modified<>(thing("b")),
            new WatchEvent.Deleted<>(thing("c")),
            new WatchEvent.Bookmark<>("5", false),
            new WatchEvent.Bookmark<>("6", true),
            new WatchEvent.Bookmark<>("7", false),
            new WatchEvent.Failed<>(gone));
    var random = new Random(1);
    for (int largest : new int[] {1, 5, 300, 1 << 20}) {
      Chunks chunks = new Chunks(stream, () -> largest == 1 ? 1 : 1 + random.nextInt(largest));
      assertThat(all(chunks, format)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource
  void watchEventIsDeliveredBeforeTheNextHasArrived(Format format) throws IOException {
    byte[] first = event(format, "ADDED", thing("a"));
    InputStream blocking =
        new InputStream() {
          private boolean given;

          @Override
          public int read() {
            throw new UnsupportedOperationException();
          }

          @Override
          public int read(byte[] into, int at, int length) {
            if (given) {
              throw new AssertionError("would wait for ever");
            }
            given = true;
            System.arraycopy(first, 0, into, at, first.length);
            return first.length;
          }
        };
    assertThat(CODEC.decodeWatch(blocking, format).next())
        .isEqualTo(new WatchEvent.Added<>(thing("a")));
  }

  @Test
  void watchEventMayHaveItsObjectBeforeItsType() throws IOException {
    String object = "{\"metadata\":{\"name\":\"a\"},\"note\":\"n\"}";
    WatchReader<Thing> reader =
        json(
            "{\"object\":"
                + object
                + ",\"type\":\"ADDED\"} { \"x\":[{\"object\":{}}] , \"object\" : "
                + object
                + " ,\"y\":\"}\", \"type\" : \"DELETED\", \"z\":{} }");
    assertThat(reader.next()).isEqualTo(new WatchEvent.Added<>(thing("a")));
    assertThat(reader.next()).isEqualTo(new WatchEvent.Deleted<>(thing("a")));
    assertThat(reader.next()).isNull();
    byte[] encoded = CODEC.encode(thing("a"), Format.PROTOBUF);
    byte[] reversed =
        message()
            .message(9, message())
            .message(2, message().bytes(1, encoded))
            .text(10, "x")
            .text(1, "ADDED")
            .toByteArray();
    assertThat(proto(frame(reversed)).next()).isEqualTo(new WatchEvent.Added<>(thing("a")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":5}}}",
        "{\"type\":\"ADDED\",\"object\":null}",
        "{\"type\":\"ADDED\",\"object\":[]}",
        "{\"type\":\"ADDED\"}",
        "{\"type\":5,\"object\":{}}",
        "{\"type\":\"\",\"object\":{}}",
        "{\"type\":\"EXPLODED\",\"object\":{}}",
        "{\"object\":{}}",
        "{}",
        "[]",
        "1",
        "nonsense",
        "\"text\"",
        "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}}",
        "{\"type\":\"ADDED\",\"object\":{\"note\":\"\\q\"}}",
        "{\"type\":\"ADDED\",\"object\":1{},\"a\":{\"b\":[{}]}}",
        "{\"type\":\"ADDED\" \"object\":{}}",
        "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":1}}",
        "{\"type\":\"ERROR\",\"object\":{\"code\":\"x\"}}"
      })
  void readerContinuesAfterAnUnreadableEvent(String bad) throws IOException {
    String good = "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"a\"},\"note\":\"n\"}}";
    WatchReader<Thing> reader = json(good + "\n" + bad + "\n" + good + "\n");
    assertThat(reader.next()).isEqualTo(new WatchEvent.Added<>(thing("a")));
    assertThatExceptionOfType(DecodeException.class).isThrownBy(reader::next);
    assertThat(reader.next()).isEqualTo(new WatchEvent.Added<>(thing("a")));
    assertThat(reader.next()).isNull();
  }

  @Test
  void readerContinuesAfterAnUnreadableProtobufEvent() throws IOException {
    byte[] object = CODEC.encode(thing("a"), Format.PROTOBUF);
    byte[] good = frame("ADDED", object);
    List<byte[]> bad =
        List.of(
            frame(new byte[0]),
            frame(new byte[] {(byte) 0xFF}),
            frame(message().text(1, "ADDED").toByteArray()),
            frame("EXPLODED", object),
            frame("", object),
            frame("ADDED", new byte[0]),
            frame("ADDED", utf8("{}")),
            frame("ADDED", message().varint(1, 1).enveloped("test.dev/v1", "Thing")),
            frame("ADDED", message().enveloped("v1", "Pod")),
            frame("ERROR", utf8("gone")),
            frame("BOOKMARK", message().varint(1, 1).enveloped("", "")),
            frame(message().text(1, "ADDED").message(2, message()).toByteArray()),
            frame(message().varint(1, 5).toByteArray()),
            frame(message().text(1, "ADDED").message(2, message().varint(1, 5)).toByteArray()));
    for (byte[] each : bad) {
      WatchReader<Thing> reader = proto(good, each, good);
      assertThat(reader.next()).isEqualTo(new WatchEvent.Added<>(thing("a")));
      assertThatExceptionOfType(DecodeException.class).isThrownBy(reader::next);
      assertThat(reader.next()).isEqualTo(new WatchEvent.Added<>(thing("a")));
      assertThat(reader.next()).isNull();
    }
  }

  @Test
  void unreadableEventDoesNotAffectTheNext() throws IOException {
    String bad =
        "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"bad\",\"labels\":{\"x\":\"y\"}},"
            + "\"spec\":{\"list\":[{\"pointer\":{\"name\":\"left\"}},{\"pointer\":{\"name\":1}}]}}}";
    String good = "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"a\"},\"note\":\"n\"}}";
    WatchReader<Thing> reader = json(bad + good + bad + good);
    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(DecodeException.class)
          .isThrownBy(reader::next)
          .withMessageContaining("spec.list[1].pointer.name");
      assertThat(reader.next()).isEqualTo(new WatchEvent.Added<>(thing("a")));
    }
  }

  @Test
  void streamThatEndsWithinAnEventIsAnIoFailureForGood() {
    byte[] json = event(Format.JSON, "ADDED", thing("a"));
    for (int length = 1; length < json.length - 2; length++) {
      WatchReader<Thing> reader =
          CODEC.decodeWatch(new ByteArrayInputStream(Arrays.copyOf(json, length)), Format.JSON);
      for (int i = 0; i < 3; i++) {
        assertThatExceptionOfType(EOFException.class).isThrownBy(reader::next);
      }
    }
    byte[] proto = event(Format.PROTOBUF, "ADDED", thing("a"));
    for (int length = 1; length < proto.length; length++) {
      WatchReader<Thing> reader = proto(Arrays.copyOf(proto, length));
      assertThatExceptionOfType(EOFException.class).isThrownBy(reader::next);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"type\":[}", "]", "}", ",", "{\"a\":{]}"})
  void watchEndsAtAnEventWithoutAFindableEnd(String lost) {
    WatchReader<Thing> reader = json(lost + "\n{\"type\":\"ADDED\",\"object\":{}}");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(reader::next)
        .withMessageStartingWith("the watch cannot be followed any further: ");
  }

  @Test
  void hostileLengthsAndEndlessEventsAreRefusedBeforeMemoryIsTaken() {
    for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, (1 << 30) + 1}) {
      WatchReader<Thing> reader = proto(ByteBuffer.allocate(4).putInt(length).array(), new byte[9]);
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(reader::next)
          .withMessageContaining("larger than the limit of 67108864 bytes");
    }
    Codec<Thing> limited = CODEC.limitedTo(new DecodeLimits(8, 200));
    byte[] json = event(Format.JSON, "ADDED", thing("x".repeat(200)));
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> limited.decodeWatch(new ByteArrayInputStream(json), Format.JSON).next())
        .withMessageContaining("limit of 200 bytes");
    String deep = "{\"type\":\"ADDED\",\"object\":{\"x\":" + "[".repeat(10) + "]".repeat(10) + "}}";
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(
            () -> limited.decodeWatch(new ByteArrayInputStream(utf8(deep)), Format.JSON).next())
        .withMessageContaining("nested deeper than 9 levels");
  }

  @Test
  void emptyStreamHasNoEvents() throws IOException {
    assertThat(json("").next()).isNull();
    assertThat(json(" \n\r\n").next()).isNull();
    assertThat(proto().next()).isNull();
  }
}
