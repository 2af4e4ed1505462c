package dev.drover.bench;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One cache of this fresh JVM, from nothing to synced.
final class SyncRun {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private @Nullable Cache cache; // what holds the objects: nothing else may

  private SyncRun() {}

  static ResultLine measure(String name, Cache.Starter starter, Target target, Served served)
      throws Exception {
    return new SyncRun().run(name, starter, target, served);
  }

  private ResultLine run(String name, Cache.Starter starter, Target target, Served served)
      throws Exception {
    long begun = System.nanoTime();
    cache = starter.start(target, served, Tally.none());
    while (!cache.isSynced()) {
      if (System.nanoTime() - begun > LIMIT.toNanos()) {
        throw new IllegalStateException(name + " never synced");
      }
      Thread.sleep(1);
    }
    long synced = System.nanoTime();
    long now = Clock.nanos();
    int objects = cache.size();
    ForkEnd end = ForkEnd.now(objects, 0);

    Map<String, Object> result = new LinkedHashMap<>();
    result.put("bench", "sync");
    result.put("contender", name);
    result.put("kind", served.plural());
    result.put("objects", objects);
    Clock.millisSince(Clock.LAUNCHED, now, System.getenv())
        .ifPresent(millis -> result.put("launcherMillis", millis));
    result.put("processMillis", Clock.millisSince(Clock.STARTED, now, System.getenv()).orElse(0.0));
    result.put("syncMillis", ResultLine.rounded((synced - begun) / 1e6));
    result.put("cpuSeconds", end.cpuMillis() / 1e3);
    result.put("peakKilobytes", end.peakKilobytes());
    long held = Heap.settled();
    result.put("liveHeapBytes", held);
    cache.close();
    cache = null;
    long without = Heap.settled();
    result.put(
        "heapBytesPerObject",
        objects == 0 ? 0 : ResultLine.rounded((held - without) / (double) objects));
    return new ResultLine(result);
  }
}
