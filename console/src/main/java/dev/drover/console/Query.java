package dev.drover.console;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The parameters of a request, decoded; the last value of each name.
record Query(Map<String, String> values) {
  static Query of(String query) {
    Map<String, String> values = new HashMap<>();
    for (String part : query.split("&", -1)) {
      String[] pair = part.split("=", 2);
      if (pair.length == 2) {
        add(pair[0], pair[1], values);
      }
    }
    return new Query(Map.copyOf(values));
  }

  /// What is not encoded as a URL is has no value.
  private static void add(String name, String value, Map<String, String> values) {
    try {
      values.put(decode(name), decode(value));
    } catch (IllegalArgumentException e) {
      values.remove(name);
    }
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /// The value, unless it is missing or empty.
  Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name)).filter(value -> !value.isEmpty());
  }

  /// The number, or another one if it is missing, none, or out of range.
  long number(String name, long otherwise, long most) {
    try {
      long number = Long.parseLong(values.getOrDefault(name, ""));
      return number < 0 ? otherwise : Math.min(number, most);
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }
}
