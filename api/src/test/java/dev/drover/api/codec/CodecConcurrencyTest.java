package dev.drover.api.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Format;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class CodecConcurrencyTest {
  private static final int THREADS = 4;

  private static <V> List<V> atOnce(Callable<V> work) throws Exception {
    CyclicBarrier start = new CyclicBarrier(THREADS);
    List<V> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<V>> futures = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        futures.add(
            threads.submit(
                () -> {
                  start.await();
                  return work.call();
                }));
      }
      for (Future<V> future : futures) {
        results.add(future.get());
      }
    }
    return results;
  }

  @Test
  void oneTypeServesManyThreadsThatReadFieldsInDifferentOrders() throws Exception {
    List<List<String>> orders = new ArrayList<>();
    List<String> members =
        new ArrayList<>(
            List.of(
                "\"text\":\"a\"",
                "\"flag\":true",
                "\"small\":5",
                "\"large\":6",
                "\"real\":0.5",
                "\"new\":1",
                "\"data\":\"AA==\""));
    var random = new Random(1);
    for (int i = 0; i < 8; i++) {
      Collections.shuffle(members, random);
      orders.add(List.copyOf(members));
    }
    Sample expected = Samples.json(Samples.SCALARS, "{" + String.join(",", members) + "}");
    List<Integer> equal =
        atOnce(
            () -> {
              int same = 0;
              for (int i = 0; i < 5_000; i++) {
                String text = "{" + String.join(",", orders.get(i % 8)) + "}";
                same += Samples.json(Samples.SCALARS, text).equals(expected) ? 1 : 0;
              }
              return same;
            });
    assertThat(equal).containsOnly(5_000);
  }

  @Test
  void typeIsSafeWhenItsFirstUsesAreConcurrent() throws Exception {
    RandomStructs structs = new RandomStructs(3);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      texts.add(Samples.json(structs.next(Samples.MAPS)));
    }
    for (int round = 0; round < 20; round++) {
      StructType<Sample> fresh =
          new StructType<>(
              Samples.INSTANCE, Samples.all().indexOf(Samples.MAPS), "test/v1.Maps", lines());
      for (List<String> result : atOnce(() -> rewritten(fresh, texts))) {
        assertThat(result).isEqualTo(texts);
      }
    }
  }

  private static String lines() {
    StringBuilder lines = new StringBuilder();
    for (String type :
        List.of(
            "texts 1 map[]string",
            "flags 2 map[]bool",
            "smalls 3 map[]int32",
            "larges 4 map[]int64",
            "reals 5 map[]double",
            "datas 6 map[]bytes",
            "times 7 map[]time",
            "quantities 8 map[]quantity",
            "ports 9 map[]intorstring",
            "raws 10 map[]raw",
            "extras 11 map[]extravalue")) {
      lines.append(type).append(" omitempty\n");
    }
    return lines.append("leaves 12 map[]test/v1.Leaf\n").toString();
  }

  private static List<String> rewritten(StructType<Sample> type, List<String> texts) {
    List<String> results = new ArrayList<>();
    for (String text : texts) {
      Sample value = Samples.json(type, text);
      Sample again = Samples.proto(type, Samples.proto(type, value));
      results.add(Samples.json(type, again));
    }
    return results;
  }

  @Test
  void oneCodecServesManyThreads() throws Exception {
    Codec<Thing> codec = Codec.of(Thing.KIND).skipping("metadata.managedFields");
    RandomStructs structs = new RandomStructs(4);
    List<Thing> things = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      things.add(structs.next(Thing.TYPE));
    }
    List<Boolean> results =
        atOnce(
            () -> {
              boolean same = true;
              for (int i = 0; i < 200; i++) {
                Thing thing = things.get(i % 50);
                for (Format format : Format.values()) {
                  Thing read = codec.decode(codec.encode(thing, format), format);
                  same &= read.spec().equals(thing.spec()) && read.note().equals(thing.note());
                }
              }
              return same;
            });
    assertThat(results).containsOnly(true);
  }
}
