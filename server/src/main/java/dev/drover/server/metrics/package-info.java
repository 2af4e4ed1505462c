/// Counters, gauges and histograms, and the page `/metrics` that shows them.
///
/// Reading order: [MetricSource], [MetricsText], [Labels], [Counter], [Gauge], [Histogram],
/// [RequestMetrics], [StorageMetrics], [MetricsPage], [ProcessMetrics].
@NullMarked
package dev.drover.server.metrics;

import org.jspecify.annotations.NullMarked;
