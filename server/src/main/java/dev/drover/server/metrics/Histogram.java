package dev.drover.server.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/// The distribution of numbers, by labels. Safe for any number of threads.
public final class Histogram implements MetricSource {
  private final String name;
  private final String help;
  private final double[] bounds; // ascending
  private final Map<Labels, Distribution> distributions = new ConcurrentHashMap<>();

  /// @param bounds upper bounds of the buckets, ascending
  public Histogram(String name, String help, double... bounds) {
    this.name = name;
    this.help = help;
    this.bounds = bounds.clone();
  }

  /// Bounds that grow by a factor.
  public static double[] exponential(double first, double factor, int count) {
    double[] bounds = new double[count];
    for (int i = 0; i < count; i++) {
      bounds[i] = first * Math.pow(factor, i);
    }
    return bounds;
  }

  private static final class Distribution {
    final LongAdder[] buckets;
    final DoubleAdder sum = new DoubleAdder();

    Distribution(int buckets) {
      this.buckets = new LongAdder[buckets];
      for (int i = 0; i < buckets; i++) {
        this.buckets[i] = new LongAdder();
      }
    }
  }

  /// Adds a number.
  public void observe(double number, Labels labels) {
    Distribution distribution =
        distributions.computeIfAbsent(labels, _ -> new Distribution(bounds.length + 1));
    int bucket = 0;
    while (bucket < bounds.length && number > bounds[bucket]) {
      bucket++;
    }
    distribution.buckets[bucket].increment();
    distribution.sum.add(number);
  }

  @Override
  public void write(MetricsText text) {
    if (!distributions.isEmpty()) {
      text.family(name, "histogram", help);
      MetricsText.each(distributions, (labels, each) -> write(text, labels, each));
    }
  }

  private void write(MetricsText text, Labels labels, Distribution distribution) {
    long count = 0;
    for (int i = 0; i <= bounds.length; i++) {
      count += distribution.buckets[i].sum();
      double bound = i < bounds.length ? bounds[i] : Double.POSITIVE_INFINITY;
      text.sample(name + "_bucket", labels.with("le", MetricsText.number(bound)), (double) count);
    }
    text.sample(name + "_sum", labels, distribution.sum.sum());
    text.sample(name + "_count", labels, (double) count);
  }
}
