package dev.drover.bench.sync;

import dev.drover.bench.cache.CacheContender;
import dev.drover.bench.cache.Lines;
import dev.drover.bench.harness.Table;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/// The goals of Drover's caches, and whether they are met.
record SyncGoals(Lines lines) {
  private static final List<CacheContender> WITHOUT =
      List.of(CacheContender.CLIENT_GO_WITHOUT_MANAGED_FIELDS);

  void print(PrintStream out) {
    Table table = new Table(out, 64, 10);
    table.head("Goal, each against the best variant", "wanted", "reached", "met");
    for (CacheContender ours :
        List.of(CacheContender.DEFAULT, CacheContender.WITHOUT_MANAGED_FIELDS)) {
      List<CacheContender> theirs = ours == CacheContender.DEFAULT ? SyncReport.CLIENT_GO : WITHOUT;
      String name = ours.label;
      goal(table, name + ": start to synced / client-go", ours, theirs, "syncMillis", 1);
      goal(
          table,
          name + ": start to synced / raw reader",
          ours,
          List.of(CacheContender.RAW),
          "syncMillis",
          1.2);
      goal(table, name + ": CPU / client-go", ours, theirs, "cpuSeconds", 1.6);
      goal(table, name + ": heap per pod / client-go", ours, theirs, "heapBytesPerObject", 1 / 3.0);
      goal(table, name + ": peak memory / client-go", ours, theirs, "peakKilobytes", 0.5);
    }
    out.println();
  }

  private void goal(
      Table table,
      String name,
      CacheContender ours,
      List<CacheContender> theirs,
      String what,
      double wanted) {
    Optional<CacheContender> best = lines.least(theirs, what);
    if (best.isPresent() && lines.has(ours)) {
      double reached = lines.ratio(ours, best.get(), what);
      table.row(
          name,
          "≤ " + Table.number(2, wanted),
          Table.number(2, reached),
          reached <= wanted ? "yes" : "no");
    }
  }
}
