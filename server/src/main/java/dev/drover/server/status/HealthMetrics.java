package dev.drover.server.status;

import dev.drover.server.metrics.Counter;
import dev.drover.server.metrics.Gauge;
import dev.drover.server.metrics.Labels;
import dev.drover.server.metrics.MetricSource;
import dev.drover.server.metrics.MetricsText;

/// Counts the results of health checks.
///
/// In Go: `k8s.io/component-base/metrics/prometheus/slis`.
public final class HealthMetrics implements MetricSource {
  private final Gauge last =
      new Gauge("kubernetes_healthcheck", "Whether a health check passed the last time.");
  private final Counter results =
      new Counter("kubernetes_healthchecks_total", "Results of health checks.");

  /// @param type `healthz`, `livez` or `readyz`
  void checked(String name, String type, boolean isPassed) {
    Labels labels = Labels.of("name", name, "type", type);
    last.set(isPassed ? 1 : 0, labels);
    results.increment(labels.with("status", isPassed ? "success" : "error"));
  }

  @Override
  public void write(MetricsText text) {
    last.write(text);
    results.write(text);
  }
}
