package dev.drover.server.metrics;

/// Something that shows metrics.
@FunctionalInterface
public interface MetricSource {
  /// Writes the metrics as they are now.
  void write(MetricsText text);
}
