package dev.drover.bench.sync;

import dev.drover.bench.cache.CacheContender;
import dev.drover.bench.cache.Contest;
import dev.drover.bench.cache.Served;
import dev.drover.bench.harness.Arguments;
import dev.drover.bench.harness.Folder;
import dev.drover.bench.harness.GoPeers;
import dev.drover.bench.harness.ResultLine;
import dev.drover.bench.harness.Target;
import dev.drover.bench.pods.PodServer;
import dev.drover.bench.pods.Pods;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/// Measures how long caches take from nothing to synced, and what they weigh then: all contenders
/// in turns against one real API server, so that what disturbs the machine for a minute disturbs
/// all; or, with a server given, one contender in this JVM.
final class SyncBench {
  private static final int ROUNDS = 3;
  private static final int MANY = 100_000;
  private static final List<Integer> GROWTH = List.of(1_000, 10_000);

  /// Those that take part; the others are for one at a time.
  private static final List<CacheContender> ALL =
      Stream.of(CacheContender.values()).filter(c -> !c.isForWatches()).toList();

  private static final List<CacheContender> GROWING =
      List.of(CacheContender.DEFAULT, CacheContender.CLIENT_GO_LIST, CacheContender.FABRIC8);

  private final Contest contest;
  private final Target target;
  private final int rounds;

  private SyncBench(Contest contest, Target target, int rounds) {
    this.contest = contest;
    this.target = target;
    this.rounds = rounds;
  }

  static void run(Arguments arguments)
      throws IOException, InterruptedException, ExecutionException {
    int pods = arguments.number("pods", Pods.STANDARD.count());
    int rounds = arguments.number("rounds", ROUNDS);
    try (Folder folder = Folder.temporary()) {
      Contest contest = new Contest(folder.path(), GoPeers.build());
      if (contest.go().isEmpty()) {
        say("Go is not installed: client-go and controller-runtime are left out");
      }
      Map<CacheContender, List<ResultLine>> results = on(contest, folder.path(), pods, rounds, ALL);
      new SyncReport(pods, results).print(System.out);
      List<Integer> sizes = new ArrayList<>(arguments.has("no-growth") ? List.of() : GROWTH);
      if (arguments.has("with-100000")) {
        sizes.add(MANY);
      }
      Map<Integer, Map<CacheContender, List<ResultLine>>> growth = new LinkedHashMap<>();
      for (int size : sizes) {
        growth.put(size, on(contest, folder.path(), size, 1, GROWING));
      }
      growth.put(pods, results);
      new GrowthReport(GROWING, growth).print(System.out);
    }
  }

  /// What these contenders say against a fresh server with so many pods.
  private static Map<CacheContender, List<ResultLine>> on(
      Contest contest, Path folder, int pods, int rounds, List<CacheContender> contenders)
      throws IOException, InterruptedException, ExecutionException {
    try (PodServer server = PodServer.start()) {
      say("Creating " + pods + " pods");
      server.fill(new Pods(pods, Math.max(10, pods / 100), false));
      Target target = Target.of(server.access(folder));
      return new SyncBench(contest, target, rounds).run(pods, contenders);
    }
  }

  private Map<CacheContender, List<ResultLine>> run(int pods, List<CacheContender> contenders)
      throws IOException, InterruptedException {
    Map<CacheContender, List<ResultLine>> results = new EnumMap<>(CacheContender.class);
    read(CacheContender.RAW, pods); // the server's own warm-up
    for (int round = 1; round <= rounds; round++) {
      say("Round " + round + " of " + rounds);
      // Every other round backwards: what one leaves the server to clean up, the next one pays.
      for (CacheContender contender : round % 2 == 1 ? contenders : contenders.reversed()) {
        if (contest.canRun(contender)) {
          results.computeIfAbsent(contender, _ -> new ArrayList<>()).add(read(contender, pods));
        }
      }
    }
    return results;
  }

  private ResultLine read(CacheContender contender, int pods)
      throws IOException, InterruptedException {
    Duration before = PodServer.cpu();
    ResultLine result =
        contest
            .run("sync", contender, target, Served.PODS)
            .with("serverCpuSeconds", PodServer.cpu().minus(before).toMillis() / 1e3);
    say("  " + result);
    if (contender != CacheContender.RAW && result.number("objects") != pods) {
      throw new IOException(contender + " holds " + result.number("objects") + " of " + pods);
    }
    return result;
  }

  private static void say(String text) {
    System.out.println(text);
  }
}
