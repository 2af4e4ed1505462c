package dev.drover.bench.watch;

import dev.drover.bench.cache.CacheContender;
import dev.drover.bench.cache.Lines;
import dev.drover.bench.harness.ResultLine;
import dev.drover.bench.harness.Table;
import dev.drover.bench.replay.ReplayEvents.Shape;
import dev.drover.bench.watch.WatchBench.Scenario;
import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The results of the watches as Markdown tables.
record WatchReport(Map<Scenario, Map<CacheContender, List<ResultLine>>> results) {
  private static final String RATE = "eventsPerSecond";
  private static final String CPU = "lateCpuMicrosPerEvent";
  private static final String LATE = "lateEventsPerSecond";

  /// Those whose best is what a ratio is to.
  private static final List<CacheContender> CLIENT_GO =
      List.of(
          CacheContender.CLIENT_GO_LIST,
          CacheContender.CLIENT_GO_JSON,
          CacheContender.CLIENT_GO_DYNAMIC);

  void print(PrintStream out) {
    out.println();
    out.println(
        "JDK %s without options, %d processors for handler and server; × = to client-go's best"
            .formatted(Runtime.version(), Runtime.getRuntime().availableProcessors()));
    results.forEach((scenario, found) -> print(out, scenario, new Lines(found)));
    Table goals = new Table(out, 64, 10);
    goals.head("Goal", "wanted", "reached", "met");
    results.forEach((scenario, found) -> goals(goals, scenario, new Lines(found)));
    out.println();
  }

  private static void print(PrintStream out, Scenario scenario, Lines lines) {
    Table table = new Table(out, 46, 12);
    table.head(
        name(scenario),
        "events",
        "events/s",
        "×",
        "late half/s",
        "×",
        "late CPU µs",
        "×",
        "peak MB");
    for (CacheContender contender : WatchBench.CONTENDERS.get(scenario.served())) {
      if (lines.has(contender)) {
        table.row(
            contender.label,
            Table.number(0, lines.median(contender, "events")),
            Table.number(0, lines.median(contender, RATE)),
            ratio(lines, contender, RATE),
            Table.number(0, lines.median(contender, LATE)),
            ratio(lines, contender, LATE),
            Table.number(1, lines.median(contender, CPU)),
            lines
                .least(CLIENT_GO, CPU)
                .map(best -> Table.number(2, lines.ratio(contender, best, CPU)))
                .orElse(""),
            Table.number(0, lines.median(contender, "peakKilobytes") / 1e3));
      }
    }
  }

  private static String name(Scenario scenario) {
    return (scenario.served().isBuiltIn() ? "Pods" : "Custom resources, JSON")
        + (scenario.shape() == Shape.REPEATING ? ", repeating parts" : ", unique parts")
        + (scenario.tls() ? ", TLS" : ", plain");
  }

  private static String ratio(Lines lines, CacheContender contender, String what) {
    return lines
        .most(CLIENT_GO, what)
        .map(best -> Table.number(2, lines.ratio(contender, best, what)))
        .orElse("");
  }

  private static void goals(Table table, Scenario scenario, Lines lines) {
    double wanted = scenario.served().isBuiltIn() ? 4 : 15;
    Collection<CacheContender> ours = List.of(CacheContender.DEFAULT, CacheContender.DYNAMIC);
    Optional<CacheContender> best = lines.most(CLIENT_GO, RATE);
    Optional<CacheContender> our = lines.most(ours, RATE);
    if (best.isPresent() && our.isPresent()) {
      double reached = lines.ratio(our.get(), best.get(), RATE);
      table.row(
          name(scenario) + " / " + best.get().variant(),
          "≥ " + Table.number(0, wanted),
          Table.number(2, reached),
          reached >= wanted ? "yes" : "no");
    }
  }
}
