package dev.drover.bench;

import java.util.stream.DoubleStream;

/// The median, which one bad round does not move.
final class Median {
  private Median() {}

  static double of(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
