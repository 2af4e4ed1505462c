package dev.drover.bench.watch;

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
import dev.drover.bench.harness.ResultLine;
import dev.drover.bench.harness.Target;
import dev.drover.bench.replay.Replay;
import dev.drover.bench.replay.ReplayEvents;
import dev.drover.bench.replay.ReplayEvents.Shape;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// One handler of this fresh JVM that gets all events of a watch; or all contenders, each in a
/// process.
public final class WatchRun {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  static final int EVENTS = 200_000;
  private static final int OBJECTS = 20_000;

  private WatchRun() {}

  public static void main(String[] args) throws Exception {
    Set<String> options = new HashSet<>(Target.OPTIONS);
    options.addAll(Set.of("kind", "variant", "events", "objects", "rounds", "shape"));
    Arguments arguments = Arguments.parse(args, options, Set.of(Target.INSECURE, "tls"));
    if (arguments.has("server") || arguments.has("variant")) {
      System.out.println(one(arguments));
      System.exit(0); // some contenders do not end their threads
    }
    WatchBench.run(arguments);
  }

  private static ResultLine one(Arguments arguments) throws Exception {
    CacheContender contender =
        CacheContender.of(arguments.find("variant").orElse(CacheContender.DEFAULT.variant()));
    Served served = Served.named(arguments.find("kind").orElse("pods"));
    int events = arguments.number("events", EVENTS);
    var target = Target.of(arguments);
    if (target.isPresent() && !contender.isGo()) {
      return measure(
          contender.variant(),
          contender.starter(),
          target.get().withToken(Integer.toString(events)),
          served,
          events);
    }
    try (Folder folder = Folder.temporary()) {
      Contest contest = new Contest(folder.path(), GoPeers.build());
      if (target.isPresent()) {
        return contest.watch(contender, target.get(), served, events);
      }
      try (Replay replay = Replay.start(folder.path(), shape(arguments), objects(arguments))) {
        return contest.watch(
            contender, replay.target(arguments.has("tls"), events), served, events);
      }
    }
  }

  private static Shape shape(Arguments arguments) {
    return Shape.valueOf(
        arguments.find("shape").orElse(Shape.REPEATING.name()).toUpperCase(Locale.ROOT));
  }

  static int objects(Arguments arguments) {
    return arguments.number("objects", OBJECTS);
  }

  private static ResultLine measure(
      String name, Cache.Starter starter, Target target, Served served, int events)
      throws Exception {
    Tally tally = new Tally(events, ReplayEvents.START_VERSION);
    try (Cache _ = starter.start(target, served, tally)) {
      tally.await(LIMIT);
      ForkEnd end = ForkEnd.now(tally.seen(), 0);
      double process = Clock.millisSince(Clock.STARTED, Clock.nanos(), System.getenv()).orElse(0.0);
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("bench", "watch");
      result.put("contender", name);
      result.put("kind", served.plural());
      result.put("events", tally.seen());
      result.put("inOrder", tally.isInOrder());
      result.put("processMillis", process);
      result.put("eventsPerSecond", ResultLine.rounded(tally.perSecond()));
      result.put("lateEventsPerSecond", ResultLine.rounded(tally.latePerSecond()));
      result.put("lateCpuMicrosPerEvent", ResultLine.rounded(tally.lateCpuMicros()));
      result.put("cpuSeconds", end.cpuMillis() / 1e3);
      result.put("peakKilobytes", end.peakKilobytes());
      return new ResultLine(result);
    }
  }
}
