package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// No key is with two workers, and none is lost, whatever happens.
@Tag("slow")
class BustleTest {
  private static final long MEGABYTE = 1024 * 1024;

  @Test
  void everyObjectIsHandledAsItIsAndNoneByTwo() throws Exception {
    try (Bustle bustle = new Bustle(Long.getLong("drover.seed", 7), 100)) {
      for (int round = 0; round < 3; round++) {
        bustle.round(round);
      }
    }
  }

  @Test
  @Tag("soak")
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void forALongTimeWithThousandsOfObjectsAndNoGrowth() throws Exception {
    try (Bustle bustle = new Bustle(Long.getLong("drover.seed", System.nanoTime()), 3_000)) {
      int rounds = Integer.getInteger("drover.rounds", 20);
      for (int round = 0; round < rounds / 4; round++) {
        bustle.round(round);
      }
      long before = Bustle.heap();
      for (int round = rounds / 4; round < rounds; round++) {
        bustle.round(round);
      }
      assertThat(Bustle.heap() - before).as("growth of the heap").isLessThan(16 * MEGABYTE);
    }
  }
}
