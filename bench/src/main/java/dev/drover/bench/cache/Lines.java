package dev.drover.bench.cache;

import dev.drover.bench.harness.Median;
import dev.drover.bench.harness.ResultLine;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// The results of all contenders, each in the order of the rounds.
public record Lines(Map<CacheContender, List<ResultLine>> results) {

  public boolean has(CacheContender contender) {
    return results.containsKey(contender);
  }

  /// The median over the rounds.
  public double median(CacheContender contender, String what) {
    return Median.of(values(contender, what));
  }

  private DoubleStream values(CacheContender contender, String what) {
    return results.get(contender).stream().mapToDouble(line -> line.number(what));
  }

  /// The lowest and the highest of the rounds.
  public double[] spread(CacheContender contender, String what) {
    double[] sorted = values(contender, what).sorted().toArray();
    return new double[] {sorted[0], sorted[sorted.length - 1]};
  }

  /// The median of the ratios within each round: what disturbs a round disturbs both.
  public double ratio(CacheContender over, CacheContender under, String what) {
    List<ResultLine> overs = results.get(over);
    List<ResultLine> unders = results.get(under);
    return Median.of(
        IntStream.range(0, Math.min(overs.size(), unders.size()))
            .mapToDouble(round -> overs.get(round).number(what) / unders.get(round).number(what)));
  }

  /// The contender of these with the least; empty if none of them took part.
  public Optional<CacheContender> least(Collection<CacheContender> of, String what) {
    return of.stream()
        .filter(this::has)
        .min(Comparator.comparingDouble(contender -> median(contender, what)));
  }

  /// The contender of these with the most.
  public Optional<CacheContender> most(Collection<CacheContender> of, String what) {
    return of.stream()
        .filter(this::has)
        .max(Comparator.comparingDouble(contender -> median(contender, what)));
  }
}
