package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HeapPacerTest {
  private static final long MB = 1 << 20;

  @Test
  void collectionIsDueWhenOldObjectsGrowByAThird() {
    assertThat(HeapPacer.isDue(0, 32 * MB)).isFalse();
    assertThat(HeapPacer.isDue(0, 33 * MB)).isTrue();
    assertThat(HeapPacer.isDue(300 * MB, 400 * MB)).isFalse();
    assertThat(HeapPacer.isDue(300 * MB, 401 * MB)).isTrue();
    assertThat(HeapPacer.isDue(300 * MB, 200 * MB)).isFalse();
  }

  /// A JVM of its own, which fills the old generation with garbage and waits for its end.
  @Test
  @Timeout(120)
  void garbageGoesBeforeTheHeapHasGrownToItsLimit() throws Exception {
    Process process = start();
    try {
      assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(output(process)).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  private static Process start() throws Exception {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-Xms32m",
            "-Xmx1g",
            "-Ddrover.server.heap=compact",
            "-cp",
            System.getProperty("java.class.path"),
            Garbage.class.getName());
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static String output(Process process) throws Exception {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /// Ends when the old objects that it made are gone.
  static final class Garbage {
    private Garbage() {}

    public static void main(String[] args) {
      HeapPacer pacer = HeapPacer.start();
      long[] large = new long[(int) (100 * MB / Long.BYTES)]; // too large for the young generation
      Reference.reachabilityFence(large);
      large = null;
      while (used() > 50 * MB) {
        Thread.onSpinWait();
      }
      pacer.close();
    }

    private static long used() {
      return ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getName().equals("Tenured Gen"))
          .mapToLong(Garbage::used)
          .sum();
    }

    private static long used(MemoryPoolMXBean pool) {
      return pool.getUsage().getUsed();
    }
  }
}
