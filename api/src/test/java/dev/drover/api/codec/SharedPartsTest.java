package dev.drover.api.codec;

import static dev.drover.api.codec.ProtoBytes.message;
import static dev.drover.api.codec.Samples.json;
import static dev.drover.api.codec.Samples.shared;
import static dev.drover.api.codec.Samples.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.api.Format;
import dev.drover.api.wire.ProtoReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SharedPartsTest {
  private static final int SITE = 3;

  private static SharedParts table(int capacity) {
    return new SharedParts(capacity, new Random(1));
  }

  private static @Nullable Object find(SharedParts table, String part) {
    byte[] bytes = utf8(part);
    return table.find(SITE, bytes, 0, bytes.length, 1);
  }

  /// Meets a part: true when the table knew it.
  private static boolean meet(SharedParts table, String part) {
    if (find(table, part) != null) {
      return true;
    }
    table.put(SITE, table.high(), table.low(), part);
    return false;
  }

  private static Sample proto(StructType<Sample> type, byte[] bytes, SharedParts parts) {
    ProtoReader in = new ProtoReader(bytes, 0, bytes.length, 64);
    return type.readProto(in, bytes.length, new Decoding(parts), null);
  }

  @Test
  void repeatedPartIsTheSameInstance() {
    SharedParts parts = table(64);
    String text =
        "{\"pointer\":{\"name\":\"n\"},\"lists\":{\"texts\":[\"a\",\"b\"]},\"maps\":{\"texts\":{\"k\":\"v\"}}}";
    Sample first = shared(Samples.NESTED, text, parts);
    Sample second = shared(Samples.NESTED, text, parts);
    assertThat(second).isEqualTo(first).isEqualTo(json(Samples.NESTED, text));
    for (String field : List.of("pointer", "lists", "maps")) {
      assertThat(second.at(field)).isSameAs(first.at(field));
    }
    byte[] bytes = Samples.proto(first);
    Sample third = proto(Samples.NESTED, bytes, parts);
    Sample fourth = proto(Samples.NESTED, bytes, parts);
    assertThat(fourth).isEqualTo(third).isEqualTo(first);
    for (String field : List.of("pointer", "lists", "maps")) {
      assertThat(fourth.at(field)).isSameAs(third.at(field));
    }
  }

  @Test
  void runsOfFieldsAreSharedAsWholeListsAndMaps() {
    SharedParts parts = table(64);
    byte[] lists = message().text(1, "a").text(1, "b").varint(3, 7).varint(3, 8).toByteArray();
    byte[] others = message().text(1, "a").text(1, "b").varint(3, 9).toByteArray();
    Sample first = proto(Samples.LISTS, lists, parts);
    Sample second = proto(Samples.LISTS, others, parts);
    assertThat(second.at("texts")).isSameAs(first.at("texts"));
    assertThat(second.at("smalls")).isEqualTo(List.of(9));
    byte[] maps = message().entry(1, "a", "b").entry(1, "c", "d").toByteArray();
    assertThat(proto(Samples.MAPS, maps, parts).at("texts"))
        .isSameAs(proto(Samples.MAPS, maps, parts).at("texts"));
  }

  @Test
  void equalBytesOfDifferentTypesAreNotShared() {
    SharedParts parts = table(1 << 12);
    for (int round = 0; round < 3; round++) {
      Sample lists =
          shared(
              Samples.LISTS,
              "{\"smalls\":[1,2],\"larges\":[1,2],\"reals\":[1,2],\"raws\":[1,2]}",
              parts);
      assertThat(lists.at("smalls")).isEqualTo(List.of(1, 2));
      assertThat(lists.at("larges")).isEqualTo(List.of(1L, 2L));
      assertThat(lists.at("reals")).isEqualTo(List.of(1.0, 2.0));
      Sample maps =
          shared(
              Samples.MAPS,
              "{\"texts\":{\"a\":\"1\"},\"quantities\":{\"a\":\"1\"},\"ports\":{\"a\":\"1\"},\"raws\":{\"a\":\"1\"},"
                  + "\"smalls\":{\"a\":1},\"larges\":{\"a\":1},\"reals\":{\"a\":1}}",
              parts);
      assertThat(Samples.json(maps))
          .isEqualTo(
              Samples.json(
                  json(
                      Samples.MAPS,
                      "{\"texts\":{\"a\":\"1\"},\"quantities\":{\"a\":\"1\"},\"ports\":{\"a\":\"1\"},"
                          + "\"raws\":{\"a\":\"1\"},\"smalls\":{\"a\":1},\"larges\":{\"a\":1},\"reals\":{\"a\":1}}")));
      assertThat(maps).isEqualTo(json(Samples.MAPS, Samples.json(maps)));
      Sample messages =
          shared(
              Samples.MESSAGES,
              "{\"time\":\"2026-01-31T12:00:01Z\",\"micro\":\"2026-01-31T12:00:01Z\",\"rawPointer\":\"2026-01-31T12:00:01Z\","
                  + "\"portPointer\":\"2026-01-31T12:00:01Z\"}",
              parts);
      assertThat(messages).isEqualTo(json(Samples.MESSAGES, Samples.json(messages)));
    }
    // In protobuf even the field numbers may be equal: a list of ints, of longs, of booleans.
    byte[] ones = message().varint(1, 1).varint(1, 1).toByteArray();
    for (String type : List.of("[]int32", "[]int64", "[]bool")) {
      StructType<Sample> one =
          new StructType<>(Samples.INSTANCE, 0, "test/v1.Ones", "ones 1 " + type);
      Object list = proto(one, ones, parts).slot(0);
      assertThat(list).isEqualTo(proto(one, ones, table(64)).slot(0));
    }
  }

  @Test
  void sharingNeverChangesWhatIsRead() {
    SharedParts parts = table(256); // small, so that parts come and go
    RandomStructs structs = new RandomStructs(5);
    List<Sample> pool = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      pool.add(structs.next(Samples.NESTED));
    }
    var random = new Random(5);
    for (int i = 0; i < 1500; i++) {
      Sample value = pool.get(random.nextInt(pool.size()));
      if (random.nextBoolean()) {
        assertThat(shared(Samples.NESTED, Samples.json(value), parts)).isEqualTo(value);
      } else {
        assertThat(proto(Samples.NESTED, Samples.proto(value), parts)).isEqualTo(value);
      }
    }
    assertThat(parts.size()).isBetween(50, 256);
  }

  @Test
  void sharedPartsTableIsBoundedAndGrowsOnDemand() {
    SharedParts parts = table(5000); // rounded down to a power of two
    int largest = 0;
    for (int i = 0; i < 50_000; i++) {
      meet(parts, "part " + i);
      largest = Math.max(largest, parts.size());
    }
    assertThat(largest).isBetween(2048, 4096);
    assertThat(parts.size()).isEqualTo(largest);
    SharedParts tiny = table(4);
    for (int i = 0; i < 100; i++) {
      meet(tiny, "part " + i);
    }
    assertThat(tiny.size()).isEqualTo(4);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SharedParts(3))
        .withMessageContaining("at least 4");
  }

  @Test
  void partEntersTheTableAtItsSecondOccurrenceIfMostMiss() {
    SharedParts parts = table(1024);
    for (int i = 0; i <= 128; i++) { // a table that is nearly empty takes everything
      meet(parts, "at once " + i);
    }
    assertThat(parts.size()).isEqualTo(129);
    assertThat(meet(parts, "new")).isFalse();
    assertThat(parts.size()).isEqualTo(129);
    assertThat(meet(parts, "new")).isTrue();
    assertThat(parts.size()).isEqualTo(130);
    assertThat(meet(parts, "new")).isTrue();
    assertThat(parts.size()).isEqualTo(130);
  }

  @Test
  void growingTheTableKeepsAllParts() {
    SharedParts parts = table(1 << 16);
    for (int i = 0; i < 600; i++) { // just above half of the first size
      meet(parts, "part " + i);
    }
    int before = parts.size();
    for (int i = 600; i < 1200; i++) {
      meet(parts, "part " + i);
    }
    int known = 0;
    for (int i = 0; i < 1200; i++) {
      known += find(parts, "part " + i) != null ? 1 : 0;
    }
    assertThat(known).isEqualTo(parts.size());
    assertThat(parts.size()).isGreaterThan(before).isGreaterThan(1100);
  }

  @Test
  void repeatedPartsOutliveOthers() {
    SharedParts parts = table(1024);
    int kept = 0;
    int met = 0;
    for (int round = 0; round < 200; round++) {
      for (int i = 0; i < 100; i++) {
        met++;
        kept += meet(parts, "often " + i) ? 1 : 0;
      }
      for (int i = 0; i < 100; i++) {
        meet(parts, "once " + round + " " + i);
      }
    }
    assertThat(kept).isGreaterThan(met * 9 / 10);
  }

  @Test
  void fieldWithoutHitsPausesAndIsTriedAgain() {
    SharedParts parts = table(1024);
    int tried = 0;
    while (parts.worthTrying(SITE)) {
      assertThat(meet(parts, "unique " + tried)).isFalse();
      tried++;
      assertThat(tried).isLessThan(10_000);
    }
    assertThat(tried).isEqualTo(256);
    int passed = 1;
    while (!parts.worthTrying(SITE)) {
      passed++;
      assertThat(passed).isLessThan(100_000);
    }
    assertThat(passed).isEqualTo(8192);
    assertThat(parts.worthTrying(SITE + 1)).isTrue(); // others are judged on their own
  }

  @Test
  void fieldWithRareHitsIsTriedForEver() {
    SharedParts parts = table(1024);
    for (int i = 0; i < 20_000; i++) {
      assertThat(parts.worthTrying(SITE)).isTrue();
      meet(parts, i % 8 == 0 ? "often" : "unique " + i);
    }
  }

  @Test
  void alternatingPartsAreKeptBesideUniqueOnes() {
    SharedParts parts = table(4); // one set
    for (String once : List.of("a", "b", "c", "d")) {
      assertThat(meet(parts, once)).isFalse();
    }
    assertThat(meet(parts, "e")).isFalse();
    assertThat(meet(parts, "f")).isFalse();
    assertThat(meet(parts, "e")).isTrue();
    assertThat(meet(parts, "f")).isTrue();
  }

  @Test
  void objectsOfOneOwnerShareEqualPartsForEveryHashKey() {
    for (int key = 0; key < 200; key++) {
      SharedParts parts = new SharedParts(SharedParts.DEFAULT_CAPACITY, new Random(key));
      Codec<Thing> codec = Codec.of(Thing.KIND).sharing(parts);
      Set<Object> labels = Collections.newSetFromMap(new IdentityHashMap<>());
      Set<Object> specs = Collections.newSetFromMap(new IdentityHashMap<>());
      Set<String> names = new HashSet<>();
      for (int i = 0; i < 300; i++) {
        String text =
            """
            {"metadata":{"name":"t-%d","labels":{"app":"a%d"}},"spec":{"pointer":{"name":"p%d"}}}\
            """
                .formatted(i, i % 10, i % 10);
        Thing thing = codec.decode(utf8(text), Format.JSON);
        names.add(thing.name());
        labels.add(thing.metadata().labels());
        specs.add(thing.spec());
      }
      assertThat(names).hasSize(300);
      assertThat(labels).as("labels with key %d", key).hasSize(10);
      assertThat(specs).as("specs with key %d", key).hasSize(10);
    }
  }
}
