package dev.drover.bench.codec;

import dev.drover.bench.harness.Folder;
import dev.drover.bench.harness.Forks;
import dev.drover.bench.harness.Median;
import dev.drover.bench.harness.ResultLine;
import dev.drover.bench.harness.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Measures how objects of a custom kind are read and written: each contender in JVMs of its own,
/// in turns, so that what disturbs the machine for a minute disturbs all.
public final class CodecBench {
  private static final int ROUNDS = 3;

  // The same for all; what is measured is otherwise what users get.
  private static final List<String> OPTIONS = List.of("-Xmx1g");

  private CodecBench() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length != 0) {
      throw new IllegalArgumentException("codec takes no arguments");
    }
    Map<CodecContender, List<ResultLine>> results = new EnumMap<>(CodecContender.class);
    try (Folder folder = Folder.temporary()) {
      Forks forks = new Forks(folder.path());
      for (int round = 1; round <= ROUNDS; round++) {
        System.err.println("Round " + round + " of " + ROUNDS);
        for (CodecContender contender : CodecContender.values()) {
          results
              .computeIfAbsent(contender, _ -> new ArrayList<>())
              .add(
                  ResultLine.parse(
                      forks.run(CodecFork.class, OPTIONS, contender.name()).getLast()));
        }
      }
    }
    print(results);
  }

  private static void print(Map<CodecContender, List<ResultLine>> results) {
    Table table = new Table(System.out, 24, 15);
    double bytes = results.get(CodecContender.DROVER).getFirst().number("bytes");
    table.head(
        "Per object of %s bytes".formatted(Table.number(0, bytes)),
        "read µs",
        "spread",
        "allocated B",
        "write µs",
        "spread",
        "allocated B");
    results.forEach(
        (contender, rounds) ->
            table.row(
                contender.label,
                Table.number(2, median(rounds, "decodeMicros")),
                spread(rounds, "decodeMicros"),
                Table.number(0, median(rounds, "decodeAllocated")),
                Table.number(2, median(rounds, "encodeMicros")),
                spread(rounds, "encodeMicros"),
                Table.number(0, median(rounds, "encodeAllocated"))));
  }

  private static double median(List<ResultLine> rounds, String name) {
    return Median.of(rounds.stream().mapToDouble(round -> round.number(name)));
  }

  private static String spread(List<ResultLine> rounds, String name) {
    double[] sorted = rounds.stream().mapToDouble(round -> round.number(name)).sorted().toArray();
    return Table.number(2, sorted[0]) + "–" + Table.number(2, sorted[sorted.length - 1]);
  }
}
