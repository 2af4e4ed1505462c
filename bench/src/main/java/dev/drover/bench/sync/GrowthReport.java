package dev.drover.bench.sync;

import dev.drover.bench.cache.CacheContender;
import dev.drover.bench.cache.Lines;
import dev.drover.bench.harness.ResultLine;
import dev.drover.bench.harness.Table;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The cost of more objects, as a Markdown table.
record GrowthReport(
    List<CacheContender> contenders, Map<Integer, Map<CacheContender, List<ResultLine>>> results) {

  void print(PrintStream out) {
    Table table = new Table(out, 44, 11);
    table.head("Growth", "pods", "sync s", "CPU s", "peak MB", "live MB", "B/object");
    for (CacheContender contender : contenders) {
      new TreeMap<>(results)
          .forEach(
              (pods, found) -> {
                Lines lines = new Lines(found);
                if (lines.has(contender)) {
                  row(table, contender, pods, lines);
                }
              });
    }
    out.println();
  }

  private static void row(Table table, CacheContender contender, int pods, Lines lines) {
    table.row(
        contender.label,
        Table.number(0, pods),
        Table.number(2, lines.median(contender, "syncMillis") / 1e3),
        Table.number(2, lines.median(contender, "cpuSeconds")),
        Table.number(0, lines.median(contender, "peakKilobytes") / 1e3),
        Table.number(0, lines.median(contender, "liveHeapBytes") / 1e6),
        Table.number(0, lines.median(contender, "heapBytesPerObject")));
  }
}
