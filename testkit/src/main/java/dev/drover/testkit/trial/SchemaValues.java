package dev.drover.testkit.trial;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Values that a structural schema allows, few of each kind and those at the bounds first, and
/// values that it forbids. A pure function of the schema.
///
/// Values of built-in shapes are known by the names of their properties: images, quantities,
/// schedules, resources. Texts for patterns are made by [PatternSamples]. CEL rules are not solved:
/// each value is tried as a dry run before it is used, and left out if the server refuses it.
final class SchemaValues {
  private static final int DEEPEST = 6;
  private static final List<String> TEXTS = List.of("walk-a", "walk-b");

  /// Texts that mean something to Kubernetes, by the last word of the property's name.
  private static final Map<String, List<Object>> BY_NAME =
      Map.ofEntries(
          Map.entry("image", List.of("walk:1", "walk:2")),
          Map.entry("schedule", List.of("0 * * * *", "30 2 * * 1")),
          Map.entry("storage", List.of("1Gi", "2Gi")),
          Map.entry("size", List.of("1Gi", "2Gi")),
          Map.entry("cpu", List.of("100m", "1")),
          Map.entry("memory", List.of("64Mi", "1Gi")),
          Map.entry("url", List.of("http://a.example", "http://b.example")),
          Map.entry("host", List.of("a.example", "b.example")),
          Map.entry("hostname", List.of("a.example", "b.example")),
          Map.entry("imagepullpolicy", List.of("Always", "IfNotPresent")),
          Map.entry("servicetype", List.of("ClusterIP", "NodePort")));

  /// Maps from resources to quantities.
  private static final Set<String> QUANTITIES = Set.of("limits", "requests", "capacity", "hard");

  private SchemaValues() {}

  /// A change of one property.
  ///
  /// @param path from the object
  /// @param value null removes it
  record Change(List<String> path, @Nullable Object value) {
    @Override
    public String toString() {
      return String.join(".", path) + (value == null ? " is removed" : " = " + value);
    }
  }

  /// Changes of each property, one at a time, to values that the schema allows.
  static List<Change> valid(List<String> path, Map<String, ?> schema) {
    List<Change> changes = new ArrayList<>();
    walk(path, schema, 0, changes);
    return changes;
  }

  private static void walk(
      List<String> path, Map<String, ?> schema, int depth, List<Change> changes) {
    Set<String> required = new LinkedHashSet<>(Json.texts(schema, "required"));
    Json.object(schema, "properties")
        .forEach(
            (name, of) -> {
              List<String> at = new ArrayList<>(path);
              at.add(name);
              Map<String, @Nullable Object> property = Json.object(of);
              boolean isObject = !Json.object(property, "properties").isEmpty();
              if (isObject && depth < DEEPEST) {
                walk(at, property, depth + 1, changes);
              } else {
                values(name, property, depth).forEach(value -> changes.add(new Change(at, value)));
              }
              if (!required.contains(name)) {
                changes.add(new Change(at, null));
              }
            });
  }

  /// Values of a property: those that its name suggests, if its schema has room for them.
  private static List<Object> values(String name, Map<String, ?> schema, int depth) {
    String last = name.toLowerCase(Locale.ROOT);
    if (QUANTITIES.contains(last) && schema.containsKey("additionalProperties")) {
      return List.of(Map.of("cpu", "100m"), Map.of("memory", "64Mi"));
    }
    boolean isPlainText =
        Json.text(schema, "type").equals("string")
            && !schema.containsKey("enum")
            && Json.text(schema, "format").isEmpty();
    List<Object> known = BY_NAME.getOrDefault(last, List.of());
    if (known.isEmpty() || !isPlainText) {
      return values(schema, depth);
    }
    List<Object> all = new ArrayList<>(known);
    all.addAll(PatternSamples.of(Json.text(schema, "pattern")));
    return all;
  }

  /// Values of a schema; none for one that says nothing.
  private static List<Object> values(Map<String, ?> schema, int depth) {
    if (schema.get("enum") instanceof List<?> choices) {
      return List.copyOf(choices);
    }
    if (Boolean.TRUE.equals(schema.get("x-kubernetes-int-or-string"))) {
      return List.of(1L, "50%");
    }
    return switch (Json.text(schema, "type")) {
      case "boolean" -> List.of(true, false);
      case "integer" -> numbers(schema);
      case "number" -> List.of(0.5, 1.5);
      case "string" -> texts(schema);
      case "array" -> arrays(schema, depth);
      case "object" -> objects(schema, depth);
      default -> List.of();
    };
  }

  private static List<Object> numbers(Map<String, ?> schema) {
    long least = bound(schema, "minimum", 0);
    long most = bound(schema, "maximum", Math.max(5, least + 3));
    Set<Object> values = new LinkedHashSet<>();
    for (long value : new long[] {least, most, least + 1, least + 2}) {
      if (value <= most) {
        values.add(value);
      }
    }
    return List.copyOf(values);
  }

  private static long bound(Map<String, ?> schema, String name, long otherwise) {
    return schema.get(name) instanceof Number number ? number.longValue() : otherwise;
  }

  private static List<Object> texts(Map<String, ?> schema) {
    int shortest = (int) bound(schema, "minLength", 0);
    int longest = (int) Math.min(bound(schema, "maxLength", 40), 40);
    List<Object> values = new ArrayList<>();
    switch (Json.text(schema, "format")) {
      case "date-time" -> values.addAll(List.of("2026-01-01T00:00:00Z", "2027-02-03T04:05:06Z"));
      case "date" -> values.addAll(List.of("2026-01-01", "2027-02-03"));
      case "duration" -> values.addAll(List.of("1s", "5m"));
      case "ipv4", "ip" -> values.addAll(List.of("10.0.0.1", "10.0.0.2"));
      case "uri" -> values.addAll(List.of("http://a.example", "http://b.example"));
      case "byte" -> values.addAll(List.of("YQ==", "Yg=="));
      default -> {
        for (String text : TEXTS) {
          String padded = text + "x".repeat(Math.max(0, shortest - text.length()));
          values.add(padded.length() > longest ? padded.substring(0, longest) : padded);
        }
        String pattern = Json.text(schema, "pattern");
        if (!pattern.isEmpty()) {
          values.addAll(PatternSamples.of(pattern));
          // Should the pattern not be understood; the server refuses what does not match.
          values.addAll(List.of("1", "100m", "1Gi", "50%", "a", "A", "a.example"));
        }
      }
    }
    return values;
  }

  private static List<Object> arrays(Map<String, ?> schema, int depth) {
    List<Object> items =
        depth < DEEPEST ? values(Json.object(schema, "items"), depth + 1) : List.of();
    List<Object> values = new ArrayList<>();
    if (bound(schema, "minItems", 0) == 0) {
      values.add(List.of());
    }
    if (!items.isEmpty()) {
      values.add(List.of(items.getFirst()));
      if (items.size() > 1 && bound(schema, "maxItems", 2) > 1) {
        values.add(List.of(items.get(0), items.get(1)));
        values.add(List.of(items.get(1), items.get(0)));
      }
    }
    return values;
  }

  private static List<Object> objects(Map<String, ?> schema, int depth) {
    Map<String, @Nullable Object> properties = Json.object(schema, "properties");
    if (depth >= DEEPEST) {
      return List.of();
    }
    if (properties.isEmpty()) {
      List<Object> of = values(Json.object(schema, "additionalProperties"), depth + 1);
      return of.isEmpty()
          ? List.of()
          : List.of(Map.of("walk", of.getFirst()), Map.of("walk", of.getLast()));
    }
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Map<String, Object> object = new LinkedHashMap<>();
      for (Map.Entry<String, @Nullable Object> property : properties.entrySet()) {
        List<Object> choices =
            values(property.getKey(), Json.object(property.getValue()), depth + 1);
        if (!choices.isEmpty()) {
          object.put(property.getKey(), choices.get(Math.min(i, choices.size() - 1)));
        }
      }
      values.add(Map.copyOf(object));
    }
    return values;
  }

  /// Changes of each property to values that the schema forbids.
  static List<Change> invalid(List<String> path, Map<String, ?> schema) {
    List<Change> changes = new ArrayList<>();
    Json.object(schema, "properties")
        .forEach(
            (name, of) -> {
              List<String> at = new ArrayList<>(path);
              at.add(name);
              Map<String, @Nullable Object> property = Json.object(of);
              boolean isObject = !Json.object(property, "properties").isEmpty();
              if (isObject && at.size() <= DEEPEST) {
                changes.addAll(invalid(at, property));
              } else {
                wrong(property).forEach(value -> changes.add(new Change(at, value)));
              }
            });
    return changes;
  }

  private static List<Object> wrong(Map<String, ?> schema) {
    List<Object> values = new ArrayList<>();
    if (schema.get("minimum") instanceof Number number) {
      values.add(number.longValue() - 1);
    }
    if (schema.get("maximum") instanceof Number number) {
      values.add(number.longValue() + 1);
    }
    switch (Json.text(schema, "type")) {
      case "integer" -> values.addAll(List.of(-1L, "not-a-number"));
      case "string" -> values.addAll(List.of("", "Not A Name!", 7L));
      case "boolean" -> values.add("maybe");
      case "array", "object" -> values.add("neither");
      default -> {}
    }
    return values;
  }
}
