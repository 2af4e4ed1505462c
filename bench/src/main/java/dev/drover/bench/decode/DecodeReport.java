package dev.drover.bench.decode;

import static dev.drover.bench.decode.Contender.*;

import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A run as Markdown tables: all numbers, then the goals.
///
/// @param footprints bytes per pod as JOL counts them
/// @param folder where the decoded files are
record DecodeReport(Results results, Map<Contender, Double> footprints, Path folder) {
  private static final List<Contender> WITH =
      List.of(
          DROVER_PROTOBUF,
          DROVER_JSON,
          DROVER_PROTOBUF_UNSHARED,
          DROVER_JSON_UNSHARED,
          FABRIC8,
          OFFICIAL_JSON,
          OFFICIAL_PROTOBUF,
          SCAN);
  private static final List<Contender> WITHOUT =
      List.of(
          DROVER_PROTOBUF_SKIPPING,
          DROVER_JSON_SKIPPING,
          DROVER_PROTOBUF_SKIPPING_UNSHARED,
          DROVER_JSON_SKIPPING_UNSHARED,
          DROVER_JSON_BARE,
          FABRIC8_BARE,
          OFFICIAL_JSON_SKIPPING,
          OFFICIAL_PROTOBUF_BARE,
          SCAN_BARE);

  void print(PrintStream out) throws IOException {
    out.println();
    out.println(
        "JDK %s, %d processors, JVM options %s"
            .formatted(
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                String.join(" ", DecodeBench.OPTIONS)));
    out.println();
    table(out, "Per pod, with managedFields", WITH);
    table(out, "Per pod, without managedFields", WITHOUT);
    ratios(out);
    heap(out);
  }

  private void table(PrintStream out, String title, List<Contender> contenders) throws IOException {
    row(
        out,
        title,
        "bytes in",
        "first µs",
        "wall µs",
        "CPU µs",
        "spread",
        "thread µs",
        "allocated B",
        "retained B");
    rule(out, 8);
    for (Contender contender : contenders) {
      row(
          out,
          contender.label,
          whole(Files.size(contender.input.in(folder)) / (double) contender.input.pods.count()),
          tenths(results.median(contender, Measurement::cold)),
          tenths(results.median(contender, Measurement::wall)),
          tenths(results.median(contender, Measurement::cpu)),
          spread(contender),
          tenths(results.median(contender, Measurement::thread)),
          whole(results.median(contender, Measurement::allocated)),
          contender.decodes() ? whole(results.median(contender, Measurement::retained)) : "–");
    }
    out.println();
  }

  private String spread(Contender contender) {
    double min = results.min(contender, Measurement::cpu);
    double max = results.max(contender, Measurement::cpu);
    return min == max ? "–" : tenths(min) + "–" + tenths(max);
  }

  private void ratios(PrintStream out) {
    row(out, "Goal: time", "wanted", "CPU", "thread", "met");
    rule(out, 4);
    Goal nearScan = Goal.atMost(1.3);
    String scan = "JSON / Jackson token scan, ";
    ratio(out, scan + "managedFields read", nearScan, DROVER_JSON, SCAN);
    ratio(out, scan + "managedFields skipped", nearScan, DROVER_JSON_SKIPPING, SCAN);
    ratio(out, scan + "bytes without them", nearScan, DROVER_JSON_BARE, SCAN_BARE);
    Goal twice = Goal.atLeast(2);
    String json = "JSON / protobuf, managedFields ";
    ratio(out, json + "read", twice, DROVER_JSON, DROVER_PROTOBUF);
    ratio(out, json + "skipped", twice, DROVER_JSON_SKIPPING, DROVER_PROTOBUF_SKIPPING);
    Goal threeTimes = Goal.atLeast(3);
    String fabric8 = "fabric8 JSON / Drover JSON, ";
    ratio(out, fabric8 + "managedFields read", threeTimes, FABRIC8, DROVER_JSON);
    ratio(out, fabric8 + "bytes without them", threeTimes, FABRIC8_BARE, DROVER_JSON_BARE);
    ratio(out, "fabric8 JSON / Drover protobuf", threeTimes, FABRIC8, DROVER_PROTOBUF);
    out.println();
  }

  private void ratio(PrintStream out, String text, Goal goal, Contender over, Contender under) {
    double cpu = results.ratio(over, under, Measurement::cpu);
    double thread = results.ratio(over, under, Measurement::thread);
    row(out, text, goal.text(), hundredths(cpu), hundredths(thread), goal.met(cpu));
  }

  private void heap(PrintStream out) {
    row(out, "Goal: retained heap, share table included", "wanted B", "heap B", "JOL B", "met");
    rule(out, 4);
    heap(out, Goal.atMost(4900), DROVER_PROTOBUF);
    heap(out, Goal.atMost(4900), DROVER_JSON);
    heap(out, Goal.atMost(2500), DROVER_PROTOBUF_SKIPPING);
    heap(out, Goal.atMost(2500), DROVER_JSON_SKIPPING);
  }

  private void heap(PrintStream out, Goal goal, Contender contender) {
    double retained = results.median(contender, Measurement::retained);
    Double counted = footprints.get(contender);
    row(
        out,
        contender.label,
        goal.text(),
        whole(retained),
        counted == null ? "–" : whole(counted),
        goal.met(retained));
  }

  private static void row(PrintStream out, String first, String... others) {
    StringBuilder line = new StringBuilder("| %-54s |".formatted(first));
    for (String other : others) {
      line.append(" %11s |".formatted(other));
    }
    out.println(line);
  }

  private static void rule(PrintStream out, int columns) {
    out.println("|" + "-".repeat(56) + "|" + ("-".repeat(12) + ":|").repeat(columns));
  }

  private static String whole(double value) {
    return String.format(Locale.ROOT, "%.0f", value);
  }

  private static String tenths(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String hundredths(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private record Goal(boolean atMost, double limit) {
    static Goal atMost(double limit) {
      return new Goal(true, limit);
    }

    static Goal atLeast(double limit) {
      return new Goal(false, limit);
    }

    String text() {
      return (atMost ? "≤ " : "≥ ")
          + BigDecimal.valueOf(limit).stripTrailingZeros().toPlainString();
    }

    String met(double value) {
      return (atMost ? value <= limit : value >= limit) ? "yes" : "no";
    }
  }
}
