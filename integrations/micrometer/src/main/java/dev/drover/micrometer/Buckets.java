package dev.drover.micrometer;

import java.time.Duration;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/// The upper bounds of histogram buckets, as in controller-runtime.
final class Buckets {
  /// `controller_runtime_reconcile_time_seconds`.
  static final Duration[] RECONCILE =
      seconds(
          0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8,
          0.9, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25,
          30, 40, 50, 60);

  /// `controller_runtime_webhook_latency_seconds`: the defaults of Prometheus' client.
  static final Duration[] WEBHOOK =
      seconds(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10);

  /// `workqueue_*_duration_seconds`: powers of ten from 10 nanoseconds to 1,000 seconds.
  static final Duration[] QUEUE =
      Stream.iterate(Duration.ofNanos(10), bound -> bound.multipliedBy(10))
          .limit(12)
          .toArray(Duration[]::new);

  /// `rest_client_*_duration_seconds`, as in client-go.
  static final Duration[] REQUEST = seconds(0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60);

  /// `rest_client_*_size_bytes`, as in client-go: 64 bytes to 16 MB.
  static final double[] SIZE = {
    64, 256, 512, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216
  };

  private Buckets() {}

  private static Duration[] seconds(double... bounds) {
    return DoubleStream.of(bounds)
        .mapToObj(bound -> Duration.ofMillis(Math.round(bound * 1000)))
        .toArray(Duration[]::new);
  }
}
