package dev.drover.bench.harness;

import java.util.stream.DoubleStream;

/// The median, which one bad round does not move.
public final class Median {
  private Median() {}

  public static double of(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
