package dev.drover.server.metrics;

import java.util.Comparator;
import java.util.Map;
import java.util.function.BiConsumer;

/// Metrics in the text format of Prometheus. For one thread.
public final class MetricsText {
  private final StringBuilder text = new StringBuilder();

  /// Begins the metrics of a name.
  ///
  /// @param type `counter`, `gauge` or `histogram`
  public MetricsText family(String name, String type, String help) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    return this;
  }

  /// One value.
  public MetricsText sample(String name, Labels labels, double value) {
    text.append(name);
    if (!labels.values().isEmpty()) {
      text.append('{').append(labels).append('}');
    }
    text.append(' ').append(number(value)).append('\n');
    return this;
  }

  /// A gauge without labels.
  public MetricsText gauge(String name, String help, double value) {
    return family(name, "gauge", help).sample(name, Labels.NONE, value);
  }

  /// Hands over samples in the order of their labels.
  static <T> void each(Map<Labels, T> samples, BiConsumer<Labels, T> visitor) {
    samples.entrySet().stream()
        .sorted(Comparator.comparing(entry -> entry.getKey().toString()))
        .forEach(entry -> visitor.accept(entry.getKey(), entry.getValue()));
  }

  /// Whole numbers without a fraction.
  static String number(double value) {
    if (value == Double.POSITIVE_INFINITY) {
      return "+Inf";
    }
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? String.valueOf((long) value)
        : String.valueOf(value);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
