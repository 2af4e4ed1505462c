package dev.drover.server.flowcontrol;

import dev.drover.server.metrics.Counter;
import dev.drover.server.metrics.Gauge;
import dev.drover.server.metrics.Histogram;
import dev.drover.server.metrics.Labels;
import dev.drover.server.metrics.MetricSource;
import dev.drover.server.metrics.MetricsText;
import java.time.Duration;
import java.util.List;

/// The metrics of priority and fairness.
///
/// In Go: `k8s.io/apiserver/pkg/util/flowcontrol/metrics`.
final class FlowMetrics implements MetricSource {
  private static final String PREFIX = "apiserver_flowcontrol_";
  private static final double[] SECONDS = {
    0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30
  };

  private final Counter dispatched =
      new Counter(PREFIX + "dispatched_requests_total", "Requests that were let through.");
  private final Counter rejected =
      new Counter(PREFIX + "rejected_requests_total", "Requests that were refused.");
  private final Gauge executing =
      new Gauge(PREFIX + "current_executing_requests", "Requests that are served.");
  private final Gauge waiting =
      new Gauge(PREFIX + "current_inqueue_requests", "Requests that wait in a queue.");
  private final Histogram waits =
      new Histogram(
          PREFIX + "request_wait_duration_seconds", "Time in a queue, in seconds.", SECONDS);

  private static Labels labels(Flow flow) {
    return Labels.of("flow_schema", flow.schema(), "priority_level", flow.level());
  }

  void waits(Flow flow, boolean begins) {
    waiting.add(begins ? 1 : -1, labels(flow));
  }

  void dispatched(Flow flow, Duration waited) {
    Labels labels = labels(flow);
    dispatched.increment(labels);
    executing.add(1, labels);
    waits.observe(waited.toNanos() / 1e9, labels.with("execute", "true"));
  }

  void ended(Flow flow) {
    executing.add(-1, labels(flow));
  }

  void rejected(Flow flow, String reason, Duration waited) {
    Labels labels = labels(flow);
    rejected.increment(labels.with("reason", reason));
    waits.observe(waited.toNanos() / 1e9, labels.with("execute", "false"));
  }

  @Override
  public void write(MetricsText text) {
    List.of(dispatched, rejected, executing, waiting, waits).forEach(metric -> metric.write(text));
  }

  /// The seats of each level.
  static void seats(MetricsText text, Iterable<PriorityLevel> levels) {
    for (String name : List.of("nominal_limit_seats", "current_limit_seats")) {
      text.family(PREFIX + name, "gauge", "Seats of a priority level.");
      levels.forEach(
          level ->
              text.sample(PREFIX + name, Labels.of("priority_level", level.name()), level.seats()));
    }
  }
}
