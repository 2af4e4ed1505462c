package dev.drover.server.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Numbers by labels that rise and fall. Safe for any number of threads.
public final class Gauge implements MetricSource {
  private final String name;
  private final String help;
  private final Map<Labels, AtomicLong> numbers = new ConcurrentHashMap<>();

  public Gauge(String name, String help) {
    this.name = name;
    this.help = help;
  }

  /// Adds to a number, which is 0 at first.
  public void add(long difference, Labels labels) {
    numbers.computeIfAbsent(labels, _ -> new AtomicLong()).addAndGet(difference);
  }

  /// Sets a number.
  public void set(long number, Labels labels) {
    numbers.computeIfAbsent(labels, _ -> new AtomicLong()).set(number);
  }

  @Override
  public void write(MetricsText text) {
    if (!numbers.isEmpty()) {
      text.family(name, "gauge", help);
      MetricsText.each(
          numbers, (labels, number) -> text.sample(name, labels, number.doubleValue()));
    }
  }
}
