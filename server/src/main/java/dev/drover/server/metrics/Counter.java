package dev.drover.server.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// Counts events by labels. Safe for any number of threads.
public final class Counter implements MetricSource {
  private final String name;
  private final String help;
  private final Map<Labels, LongAdder> counts = new ConcurrentHashMap<>();

  public Counter(String name, String help) {
    this.name = name;
    this.help = help;
  }

  /// Counts one event.
  public void increment(Labels labels) {
    counts.computeIfAbsent(labels, _ -> new LongAdder()).increment();
  }

  @Override
  public void write(MetricsText text) {
    if (!counts.isEmpty()) {
      text.family(name, "counter", help);
      MetricsText.each(counts, (labels, count) -> text.sample(name, labels, count.doubleValue()));
    }
  }
}
