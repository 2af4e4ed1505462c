package dev.drover.api.codec;

import static dev.drover.api.codec.Samples.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DecodeException;
import dev.drover.api.DeleteOptions;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.ObjectMeta;
import dev.drover.api.Status;
import dev.drover.api.wire.RandomJson;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever the bytes: an object or a [DecodeException], nothing else, and no content in its
/// message.
class CodecFuzzTest {
  private static final String SECRET = "hunter2hunter2";

  static Stream<StructType<?>> types() {
    return Stream.of(
        Thing.TYPE,
        Samples.NESTED,
        Samples.LISTS,
        Samples.MAPS,
        Samples.MESSAGES,
        ObjectMeta.TYPE,
        Status.TYPE,
        DeleteOptions.TYPE);
  }

  /// Decodes; what comes out can be written again and printed. True when something came out.
  private static <T extends Struct> boolean survives(
      StructType<T> type, byte[] bytes, Format format) {
    try {
      T value = type.decode(bytes, format);
      assertThat(value.toString()).isNotNull();
      assertThat(type.encode(value, GroupVersionKind.EMPTY, Format.PROTOBUF)).isNotEmpty();
      if (format == Format.JSON) {
        byte[] again = type.encode(value, GroupVersionKind.EMPTY, Format.JSON);
        assertThat(type.decode(again, Format.JSON)).isEqualTo(value);
      }
      return true;
    } catch (DecodeException e) {
      assertThat(e.getMessage()).doesNotContain(SECRET);
      assertThat(String.valueOf(e.getCause())).doesNotContain(SECRET);
      return false;
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  <T extends Struct> void mutatedObjectsAreReadOrRefused(StructType<T> type) {
    RandomStructs structs = new RandomStructs(21);
    RandomJson mutations = new RandomJson(22);
    for (Format format : Format.values()) {
      int read = 0;
      for (int i = 0; i < 300; i++) {
        byte[] bytes = type.encode(structs.next(type), GroupVersionKind.EMPTY, format);
        for (int n = i % 3; n >= 0; n--) {
          bytes = mutations.broken(bytes);
        }
        read += survives(type, bytes, format) ? 1 : 0;
      }
      assertThat(read).isBetween(1, 299);
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  <T extends Struct> void noiseIsReadOrRefused(StructType<T> type) {
    var random = new Random(23);
    for (int i = 0; i < 1500; i++) {
      byte[] noise = new byte[random.nextInt(60)];
      random.nextBytes(noise);
      if (i % 2 == 0) { // small numbers are more often tags and lengths that fit
        for (int j = 0; j < noise.length; j++) {
          noise[j] = (byte) (noise[j] & (random.nextBoolean() ? 0x1F : 0x7F));
        }
      }
      survives(type, noise, Format.JSON);
      survives(type, ProtoBytes.message().plain(noise).enveloped("", ""), Format.PROTOBUF);
      survives(
          type,
          ProtoBytes.message().plain(utf8("k8s\0")).plain(noise).toByteArray(),
          Format.PROTOBUF);
    }
  }

  @Test
  void anyJsonIsReadOrRefusedWithSharingAndSkipping() {
    RandomJson documents = new RandomJson(24);
    Codec<Thing> codec =
        Codec.of(Thing.KIND)
            .sharing(new SharedParts(256, new Random(1)))
            .skipping("spec.list", "metadata.labels", "x");
    RandomStructs structs = new RandomStructs(25);
    for (int i = 0; i < 1500; i++) {
      byte[] bytes = Codec.of(Thing.KIND).encode(structs.next(Thing.TYPE), Format.JSON);
      byte[] broken = documents.broken(i % 4 == 0 ? documents.object() : bytes);
      try {
        assertThat(codec.decode(broken, Format.JSON)).isNotNull();
      } catch (DecodeException e) {
        assertThat(e).hasMessageStartingWith("cannot decode Thing: ");
      }
    }
  }

  @Test
  void mutatedListsGiveItemsBrokenItemsOrOneError() throws IOException {
    RandomStructs structs = new RandomStructs(26);
    RandomJson mutations = new RandomJson(27);
    List<Object> seen = new ArrayList<>();
    ListSink<Thing> sink =
        new ListSink<>() {
          @Override
          public void item(Thing item) {
            seen.add(item);
          }

          @Override
          public void broken(BrokenItem item) {
            seen.add(item);
          }
        };
    Codec<Thing> codec = Codec.of(Thing.KIND).sharing(new SharedParts(256, new Random(1)));
    for (int i = 0; i < 800; i++) {
      Format format = Format.values()[i % 2];
      byte[] bytes = list(structs, format);
      for (int n = i % 3; n > 0; n--) {
        bytes = mutations.broken(bytes);
      }
      try {
        codec.decodeList(new ByteArrayInputStream(bytes), format, sink);
      } catch (DecodeException | IOException e) {
        assertThat(i % 3).as(e.toString()).isPositive();
      }
      try {
        codec.decodeList(bytes, format);
      } catch (DecodeException e) {
        assertThat(i % 3).isPositive();
      }
    }
    assertThat(seen).hasSizeGreaterThan(1500);
  }

  private static byte[] list(RandomStructs structs, Format format) {
    List<Thing> items = new ArrayList<>();
    for (int n = 0; n < 4; n++) {
      items.add(structs.next(Thing.TYPE));
    }
    if (format == Format.JSON) {
      StringBuilder text = new StringBuilder("{\"kind\":\"ThingList\",\"metadata\":{},\"items\":[");
      for (int n = 0; n < 4; n++) {
        text.append(n == 0 ? "" : ",").append(Samples.json(Thing.TYPE, items.get(n)));
      }
      return utf8(text.append("]}").toString());
    }
    ProtoBytes list = ProtoBytes.message().message(1, ProtoBytes.message());
    items.forEach(item -> list.bytes(2, Samples.proto(Thing.TYPE, item)));
    return list.enveloped("test.dev/v1", "ThingList");
  }

  @Test
  void mutatedWatchesGiveEventsOrErrorsAndEnd() {
    RandomStructs structs = new RandomStructs(28);
    RandomJson mutations = new RandomJson(29);
    int events = 0;
    for (int i = 0; i < 800; i++) {
      Format format = Format.values()[i % 2];
      byte[] bytes = mutations.broken(mutations.broken(watch(structs, format)));
      WatchReader<Thing> reader =
          Codec.of(Thing.KIND).decodeWatch(new ByteArrayInputStream(bytes), format);
      int steps = 0;
      for (boolean more = true; more; steps++) {
        assertThat(steps).isLessThan(1000); // each call is a step towards the end
        try {
          more = reader.next() != null;
          events++;
        } catch (DecodeException e) {
          more = true;
        } catch (IOException e) {
          more = false;
        }
      }
    }
    assertThat(events).isGreaterThan(1000);
  }

  private static byte[] watch(RandomStructs structs, Format format) {
    ProtoBytes all = ProtoBytes.message();
    for (String type : List.of("ADDED", "MODIFIED", "BOOKMARK", "ERROR", "DELETED")) {
      byte[] object = Codec.of(Thing.KIND).encode(structs.next(Thing.TYPE), format);
      if (format == Format.JSON) {
        all.plain(utf8("{\"type\":\"" + type + "\",\"object\":")).plain(object).plain(utf8("}\n"));
      } else {
        byte[] event =
            ProtoBytes.message()
                .text(1, type)
                .message(2, ProtoBytes.message().bytes(1, object))
                .toByteArray();
        all.plain(new byte[] {0, 0, (byte) (event.length >> 8), (byte) event.length}).plain(event);
      }
    }
    return all.toByteArray();
  }

  @Test
  void errorsNeverShowTheTextOfAValue() {
    List<String> places =
        List.of(
            "{\"note\":\"%s\",\"spec\":1}",
            "{\"note\":\"%s\"x}",
            "{\"note\":\"a\"%s\"}",
            "{\"note\":%s}",
            "{\"note\":[\"%s\"]}",
            "{\"note\":{\"a\":\"%s\"}}",
            "{\"note\":\"%s",
            "{\"note\":\"%s\\q\"}",
            "{\"note\":\"\u0001%s\"}",
            "{\"metadata\":\"%s\"}",
            "{\"metadata\":{\"generation\":\"%s\"}}",
            "{\"metadata\":{\"creationTimestamp\":\"%s\"}}",
            "{\"metadata\":{\"labels\":[\"%s\"]}}",
            "{\"spec\":{\"messages\":{\"quantity\":\"%s\"}}}",
            "{\"spec\":{\"messages\":{\"quantity\":[\"%s\"]}}}",
            "{\"spec\":{\"messages\":{\"duration\":\"%s\"}}}",
            "{\"spec\":{\"messages\":{\"micro\":\"%s\"}}}",
            "{\"spec\":{\"messages\":{\"time\":\"\\u0020%s\"}}}",
            "{\"spec\":{\"messages\":{\"port\":{\"a\":\"%s\"}}}}",
            "{\"spec\":{\"scalars\":{\"data\":\"%s\"}}}",
            "{\"spec\":{\"scalars\":{\"flag\":\"%s\"}}}",
            "{\"spec\":{\"lists\":{\"smalls\":[\"%s\"]}}}",
            "{\"unknown\":\"%s\" \"a\"}",
            "{\"unknown\":[\"%s\",}]");
    for (String place : places) {
      byte[] bytes = utf8(place.replace("%s", SECRET));
      assertThat(survives(Thing.TYPE, bytes, Format.JSON)).as(place).isFalse();
      assertRefusedQuietly(bytes);
    }
  }

  private static void assertRefusedQuietly(byte[] bytes) {
    try {
      Codec.of(Thing.KIND).sharing(new SharedParts(64, new Random(1))).decode(bytes, Format.JSON);
      throw new AssertionError("was read");
    } catch (DecodeException e) {
      assertThat(e.getMessage()).doesNotContain(SECRET).doesNotContain(SECRET.substring(1));
    }
  }

  @Test
  void errorsInProtobufNeverShowTheTextOfAValue() {
    ProtoBytes secret = ProtoBytes.message().text(1, SECRET);
    for (int field = 1; field <= 13; field++) {
      for (StructType<Sample> type : Samples.all()) {
        byte[] text = ProtoBytes.message().text(field, SECRET).enveloped("", "");
        byte[] nested = ProtoBytes.message().message(field, secret).enveloped("", "");
        survives(type, text, Format.PROTOBUF);
        survives(type, nested, Format.PROTOBUF);
      }
    }
  }
}
