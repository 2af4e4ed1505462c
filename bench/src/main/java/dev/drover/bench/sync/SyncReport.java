package dev.drover.bench.sync;

import dev.drover.bench.cache.CacheContender;
import dev.drover.bench.cache.Lines;
import dev.drover.bench.harness.ResultLine;
import dev.drover.bench.harness.Table;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The results of a sync as Markdown tables.
record SyncReport(int pods, Lines lines) {
  /// Those whose best is what a ratio is to.
  static final List<CacheContender> CLIENT_GO =
      List.of(
          CacheContender.CLIENT_GO_LIST,
          CacheContender.CLIENT_GO_WATCH_LIST,
          CacheContender.CLIENT_GO_JSON);

  SyncReport(int pods, Map<CacheContender, List<ResultLine>> results) {
    this(pods, new Lines(results));
  }

  void print(PrintStream out) {
    out.println();
    out.println(
        "JDK %s without options, %d processors for cache and server, %d pods"
            .formatted(Runtime.version(), Runtime.getRuntime().availableProcessors(), pods));
    out.println("× = to client-go's best with managedFields, median of the rounds' ratios");
    Table table = new Table(out, 57, 11);
    table.head(
        "Nothing to synced",
        "process s",
        "sync s",
        "spread",
        "×",
        "CPU s",
        "×",
        "server CPU",
        "peak MB",
        "×",
        "live MB",
        "B/object",
        "×");
    for (CacheContender contender : CacheContender.values()) {
      if (lines.has(contender)) {
        table.row(
            contender.label,
            seconds(contender, "processMillis"),
            seconds(contender, "syncMillis"),
            spread(contender),
            ratio(contender, "syncMillis"),
            Table.number(2, lines.median(contender, "cpuSeconds")),
            ratio(contender, "cpuSeconds"),
            Table.number(2, lines.median(contender, "serverCpuSeconds")),
            Table.number(0, lines.median(contender, "peakKilobytes") / 1e3),
            ratio(contender, "peakKilobytes"),
            Table.number(0, lines.median(contender, "liveHeapBytes") / 1e6),
            Table.number(0, lines.median(contender, "heapBytesPerObject")),
            ratio(contender, "heapBytesPerObject"));
      }
    }
    new SyncGoals(lines).print(out);
  }

  private String seconds(CacheContender contender, String what) {
    return Table.number(2, lines.median(contender, what) / 1e3);
  }

  private String spread(CacheContender contender) {
    double[] spread = lines.spread(contender, "syncMillis");
    return Table.number(2, spread[0] / 1e3) + "–" + Table.number(2, spread[1] / 1e3);
  }

  private String ratio(CacheContender contender, String what) {
    Optional<CacheContender> best = lines.least(CLIENT_GO, what);
    return best.map(b -> Table.number(2, lines.ratio(contender, b, what))).orElse("");
  }
}
