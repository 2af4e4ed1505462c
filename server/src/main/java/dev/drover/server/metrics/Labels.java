package dev.drover.server.metrics;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// The labels of a metric with their values.
///
/// ```java
/// Labels.of("verb", "GET", "code", "200")
/// ```
public record Labels(SortedMap<String, String> values) {
  /// No labels.
  public static final Labels NONE = new Labels(new TreeMap<>());

  public Labels {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }

  /// Labels.
  ///
  /// @param namesAndValues a name, its value, the next name …
  public static Labels of(String... namesAndValues) {
    return NONE.with(namesAndValues);
  }

  /// These and further labels.
  ///
  /// @param namesAndValues a name, its value, the next name …
  public Labels with(String... namesAndValues) {
    SortedMap<String, String> all = new TreeMap<>(values);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      all.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return new Labels(all);
  }

  /// As the text format of Prometheus has them, without braces.
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    values.forEach(
        (name, value) -> {
          text.append(text.isEmpty() ? "" : ",").append(name).append("=\"");
          escape(value, text);
          text.append('"');
        });
    return text.toString();
  }

  private static void escape(String value, StringBuilder text) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '\\' -> text.append("\\\\");
        case '"' -> text.append("\\\"");
        case '\n' -> text.append("\\n");
        default -> text.append(c);
      }
    }
  }
}
