package dev.drover.bench.decode;

import dev.drover.bench.harness.Folder;
import dev.drover.bench.harness.Forks;
import dev.drover.bench.pods.PodFile;
import dev.drover.bench.pods.Pods;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Measures how bytes become objects: Drover and its peers on the same pods, each in JVMs of its
/// own, in turns.
///
/// Rounds make the ratios fair: what disturbs the machine for a minute disturbs all contenders of
/// that round, and ratios are taken within a round. They are ratios of CPU time, because the work
/// of others does not count there and that of the garbage collector does.
public final class DecodeBench {
  private static final int ROUNDS = 3;

  // No other flags: what is measured is what users get.
  static final List<String> OPTIONS = List.of("-Xmx4g");

  private final Forks forks;
  private final Map<Contender, List<Measurement>> measurements = new EnumMap<>(Contender.class);

  private DecodeBench(Forks forks) {
    this.forks = forks;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length != 0) {
      throw new IllegalArgumentException("decode takes no arguments");
    }
    try (Folder folder = Folder.temporary()) {
      new DecodeBench(new Forks(folder.path())).run();
    }
  }

  private void run() throws IOException, InterruptedException {
    say("Making " + Pods.STANDARD.count() + " pods of " + Pods.STANDARD.owners() + " owners");
    forks.run(PodFile.class, OPTIONS, forks.folder().toString());
    for (int round = 1; round <= ROUNDS; round++) {
      say("Round " + round + " of " + ROUNDS);
      for (Contender contender : Contender.values()) {
        if (round <= contender.rounds) {
          measure(contender);
        }
      }
    }
    requireSamePods();
    say("Counting objects");
    Map<Contender, Double> footprints = new EnumMap<>(Contender.class);
    for (Contender contender :
        List.of(Contender.DROVER_PROTOBUF, Contender.DROVER_PROTOBUF_SKIPPING)) {
      footprints.put(contender, Footprint.total(forks, contender));
    }
    new DecodeReport(new Results(measurements), footprints, forks.folder()).print(System.out);
  }

  private void measure(Contender contender) throws IOException, InterruptedException {
    List<String> lines =
        forks.run(DecodeFork.class, OPTIONS, contender.name(), forks.folder().toString());
    Measurement measurement = Measurement.parse(lines.getLast());
    measurements.computeIfAbsent(contender, c -> new ArrayList<>()).add(measurement);
  }

  /// A fast decoder that loses something has won nothing.
  private void requireSamePods() {
    Map<Integer, Contender> first = new HashMap<>();
    measurements.forEach(
        (contender, results) -> {
          if (contender.decodes()) {
            Contender other = first.putIfAbsent(contender.input.pods.count(), contender);
            long samples = results.getFirst().samples();
            if (other != null && measurements.get(other).getFirst().samples() != samples) {
              throw new IllegalStateException(contender + " and " + other + " decoded other pods");
            }
          }
        });
  }

  private static void say(String text) {
    System.out.println(text);
  }
}
