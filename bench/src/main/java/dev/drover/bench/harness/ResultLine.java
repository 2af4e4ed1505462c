package dev.drover.bench.harness;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// The result of one contender: a line of JSON, which is a flat object of texts, numbers and
/// booleans.
public record ResultLine(Map<String, Object> values) {

  public static ResultLine parse(String line) {
    Map<String, Object> values = new LinkedHashMap<>();
    try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), line)) {
      require(parser.nextToken() == JsonToken.START_OBJECT, line);
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        values.put(
            name,
            switch (parser.nextToken()) {
              case VALUE_STRING -> parser.getString();
              case VALUE_TRUE -> true;
              case VALUE_FALSE -> false;
              case VALUE_NUMBER_INT -> parser.getLongValue();
              case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
              default -> throw new IllegalArgumentException("no flat object: " + line);
            });
      }
    }
    return new ResultLine(values);
  }

  private static void require(boolean condition, String line) {
    if (!condition) {
      throw new IllegalArgumentException("not JSON: " + line);
    }
  }

  public ResultLine with(String name, Object value) {
    Map<String, Object> changed = new LinkedHashMap<>(values);
    changed.put(name, value);
    return new ResultLine(changed);
  }

  String text(String name) {
    return (String) value(name);
  }

  public boolean isTrue(String name) {
    return (Boolean) value(name);
  }

  public double number(String name) {
    return ((Number) value(name)).doubleValue();
  }

  private Object value(String name) {
    Object value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no " + name + " in " + this);
    }
    return value;
  }

  @Override
  public String toString() {
    return JsonText.of(values);
  }

  /// Three digits after the point are enough.
  public static double rounded(double value) {
    return Math.round(value * 1e3) / 1e3;
  }
}
