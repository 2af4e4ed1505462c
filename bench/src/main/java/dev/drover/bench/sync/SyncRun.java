package dev.drover.bench.sync;

import dev.drover.bench.cache.Cache;
import dev.drover.bench.cache.CacheContender;
import dev.drover.bench.cache.Contest;
import dev.drover.bench.cache.Served;
import dev.drover.bench.cache.Tally;
import dev.drover.bench.harness.Arguments;
import dev.drover.bench.harness.Clock;
import dev.drover.bench.harness.Folder;
import dev.drover.bench.harness.ForkEnd;
import dev.drover.bench.harness.GoPeers;
import dev.drover.bench.harness.Heap;
import dev.drover.bench.harness.ResultLine;
import dev.drover.bench.harness.Target;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One cache of this fresh JVM, from nothing to synced; or all of them, each in a process.
public final class SyncRun {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private @Nullable Cache cache; // what holds the objects: nothing else may

  private SyncRun() {}

  public static void main(String[] args) throws Exception {
    Set<String> options = new HashSet<>(Target.OPTIONS);
    options.addAll(Set.of("kind", "variant", "pods", "rounds"));
    Arguments arguments =
        Arguments.parse(args, options, Set.of(Target.INSECURE, "no-growth", "with-100000"));
    var target = Target.of(arguments);
    if (target.isPresent()) {
      System.out.println(one(arguments, target.get()));
      System.exit(0); // some contenders do not end their threads
    }
    SyncBench.run(arguments);
  }

  private static ResultLine one(Arguments arguments, Target target) throws Exception {
    CacheContender contender =
        CacheContender.of(arguments.find("variant").orElse(CacheContender.DEFAULT.variant()));
    Served served = Served.named(arguments.find("kind").orElse("pods"));
    if (!contender.isGo()) {
      return new SyncRun().run(contender.variant(), contender.starter(), target, served);
    }
    try (Folder folder = Folder.temporary()) {
      return new Contest(folder.path(), GoPeers.build()).run("sync", contender, target, served);
    }
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
