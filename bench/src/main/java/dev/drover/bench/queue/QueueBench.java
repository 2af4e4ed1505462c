package dev.drover.bench.queue;

import dev.drover.bench.harness.Folder;
import dev.drover.bench.harness.Forks;
import dev.drover.bench.harness.GoPeers;
import dev.drover.bench.harness.JsonText;
import dev.drover.bench.harness.Median;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Measures work queues: one thread adds a million keys while workers take them and are done with
/// them at once. In turns, each in a process of its own, so that what disturbs the machine for a
/// minute disturbs all. Prints a line of JSON for each.
public final class QueueBench {
  private static final int[] WORKERS = {1, 8};
  private static final int KEYS = 1_000_000;
  private static final int ROUNDS = 3;
  private static final int WARMUPS = 4;
  private static final int RUNS = 5;

  // The same for both; enough that the collector is no part of the race.
  private static final List<String> OPTIONS = List.of("-Xmx2g");

  private final Forks forks;
  private final Optional<GoPeers> go;
  private final Map<Integer, Map<QueueContender, List<Double>>> rates = new TreeMap<>();

  private QueueBench(Forks forks, Optional<GoPeers> go) {
    this.forks = forks;
    this.go = go;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length != 0) {
      throw new IllegalArgumentException("queue takes no arguments");
    }
    try (Folder folder = Folder.temporary()) {
      new QueueBench(new Forks(folder.path()), GoPeers.build()).run();
    }
  }

  private void run() throws IOException, InterruptedException {
    if (go.isEmpty()) {
      System.err.println("Go is not installed: client-go is left out");
    }
    for (int round = 1; round <= ROUNDS; round++) {
      System.err.println("Round " + round + " of " + ROUNDS);
      for (int workers : WORKERS) {
        for (QueueContender contender : QueueContender.values()) {
          if (go.isPresent() || contender != QueueContender.CLIENT_GO) {
            measure(contender, workers);
          }
        }
      }
    }
    rates.forEach((workers, of) -> of.forEach((contender, all) -> print(contender, workers, all)));
  }

  private void measure(QueueContender contender, int workers)
      throws IOException, InterruptedException {
    List<String> lines =
        contender == QueueContender.CLIENT_GO ? runGo(workers) : runJava(contender, workers);
    List<Double> found =
        rates
            .computeIfAbsent(workers, _ -> new TreeMap<>())
            .computeIfAbsent(contender, _ -> new ArrayList<>());
    lines.forEach(line -> found.add(Double.parseDouble(line)));
  }

  private List<String> runJava(QueueContender contender, int workers)
      throws IOException, InterruptedException {
    return forks.run(
        QueueFork.class,
        OPTIONS,
        contender.name(),
        "" + workers,
        "" + KEYS,
        "" + WARMUPS,
        "" + RUNS);
  }

  private List<String> runGo(int workers) throws IOException, InterruptedException {
    List<String> command =
        go.orElseThrow()
            .command(
                List.of(
                    "-bench=queue",
                    "-workers=" + workers,
                    "-keys=" + KEYS,
                    "-warmups=" + WARMUPS,
                    "-runs=" + RUNS));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    List<String> lines = process.inputReader().readAllLines();
    int exit = process.waitFor();
    if (exit != 0) {
      throw new IOException("client-go's queue failed with exit code " + exit);
    }
    return lines;
  }

  private static void print(QueueContender contender, int workers, List<Double> all) {
    double[] sorted = all.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    System.out.println(
        JsonText.of(
            JsonText.object(
                "bench",
                "queue",
                "contender",
                contender.label,
                "workers",
                workers,
                "keys",
                KEYS,
                "millionKeysPerSecond",
                rounded(Median.of(all.stream().mapToDouble(d -> d))),
                "least",
                rounded(sorted[0]),
                "most",
                rounded(sorted[sorted.length - 1]),
                "runs",
                sorted.length)));
  }

  private static Double rounded(double value) {
    return Double.valueOf(String.format(Locale.ROOT, "%.2f", value));
  }
}
