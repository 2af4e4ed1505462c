package dev.drover.api.codec;

import static dev.drover.api.codec.ProtoBytes.message;
import static dev.drover.api.codec.Samples.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.api.DecodeException;
import dev.drover.api.DecodeLimits;
import dev.drover.api.DynamicObject;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ListMeta;
import dev.drover.api.ObjectList;
import dev.drover.api.Scope;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CodecListTest {
  private static final Codec<Thing> CODEC = Codec.of(Thing.KIND);

  private static String item(String name) {
    return "{\"metadata\":{\"name\":\"" + name + "\",\"namespace\":\"ns\"}}";
  }

  private static ProtoBytes protoItem(String name) {
    return message().message(1, message().text(1, name).text(3, "ns"));
  }

  private static ObjectList<Thing> json(String text) {
    return CODEC.decodeList(utf8(text), Format.JSON);
  }

  private static List<String> names(List<Thing> things) {
    return things.stream().map(KubernetesObject::name).toList();
  }

  /// A stream of chunks that asks, before it hands out each, whether it is time.
  private static InputStream steps(List<byte[]> chunks, Runnable before) {
    return new InputStream() {
      private int next;

      @Override
      public int read() {
        throw new UnsupportedOperationException();
      }

      @Override
      public int read(byte[] into, int at, int length) {
        before.run();
        if (next == chunks.size()) {
          return -1;
        }
        byte[] chunk = chunks.get(next++);
        System.arraycopy(chunk, 0, into, at, chunk.length);
        return chunk.length;
      }
    };
  }

  /// Collects items, and the keys of broken ones.
  private static final class Collected implements ListSink<Thing> {
    final List<Thing> items = new ArrayList<>();
    final List<BrokenItem> broken = new ArrayList<>();

    @Override
    public void item(Thing item) {
      items.add(item);
    }

    @Override
    public void broken(BrokenItem item) {
      broken.add(item);
    }
  }

  @Test
  void listItemIsDeliveredBeforeTheNextHasArrived() throws IOException {
    Collected seen = new Collected();
    List<Integer> seenAtRead = new ArrayList<>();
    List<byte[]> chunks = new ArrayList<>();
    chunks.add(utf8("{\"kind\":\"ThingList\",\"items\":["));
    for (int i = 0; i < 5; i++) {
      chunks.add(utf8(item("t" + i)));
      chunks.add(utf8(i < 4 ? "," : "]"));
    }
    chunks.add(utf8(",\"metadata\":{\"resourceVersion\":\"9\"}}"));
    ListMeta metadata =
        CODEC.decodeList(steps(chunks, () -> seenAtRead.add(seen.items.size())), Format.JSON, seen);
    assertThat(seenAtRead).startsWith(0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5);
    assertThat(metadata.resourceVersion()).isEqualTo("9");
  }

  @Test
  void protobufListItemIsDeliveredBeforeTheNextHasArrived() throws IOException {
    ProtoBytes list = message().message(1, message().text(2, "9"));
    for (int i = 0; i < 5; i++) {
      list.message(2, protoItem("t" + i));
    }
    byte[] all = list.enveloped("test.dev/v1", "ThingList");
    int itemLength = message().message(2, protoItem("t0")).toByteArray().length;
    int at = all.length - 4 - 5 * itemLength; // two empty fields follow the list
    List<byte[]> chunks = new ArrayList<>();
    chunks.add(Arrays.copyOf(all, at));
    for (int i = 0; i < 5; i++) {
      chunks.add(Arrays.copyOfRange(all, at + i * itemLength, at + (i + 1) * itemLength));
    }
    chunks.add(Arrays.copyOfRange(all, all.length - 4, all.length));
    Collected seen = new Collected();
    List<Integer> seenAtRead = new ArrayList<>();
    ListMeta metadata =
        CODEC.decodeList(
            steps(chunks, () -> seenAtRead.add(seen.items.size())), Format.PROTOBUF, seen);
    assertThat(seenAtRead).containsExactly(0, 0, 1, 2, 3, 4, 5, 5);
    assertThat(names(seen.items)).containsExactly("t0", "t1", "t2", "t3", "t4");
    assertThat(metadata.resourceVersion()).isEqualTo("9");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\":\"ThingList\",\"apiVersion\":\"test.dev/v1\",\"metadata\":{\"resourceVersion\":\"7\",\"continue\":\"c\"},\"items\":[%s]}",
        "{\"items\":[%s],\"metadata\":{\"resourceVersion\":\"7\",\"continue\":\"c\"}}",
        " { \"new\" : {\"a\":[1]} , \"items\" : [ %s ] ,\n"
            + "\"metadata\" : { \"continue\":\"c\",\"resourceVersion\" : \"7\" } , \"x\":null } ",
      })
  void fieldsOfAListMayComeInAnyOrder(String form) {
    ObjectList<Thing> list = json(form.formatted(item("a") + " , " + item("b")));
    assertThat(names(list.items())).containsExactly("a", "b");
    assertThat(list.metadata().resourceVersion()).isEqualTo("7");
    assertThat(list.metadata().continueToken()).isEqualTo("c");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"items\":null}",
        "{\"items\":[]}",
        "{\"items\": [ ] ,\"metadata\":null}",
        "{\"kind\":\"ThingList\",\"items\":null,\"metadata\":{}}",
        "{\"kind\":\"List\",\"items\":[]}",
        "{\"kind\":\"\",\"items\":[]}"
      })
  void listMayBeEmpty(String text) {
    assertThat(json(text).items()).isEmpty();
    assertThat(json(text).metadata()).isEqualTo(ListMeta.TYPE.empty());
  }

  @Test
  void protobufListMayBeEmpty() {
    byte[] bytes = message().enveloped("test.dev/v1", "ThingList");
    assertThat(CODEC.decodeList(bytes, Format.PROTOBUF).items()).isEmpty();
    assertThat(CODEC.decodeList(utf8("k8s\0"), Format.PROTOBUF).items()).isEmpty();
  }

  @Test
  void listsOfOtherKindsAreRefused() {
    for (String kind : List.of("Thing", "Status", "PodList", "Table")) {
      String expected = "cannot decode list of Thing: expected ThingList, found " + kind;
      assertThatExceptionOfType(DecodeException.class)
          .isThrownBy(() -> json("{\"kind\":\"" + kind + "\",\"items\":[]}"))
          .withMessage(expected);
      byte[] bytes = message().message(2, protoItem("a")).enveloped("v1", kind);
      assertThatExceptionOfType(DecodeException.class)
          .isThrownBy(() -> CODEC.decodeList(bytes, Format.PROTOBUF))
          .withMessage(expected);
    }
  }

  @Test
  void listsOfCustomKindsMayHaveAnyNameThatEndsInList() {
    Kind<DynamicObject> cats =
        Kind.dynamic(GroupVersionKind.parse("pets.dev/v1", "Cat"), "cats", Scope.NAMESPACED);
    byte[] bytes =
        utf8("{\"kind\":\"ClowderList\",\"items\":[{\"metadata\":{\"name\":\"a\"},\"spec\":1}]}");
    ObjectList<DynamicObject> list = Codec.of(cats).decodeList(bytes, Format.JSON);
    assertThat(list.items().getFirst().gvk()).isEqualTo(cats.gvk());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "1",
        "null",
        "{\"items\":{}}",
        "{\"items\":1}",
        "{\"items\":[1 2]}",
        "{\"items\":[]",
        "{\"items\":[",
        "{\"items\":[{}",
        "{\"items\":[{},",
        "{\"items\":[{},]}",
        "{\"items\":[{}]]",
        "{\"items\" []}",
        "{items:[]}",
        "{\"items\":[],}",
        "{\"metadata\":[]}",
        "{\"metadata\":{\"continue\":1}}",
        "{\"x\":01}",
        ""
      })
  void valuesOtherThanListsAreRefused(String text) {
    assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> json(text));
  }

  @Test
  void streamThatEndsWithinAListIsAnIoFailure() {
    Collected seen = new Collected();
    InputStream cut = new ByteArrayInputStream(utf8("{\"items\":[" + item("a") + ",{\"metad"));
    assertThatExceptionOfType(EOFException.class)
        .isThrownBy(() -> CODEC.decodeList(cut, Format.JSON, seen));
    assertThat(names(seen.items)).containsExactly("a");
    byte[] whole = message().message(2, protoItem("a")).enveloped("", "ThingList");
    for (int length = 0; length < whole.length - 4; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      if (length == 4 || length == 4 + 2 + 2 + 2 + 9) {
        continue; // after the magic, and after the type: what is there is complete
      }
      assertThatExceptionOfType(EOFException.class)
          .as("%s bytes", length)
          .isThrownBy(
              () -> CODEC.decodeList(new ByteArrayInputStream(part), Format.PROTOBUF, seen));
    }
  }

  @Test
  void unreadableItemIsReportedWithItsKeyAndOthersArrive() throws IOException {
    String noSpec =
        "{\"metadata\":{\"name\":\"b\",\"namespace\":\"ns\"},\"spec\":{\"list\":[{},5]}}";
    String noMeta = "{\"metadata\":{\"name\":7}}";
    String text =
        "{\"items\":["
            + String.join(",", item("a"), noSpec, item("c"), noMeta, "8", "null")
            + ","
            + item("g")
            + "]}";
    Collected seen = new Collected();
    CODEC.decodeList(new ByteArrayInputStream(utf8(text)), Format.JSON, seen);
    assertThat(names(seen.items)).containsExactly("a", "c", "g");
    assertThat(seen.broken).hasSize(4);
    ListSink.BrokenItem known = seen.broken.get(0);
    assertThat(known.index()).isEqualTo(1);
    assertThat(known.key()).isEqualTo("ns/b");
    assertThat(known.error().path()).isEqualTo("spec.list[1]");
    ListSink.BrokenItem nameless = seen.broken.get(1);
    assertThat(nameless.index()).isEqualTo(3);
    assertThat(nameless.key()).isEmpty();
    assertThat(nameless.error().path()).isEqualTo("items[3].metadata.name");
    assertThat(seen.broken.get(2).error())
        .hasMessageContaining("items[4]: expected an object, found a number");
    assertThat(seen.broken.get(3).index()).isEqualTo(5);
  }

  @Test
  void unreadableProtobufItemIsReportedWithItsKeyAndOthersArrive() throws IOException {
    ProtoBytes badSpec =
        message()
            .message(1, message().text(1, "b").text(3, "ns"))
            .message(2, message().varint(1, 1));
    ProtoBytes badMeta = message().message(1, message().varint(1, 1));
    byte[] bytes =
        message()
            .message(2, protoItem("a"))
            .message(2, badSpec)
            .message(2, badMeta)
            .bytes(2, new byte[] {(byte) 0xFF})
            .message(2, protoItem("e"))
            .enveloped("test.dev/v1", "ThingList");
    Collected seen = new Collected();
    CODEC.decodeList(new ByteArrayInputStream(bytes), Format.PROTOBUF, seen);
    assertThat(names(seen.items)).containsExactly("a", "e");
    assertThat(seen.broken).extracting(ListSink.BrokenItem::index).containsExactly(1, 2, 3);
    assertThat(seen.broken).extracting(ListSink.BrokenItem::key).containsExactly("ns/b", "", "");
    assertThat(seen.broken.getFirst().error().path()).isEqualTo("spec.embedded");
    assertThat(seen.broken.get(1).error().path()).isEqualTo("items[2].metadata.name");
  }

  @Test
  void unreadableItemFailsTheListWithoutASinkForIt() {
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> json("{\"items\":[" + item("a") + ",1]}"))
        .withMessageStartingWith("cannot decode Thing: items[1]: expected an object");
  }

  @Test
  void listItemOfAnotherKindIsReported() throws IOException {
    Collected seen = new Collected();
    String text =
        "{\"items\":[{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\"}}]}";
    CODEC.decodeList(new ByteArrayInputStream(utf8(text)), Format.JSON, seen);
    assertThat(seen.items).isEmpty();
    assertThat(seen.broken.getFirst().error())
        .hasMessageContaining("expected test.dev/v1 Thing, found v1 Pod");
  }

  @Test
  void exceptionsOfTheSinkReachTheCaller() {
    ListSink<Thing> full =
        item -> {
          throw new IllegalStateException("no room");
        };
    InputStream in = new ByteArrayInputStream(utf8("{\"items\":[{}]}"));
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> CODEC.decodeList(in, Format.JSON, full))
        .withMessage("no room");
  }

  @Test
  void hostileProtobufListsAreRefused() {
    Supplier<ProtoBytes> start = () -> message().plain(utf8("k8s\0"));
    byte[] huge = HexFormat.of().parseHex("ffffffffffffffff7f");
    byte[] negative = HexFormat.of().parseHex("ffffffffffffffffff01");
    for (byte[] length : List.of(huge, negative)) {
      for (int tag : new int[] {0x0a, 0x12, 0x1a, 0x22}) {
        refused(start.get().plain(new byte[] {(byte) tag}).plain(length));
      }
      ProtoBytes inList = message().plain(new byte[] {0x12}).plain(length);
      refused(start.get().message(2, inList));
    }
    refused(start.get().varint(1, 5)); // a type that is a number
    refused(start.get().varint(2, 5)); // a list that is a number
    refused(start.get().message(2, message().varint(2, 5))); // an item that is a number
    refused(start.get().plain(new byte[] {0x12, 2, 0x12, 9})); // an item longer than its list
    refused(start.get().plain(new byte[] {0x12, 3, 0x12, 2, 1}).plain(new byte[] {0, 0, 0}));
    refused(start.get().plain(new byte[] {0x00}));
    refused(start.get().text(3, "gzip"));
    refused(message().plain(utf8("{\"items\":[]}")));
    refused(message().message(2, protoItem("a")));
  }

  private static void refused(ProtoBytes bytes) {
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> CODEC.decodeList(bytes.toByteArray(), Format.PROTOBUF));
  }

  @Test
  void fieldsThatALaterServerAddsToAListAreSteppedOver() {
    byte[] bytes =
        message()
            .varint(9, 1)
            .fixed32(10, 1)
            .message(2, protoItem("a"))
            .fixed64(11, 1)
            .text(12, "x")
            .enveloped("test.dev/v1", "ThingList");
    assertThat(names(CODEC.decodeList(bytes, Format.PROTOBUF).items())).containsExactly("a");
  }

  @Test
  void itemBeyondTheLimitFailsAListInMemoryButTheListMayBeLonger() {
    DecodeLimits small = new DecodeLimits(16, 100);
    String items = (item("a") + ",").repeat(50) + item("a");
    Codec<Thing> limited = CODEC.limitedTo(small);
    assertThat(limited.decodeList(utf8("{\"items\":[" + items + "]}"), Format.JSON).items())
        .hasSize(51);
    String large = "{\"items\":[" + item("x".repeat(100)) + "]}";
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> limited.decodeList(utf8(large), Format.JSON))
        .withMessageContaining("limit of 100 bytes");
    byte[] proto = message().message(2, protoItem("x".repeat(100))).enveloped("", "");
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> limited.decodeList(proto, Format.PROTOBUF))
        .withMessageContaining("limit of 100 bytes");
  }

  @Test
  void listDecoderLeavesTheStreamOpenAndReadsNoFurtherThanNeeded() throws IOException {
    boolean[] closed = new boolean[1];
    InputStream in =
        new ByteArrayInputStream(utf8("{\"items\":[]}")) {
          @Override
          public void close() {
            closed[0] = true;
          }
        };
    CODEC.decodeList(in, Format.JSON, new Collected());
    assertThat(closed[0]).isFalse();
  }
}
