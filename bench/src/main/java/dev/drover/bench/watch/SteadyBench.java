package dev.drover.bench.watch;

import dev.drover.bench.cache.Cache;
import dev.drover.bench.cache.CacheContender;
import dev.drover.bench.cache.Served;
import dev.drover.bench.cache.Tally;
import dev.drover.bench.harness.Arguments;
import dev.drover.bench.harness.Folder;
import dev.drover.bench.harness.ForkEnd;
import dev.drover.bench.harness.GoPeers;
import dev.drover.bench.harness.Jvm;
import dev.drover.bench.harness.ResultLine;
import dev.drover.bench.harness.Target;
import dev.drover.bench.harness.TimedProcess;
import dev.drover.bench.replay.Replay;
import dev.drover.bench.replay.ReplayEvents;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Measures a full cache under a steady load: 20,000 pods with 2,000 updates a second; the longest
/// pause of its process, its memory and its CPU.
///
/// A thread that sleeps for a millisecond notes by how much it woke up late: that is what a
/// reconciler would notice of a collection, and of everything else that holds the process up, other
/// processes included.
public final class SteadyBench {
  private static final Set<String> OPTIONS =
      Set.of("variant", "objects", "rate", "seconds", "rounds", "jvm");
  private static final List<CacheContender> CONTENDERS =
      List.of(CacheContender.DEFAULT, CacheContender.CLIENT_GO_LIST, CacheContender.FABRIC8);
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final int objects;
  private final int rate;
  private final int events;

  private SteadyBench(Arguments arguments) {
    this.objects = arguments.number("objects", 20_000);
    this.rate = arguments.number("rate", 2_000);
    this.events = objects + rate * arguments.number("seconds", 30);
  }

  public static void main(String[] args) throws Exception {
    Set<String> options = new HashSet<>(Target.OPTIONS);
    options.addAll(OPTIONS);
    Arguments arguments = Arguments.parse(args, options, Set.of(Target.INSECURE));
    SteadyBench bench = new SteadyBench(arguments);
    Optional<Target> target = Target.of(arguments);
    if (target.isEmpty()) {
      bench.compare(arguments);
      return;
    }
    CacheContender contender = CacheContender.of(arguments.find("variant").orElse("default"));
    System.out.println(bench.measure(contender, target.get()));
    System.out.flush();
    Runtime.getRuntime().halt(0); // some do not end their threads
  }

  private void compare(Arguments arguments) throws IOException, InterruptedException {
    List<String> jvm =
        arguments.find("jvm").map(options -> List.of(options.split(" "))).orElse(List.of());
    List<CacheContender> contenders =
        arguments.find("variant").map(name -> List.of(CacheContender.of(name))).orElse(CONTENDERS);
    Optional<GoPeers> go = GoPeers.build();
    try (Folder folder = Folder.temporary();
        Replay replay = Replay.start(folder.path(), ReplayEvents.Shape.REPEATING, objects)) {
      Target target = replay.target(true, events).withToken(events + "/" + rate);
      for (int round = 1; round <= arguments.number("rounds", 3); round++) {
        for (CacheContender contender : contenders) {
          if (!contender.isGo() || go.isPresent()) {
            List<String> command = new ArrayList<>();
            if (contender.isGo()) {
              command.addAll(go.orElseThrow().command(contender.goFlags("steady", Served.PODS)));
            } else {
              command.add(Jvm.JAVA);
              command.addAll(jvm);
              command.addAll(List.of("-cp", Jvm.CLASS_PATH, Jvm.MAIN, "steady"));
              command.addAll(List.of("--variant", contender.variant()));
              command.addAll(List.of("--rate", "" + rate));
              command.addAll(List.of("--seconds", "" + (events - objects) / rate));
            }
            command.addAll(List.of("--objects", "" + objects));
            if (contender.isGo()) {
              command.addAll(List.of("--events", "" + events));
            }
            command.addAll(target.arguments());
            System.out.println(
                ResultLine.parse(TimedProcess.run(folder.path(), command, target.token())));
          }
        }
      }
    }
  }

  private ResultLine measure(CacheContender contender, Target target) throws Exception {
    Tally tally = new Tally(events, ReplayEvents.START_VERSION);
    try (Cache _ =
        contender.starter().start(target.withToken(events + "/" + rate), Served.PODS, tally)) {
      while (tally.seen() < objects) {
        Thread.sleep(1);
      }
      Duration before = ForkEnd.cpu();
      long collected = collections();
      Delays delays = new Delays();
      Thread.ofPlatform().daemon().start(delays);
      tally.await(LIMIT);
      delays.ended = true;
      Duration cpu = ForkEnd.cpu().minus(before);
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("bench", "steady");
      result.put("contender", contender.variant());
      result.put("objects", objects);
      result.put("updates", tally.seen() - objects);
      result.put("longestPauseMillis", ResultLine.rounded(delays.longest / 1e6));
      result.put("collectionMillis", collections() - collected);
      result.put(
          "cpuMicrosPerUpdate", ResultLine.rounded(cpu.toNanos() / 1e3 / (events - objects)));
      result.put("residentKilobytes", ForkEnd.resident());
      result.put("peakKilobytes", ForkEnd.now(0, 0).peakKilobytes());
      return new ResultLine(result);
    }
  }

  /// All collections so far, in milliseconds.
  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(bean -> Math.max(0, bean.getCollectionTime()))
        .sum();
  }

  private static final class Delays implements Runnable {
    private static final long SLEEP_NANOS = 1_000_000;

    private volatile boolean ended;
    private volatile long longest;

    @Override
    public void run() {
      while (!ended) {
        long begun = System.nanoTime();
        try {
          Thread.sleep(Duration.ofNanos(SLEEP_NANOS));
        } catch (InterruptedException e) {
          return;
        }
        longest = Math.max(longest, System.nanoTime() - begun - SLEEP_NANOS);
      }
    }
  }
}
