package dev.drover.bench.list;

import dev.drover.bench.harness.Median;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// The readings of a list as a Markdown table.
record ListReport(int pods, Map<ListContender, List<ListMeasurement>> measurements) {

  void print(PrintStream out) {
    out.println();
    out.println(
        "JDK %s, %d processors for reader and server, JVM options %s, %d pods"
            .formatted(
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                String.join(" ", ListBench.OPTIONS),
                pods));
    out.println();
    row(
        out,
        "From process start to the last pod",
        "wall s",
        "spread",
        "CPU s",
        "server CPU s",
        "peak MB",
        "body MB");
    out.println("|" + "-".repeat(48) + "|" + ("-".repeat(13) + ":|").repeat(6));
    for (ListContender contender : ListContender.values()) {
      if (measurements.containsKey(contender)) {
        row(
            out,
            contender.label,
            seconds(median(contender, ListMeasurement::wall)),
            spread(contender),
            seconds(median(contender, ListMeasurement::cpu)),
            seconds(median(contender, ListMeasurement::server)),
            whole(median(contender, ListMeasurement::peak)),
            whole(median(contender, ListMeasurement::bytes) / 1e6));
      }
    }
    out.println();
  }

  private double median(ListContender contender, ToDoubleFunction<ListMeasurement> what) {
    return Median.of(measurements.get(contender).stream().mapToDouble(what));
  }

  private String spread(ListContender contender) {
    var walls =
        measurements.get(contender).stream().mapToDouble(ListMeasurement::wall).summaryStatistics();
    return seconds(walls.getMin()) + "–" + seconds(walls.getMax());
  }

  private static void row(PrintStream out, String first, String... others) {
    StringBuilder line = new StringBuilder("| %-46s |".formatted(first));
    for (String other : others) {
      line.append(" %12s |".formatted(other));
    }
    out.println(line);
  }

  private static String seconds(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static String whole(double value) {
    return value == 0 ? "" : String.format(Locale.ROOT, "%.0f", value);
  }
}
