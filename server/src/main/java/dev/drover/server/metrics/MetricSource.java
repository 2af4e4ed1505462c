package dev.drover.server.metrics;

/// A source of metrics.
@FunctionalInterface
public interface MetricSource {
  /// Writes the metrics as they are now.
  void write(MetricsText text);
}
