package dev.drover.api;

import static dev.drover.api.codec.ProtoBytes.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.api.codec.Codec;
import dev.drover.api.codec.ListSink;
import dev.drover.api.codec.ProtoBytes;
import dev.drover.api.codec.SharedParts;
import dev.drover.api.codec.Thing;
import dev.drover.api.codec.WatchReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Values nested as deeply as Go reads them (10,000 levels), on a thread with a stack of 512 KB.
@Timeout(60)
@Tag("slow")
class DeepNestingTest {
  private static final int DEEPEST = 9_990;
  private static final Codec<Thing> THINGS = Codec.of(Thing.KIND);
  private static final Codec<DynamicObject> ANY =
      Codec.of(Kind.dynamic(GroupVersionKind.parse("test.dev/v1", "Cone"), "cones", Scope.CLUSTER));

  @ParameterizedTest
  @CsvSource({"[,]", "'{\"a\":',}", "'[{\"a\":',}]"})
  void treesAreReadComparedPrintedAndWritten(String open, String close) {
    int times = DEEPEST / (open.length() > 5 && open.startsWith("[") ? 2 : 1);
    String json =
        cone(
            "\"spec\":"
                + open.repeat(times)
                + "1".repeat(open.equals("[") ? 0 : 1)
                + close.repeat(times));
    onSmallStack(
        () -> {
          DynamicObject one = ANY.decode(utf8(json), Format.JSON);
          DynamicObject two = ANY.decode(utf8(json), Format.JSON);
          assertThat(one.equals(two)).isTrue();
          assertThat(one.hashCode()).isEqualTo(two.hashCode());
          assertThat(one.toString()).startsWith("Cone a {spec: ");
          assertThat(one.fields().toString()).startsWith("{spec=").hasSizeGreaterThan(times);
          assertThat(ANY.encode(one, Format.JSON)).isEqualTo(utf8(json));
          assertThat(ANY.difference(one, two)).isEmpty();
          assertThat(one.with(1L, "other").equals(one)).isFalse();
          assertThat(DynamicObject.ofTree(one.tree()).equals(one)).isTrue();
          assertThat(JsonTree.copyOf(one.tree(), two.tree()).equals(two.tree())).isTrue();
          assertThat(RawExtension.ofJson(json).tree().equals(one.tree())).isTrue();
        });
  }

  @Test
  void differenceOfDeepTreesNamesTheChange() {
    int times = 5_000; // each level compares all below it
    onSmallStack(
        () -> {
          DynamicObject one = ANY.decode(utf8(cone(objects(times, "1"))), Format.JSON);
          DynamicObject two = ANY.decode(utf8(cone(objects(times, "2"))), Format.JSON);
          Map<String, ?> patch = ANY.difference(one, two);
          assertThat(RawExtension.ofTree(patch).raw().utf8())
              .isEqualTo("{" + objects(times, "2") + "}");
        });
  }

  @Test
  void yamlIsPrintedAndReadAtAnyDepth() {
    String flow = "[".repeat(DEEPEST) + "]".repeat(DEEPEST);
    String manifest =
        "{apiVersion: test.dev/v1, kind: Cone, metadata: {name: a}, spec: " + flow + "}";
    String blocks = cone(objects(300, "1")); // its indentation grows with the square
    onSmallStack(
        () -> {
          DynamicObject read = Manifests.parse(manifest).getFirst();
          assertThat(read.equals(ANY.decode(utf8(cone("\"spec\":" + flow)), Format.JSON))).isTrue();
          DynamicObject block = ANY.decode(utf8(blocks), Format.JSON);
          assertThat(Manifests.parse(Yaml.write(block)).getFirst().equals(block)).isTrue();
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"JSON", "PROTOBUF"})
  void typedObjectsAreReadComparedPrintedAndWritten(Format format) {
    byte[] bytes = thing(DEEPEST, "1", format);
    byte[] changed = thing(DEEPEST, "2", format);
    onSmallStack(
        () -> {
          Thing one = THINGS.decode(bytes, format);
          Thing two = THINGS.decode(bytes, format);
          Thing other = THINGS.decode(changed, format);
          assertThat(one.equals(two)).isTrue();
          assertThat(one.equals(other)).isFalse();
          assertThat(one.hashCode()).isEqualTo(two.hashCode());
          assertThat(one.toString()).startsWith("Thing{");
          assertThat(THINGS.decode(THINGS.encode(one, format), format).equals(one)).isTrue();
          assertThat(THINGS.difference(one, two)).isEmpty();
          assertThat(THINGS.difference(one, other)).containsOnlyKeys("spec");
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"JSON", "PROTOBUF"})
  void sharingOfPartsHoldsForDeepObjects(Format format) {
    byte[] bytes = thing(DEEPEST, "1", format);
    onSmallStack(
        () -> {
          Codec<Thing> sharing = THINGS.sharing(new SharedParts(1024));
          Thing one = sharing.decode(bytes, format);
          assertThat(sharing.decode(bytes, format).equals(one)).isTrue();
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"JSON", "PROTOBUF"})
  void listReportsItemsNestedTooDeeplyAndReadsTheOthers(Format format) throws IOException {
    byte[] list =
        format == Format.JSON
            ? utf8(
                "{\"items\":[" + item("a", 5) + "," + item("b", 10_001) + "," + item("c", 5) + "]}")
            : message()
                .message(2, protoThing("a", 5))
                .message(2, protoThing("b", 10_001))
                .message(2, protoThing("c", 5))
                .enveloped("test.dev/v1", "ThingList");
    Collected items = new Collected();
    THINGS.decodeList(new ByteArrayInputStream(list), format, items);
    assertThat(items.names).containsExactly("a", "c");
    assertThat(items.broken).extracting(ListSink.BrokenItem::key).containsExactly("b");
    assertThat(items.broken.getFirst().error())
        .hasMessageContaining("nested deeper than 10000 levels");
  }

  @ParameterizedTest
  @ValueSource(strings = {"JSON", "PROTOBUF"})
  void listReportsItemsThatAreTooLargeAndReadsTheOthers(Format format) throws IOException {
    String large = "{\"metadata\":{\"name\":\"b\"},\"note\":\"" + "]}\\\"".repeat(200_000) + "\"}";
    byte[] list =
        format == Format.JSON
            ? utf8("{\"items\":[" + item("a", 5) + "," + large + "," + item("c", 5) + "]}")
            : message()
                .message(2, protoThing("a", 5))
                .message(
                    2, message().text(3, "x".repeat(500_000)).message(1, message().text(1, "b")))
                .message(2, protoThing("c", 5))
                .enveloped("test.dev/v1", "ThingList");
    Collected items = new Collected();
    THINGS
        .limitedTo(DecodeLimits.DEFAULT.withMaxObjectBytes(100_000))
        .decodeList(new ByteArrayInputStream(list), format, items);
    assertThat(items.names).containsExactly("a", "c");
    assertThat(items.broken).extracting(ListSink.BrokenItem::index).containsExactly(1);
    assertThat(items.broken.getFirst().error())
        .hasMessageContaining("larger than the limit of 100000 bytes (DecodeLimits.maxObjectBytes)")
        .hasMessageContaining("Thing b");
    assertThat(items.broken.getFirst().key()).isEqualTo("b");
  }

  @Test
  void watchReportsAnEventNestedTooDeeplyAndGoesOn() throws IOException {
    String events =
        "{\"type\":\"ADDED\",\"object\":"
            + item("deep", 10_001)
            + "}\n"
            + "{\"type\":\"ADDED\",\"object\":"
            + item("large", 20).replace("1", "1".repeat(300_000))
            + "}\n"
            + "{\"type\":\"ADDED\",\"object\":"
            + item("c", 5)
            + "}\n";
    WatchReader<Thing> watch =
        THINGS
            .limitedTo(DecodeLimits.DEFAULT.withMaxObjectBytes(200_000))
            .decodeWatch(new ByteArrayInputStream(utf8(events)), Format.JSON);
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(watch::next)
        .withMessageContaining("nested deeper than");
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(watch::next)
        .withMessageContaining("larger than the limit of 200000 bytes");
    assertThat(watch.next()).isInstanceOf(WatchEvent.Added.class);
    assertThat(watch.next()).isNull();
  }

  @Test
  void watchReadsWhatAListReads() throws IOException {
    String event = "{\"type\":\"ADDED\",\"object\":" + item("a", 9_997) + "}";
    assertThat(THINGS.decodeWatch(new ByteArrayInputStream(utf8(event)), Format.JSON).next())
        .isInstanceOf(WatchEvent.Added.class);
  }

  @Test
  void recordsNestLessDeeplyAndSayWhatToDo() {
    String json = cone(objects(300, "{}").replace("\"spec\":", "\"spec\":{\"a\":") + "}");
    Codec<Nesting> codec = Codec.of(Kind.of(Nesting.class));
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> codec.decode(utf8(json.replace("Cone", "Nesting")), Format.JSON))
        .withMessageContaining("records nest deeper than 256 levels");
  }

  @Test
  void listReportsRecordsNestedTooDeeplyAndReadsTheOthers() throws IOException {
    String deep = "{\"metadata\":{\"name\":\"b\"}," + objects(300, "{}") + "}";
    String list =
        "{\"items\":[{\"metadata\":{\"name\":\"a\"}},"
            + deep
            + ",{\"metadata\":{\"name\":\"c\"},"
            + objects(200, "{}")
            + "}]}";
    List<String> names = new ArrayList<>();
    List<String> broken = new ArrayList<>();
    Codec.of(Kind.of(Nesting.class))
        .decodeList(
            new ByteArrayInputStream(utf8(list)),
            Format.JSON,
            new ListSink<>() {
              @Override
              public void item(Nesting item) {
                names.add(item.name());
              }

              @Override
              public void broken(BrokenItem item) {
                broken.add(item.key());
              }
            });
    assertThat(names).containsExactly("a", "c");
    assertThat(broken).containsExactly("b");
  }

  record Level(@Nullable Level a) {}

  @CustomResource(group = "test.dev", version = "v1")
  record Nesting(ObjectMeta metadata, Level spec) implements KubernetesObject {}

  private static String cone(String field) {
    return "{\"apiVersion\":\"test.dev/v1\",\"kind\":\"Cone\",\"metadata\":{\"name\":\"a\"},"
        + field
        + "}";
  }

  private static String objects(int times, String inner) {
    return "\"spec\":" + "{\"a\":".repeat(times) + inner + "}".repeat(times);
  }

  private static String item(String name, int depth) {
    int below = depth - 2;
    return "{\"metadata\":{\"name\":\""
        + name
        + "\"},\"spec\":"
        + "{\"below\":".repeat(below)
        + "{\"list\":[]}"
        + "}".repeat(below)
        + ",\"note\":\"1\"}";
  }

  private static ProtoBytes protoThing(String name, int depth) {
    ProtoBytes nested = message();
    for (int i = 0; i < depth - 2; i++) {
      nested = message().message(6, nested);
    }
    return message().message(1, message().text(1, name)).message(2, nested);
  }

  private static byte[] thing(int depth, String name, Format format) {
    if (format == Format.JSON) {
      int below = depth - 3;
      return utf8(
          "{\"spec\":"
              + "{\"below\":".repeat(below)
              + "{\"pointer\":{\"name\":\""
              + name
              + "\"}}"
              + "}".repeat(below)
              + "}");
    }
    return THINGS.encode(
        THINGS.decode(thing(depth, name, Format.JSON), Format.JSON), Format.PROTOBUF);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void onSmallStack(Runnable test) {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread = new Thread(null, test, "small stack", 512 << 10);
    thread.setUncaughtExceptionHandler((t, e) -> failure.set(e));
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (failure.get() != null) {
      throw new AssertionError("on a small stack: " + failure.get(), failure.get());
    }
  }

  private static final class Collected implements ListSink<Thing> {
    final List<String> names = new ArrayList<>();
    final List<BrokenItem> broken = new ArrayList<>();

    @Override
    public void item(Thing item) {
      names.add(item.name());
    }

    @Override
    public void broken(BrokenItem item) {
      broken.add(item);
    }
  }
}
