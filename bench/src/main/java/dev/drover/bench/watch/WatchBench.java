package dev.drover.bench.watch;

import dev.drover.bench.cache.CacheContender;
import dev.drover.bench.cache.Contest;
import dev.drover.bench.cache.Served;
import dev.drover.bench.harness.Arguments;
import dev.drover.bench.harness.Folder;
import dev.drover.bench.harness.GoPeers;
import dev.drover.bench.harness.ResultLine;
import dev.drover.bench.replay.Replay;
import dev.drover.bench.replay.ReplayEvents.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Measures how many events of a watch reach a handler in a second, from a server that sends them
/// as fast as they are taken: all contenders in turns, or one.
final class WatchBench {
  private static final int ROUNDS = 3;

  /// The contenders, by kind.
  static final Map<Served, List<CacheContender>> CONTENDERS =
      Map.of(
          Served.PODS,
          List.of(
              CacheContender.DEFAULT,
              CacheContender.CLIENT_GO_LIST,
              CacheContender.CONTROLLER_RUNTIME,
              CacheContender.REFLECTOR,
              CacheContender.JSON,
              CacheContender.CLIENT_GO_JSON,
              CacheContender.FABRIC8,
              CacheContender.OFFICIAL),
          Served.machines(),
          List.of(
              CacheContender.DEFAULT,
              CacheContender.CLIENT_GO_JSON,
              CacheContender.CONTROLLER_RUNTIME_JSON,
              CacheContender.DYNAMIC,
              CacheContender.CLIENT_GO_DYNAMIC,
              CacheContender.CONTROLLER_RUNTIME_DYNAMIC,
              CacheContender.FABRIC8,
              CacheContender.OFFICIAL));

  /// These get a tenth of the events, as they take ten times as long for each.
  private static final Set<CacheContender> SLOW =
      Set.of(
          CacheContender.CLIENT_GO_JSON,
          CacheContender.CLIENT_GO_DYNAMIC,
          CacheContender.CONTROLLER_RUNTIME_JSON,
          CacheContender.CONTROLLER_RUNTIME_DYNAMIC,
          CacheContender.FABRIC8,
          CacheContender.OFFICIAL);

  /// What is watched, and how.
  record Scenario(Served served, Shape shape, boolean tls) {}

  private final Contest contest;
  private final int rounds;
  private final int events;
  private final Map<Scenario, Map<CacheContender, List<ResultLine>>> results =
      new LinkedHashMap<>();

  private WatchBench(Contest contest, int rounds, int events) {
    this.contest = contest;
    this.rounds = rounds;
    this.events = events;
  }

  static void run(Arguments arguments) throws IOException, InterruptedException {
    int events = arguments.number("events", WatchRun.EVENTS);
    try (Folder folder = Folder.temporary()) {
      Contest contest = new Contest(folder.path(), GoPeers.build());
      if (contest.go().isEmpty()) {
        say("Go is not installed: client-go and controller-runtime are left out");
      }
      WatchBench bench = new WatchBench(contest, arguments.number("rounds", ROUNDS), events);
      for (Shape shape : Shape.values()) {
        try (Replay replay = Replay.start(folder.path(), shape, WatchRun.objects(arguments))) {
          bench.run(replay, shape);
        }
      }
      new WatchReport(bench.results).print(System.out);
    }
  }

  private void run(Replay replay, Shape shape) throws IOException, InterruptedException {
    for (int round = 1; round <= rounds; round++) {
      say("Round " + round + " of " + rounds + ", " + shape);
      for (Served served : List.of(Served.PODS, Served.machines())) {
        for (boolean tls : new boolean[] {false, true}) {
          run(replay, new Scenario(served, shape, tls), round);
        }
      }
    }
  }

  private void run(Replay replay, Scenario scenario, int round)
      throws IOException, InterruptedException {
    List<CacheContender> contenders = CONTENDERS.get(scenario.served());
    var lines = results.computeIfAbsent(scenario, _ -> new EnumMap<>(CacheContender.class));
    for (CacheContender contender : round % 2 == 1 ? contenders : contenders.reversed()) {
      if (contest.canRun(contender)) {
        int count = SLOW.contains(contender) ? Math.max(2, events / 10) : events;
        ResultLine line =
            contest.watch(
                contender, replay.target(scenario.tls(), count), scenario.served(), count);
        say("  " + line);
        lines.computeIfAbsent(contender, _ -> new ArrayList<>()).add(line);
      }
    }
  }

  private static void say(String text) {
    System.out.println(text);
  }
}
