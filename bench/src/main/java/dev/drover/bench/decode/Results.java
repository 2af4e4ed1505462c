package dev.drover.bench.decode;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// The measurements of a run, per contender in the order of the rounds that it took part in.
record Results(Map<Contender, List<Measurement>> measurements) {

  /// The median over the rounds.
  double median(Contender contender, ToDoubleFunction<Measurement> what) {
    return median(measurements.get(contender).stream().mapToDouble(what));
  }

  double min(Contender contender, ToDoubleFunction<Measurement> what) {
    return measurements.get(contender).stream().mapToDouble(what).min().orElseThrow();
  }

  double max(Contender contender, ToDoubleFunction<Measurement> what) {
    return measurements.get(contender).stream().mapToDouble(what).max().orElseThrow();
  }

  /// The median of the ratios within each round.
  double ratio(Contender over, Contender under, ToDoubleFunction<Measurement> what) {
    List<Measurement> overs = measurements.get(over);
    List<Measurement> unders = measurements.get(under);
    return median(
        IntStream.range(0, Math.min(overs.size(), unders.size()))
            .mapToDouble(
                round ->
                    what.applyAsDouble(overs.get(round)) / what.applyAsDouble(unders.get(round))));
  }

  private static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
