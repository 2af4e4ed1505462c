package dev.drover.crd;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Scope;
import dev.drover.api.crd.Crd;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// Objects that the schema of a definition allows, for property tests. The same seed gives the same
/// objects.
///
/// ```java
/// SampleObjects samples = new SampleObjects(Crd.of(Shop.class), "v1", 1);
/// for (int i = 0; i < 200; i++) {
///   Shop shop = samples.next().as(Shop.class);
/// }
/// ```
///
/// Objects have the types, bounds, enums, formats and required fields of the schema. Patterns are
/// respected if a plain text matches them, rules are not: filter with a [Validator] where that
/// matters.
///
/// For one thread.
public final class SampleObjects {
  private static final int MAX_DEPTH = 12;

  private static final List<String> TEXTS =
      List.of(
          "a", "abc", "x1", "1", "10s", "a.b.dev", "1.2.3.4", "A", "#ff0000", "a/b", "1Gi", "/");

  private final Crd crd;
  private final Crd.Version version;
  private final RandomGenerator random;
  private int count;

  /// @throws IllegalArgumentException when the definition has no such version
  public SampleObjects(Crd crd, String version, long seed) {
    this.crd = crd;
    this.version =
        crd.version(version)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "%s has no version '%s', but %s"
                            .formatted(
                                crd.name(),
                                version,
                                crd.versions().stream().map(Crd.Version::name).toList())));
    this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  /// One more object.
  public DynamicObject next() {
    GroupVersionKind gvk = new GroupVersionKind(crd.group(), version.name(), crd.kind());
    String namespace = crd.scope() == Scope.NAMESPACED ? "default" : "";
    DynamicObject object = DynamicObject.named(gvk, namespace, "sample-" + ++count);
    Map<String, @Nullable Object> schema = new LinkedHashMap<>(version.schema());
    if (object(schema, 0) instanceof Map<?, ?> fields) {
      for (Map.Entry<?, ?> field : fields.entrySet()) {
        String name = String.valueOf(field.getKey());
        if (!List.of("apiVersion", "kind", "metadata").contains(name) && field.getValue() != null) {
          object = object.with(field.getValue(), name);
        }
      }
    }
    return object;
  }

  private @Nullable Object value(Map<String, @Nullable Object> schema, int depth) {
    if (schema.get("enum") instanceof List<?> allowed && !allowed.isEmpty()) {
      return allowed.get(random.nextInt(allowed.size()));
    }
    if (Boolean.TRUE.equals(schema.get("x-kubernetes-int-or-string"))) {
      return intOrString(schema);
    }
    return switch (String.valueOf(schema.get("type"))) {
      case "object" -> object(schema, depth);
      case "array" -> array(schema, depth);
      case "string" -> text(schema);
      case "integer" -> integer(schema);
      case "number" -> number(schema);
      case "boolean" -> random.nextBoolean();
      default -> anything();
    };
  }

  private @Nullable Object anything() {
    return switch (random.nextInt(4)) {
      case 0 -> List.of(1L, "two", Map.of("three", true));
      case 1 -> Map.of("any", Map.of("thing", 1.5));
      case 2 -> "text";
      default -> 7L;
    };
  }

  private @Nullable Object intOrString(Map<String, @Nullable Object> schema) {
    for (String candidate : List.of("25%", "1500m", "http")) {
      if (schema.get("pattern") instanceof String pattern
          ? matches(pattern, candidate)
          : random.nextBoolean()) {
        return candidate;
      }
    }
    return (long) random.nextInt(100);
  }

  private @Nullable Object object(Map<String, @Nullable Object> schema, int depth) {
    Map<String, @Nullable Object> properties = map(schema.get("properties"));
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    if (Boolean.TRUE.equals(schema.get("x-kubernetes-embedded-resource"))) {
      object.put("apiVersion", "v1");
      object.put("kind", "ConfigMap");
      object.put("metadata", Map.of("name", "embedded"));
    }
    Set<Object> required = new HashSet<>(list(schema.get("required")));
    Set<Object> excluded = new HashSet<>();
    Map<String, @Nullable Object> fixed = choose(schema, required, excluded);
    properties.forEach(
        (name, property) -> {
          boolean isWanted = depth < 2 || random.nextInt(depth + 1) == 0;
          if (fixed.containsKey(name)) {
            Map<String, @Nullable Object> narrowed = map(property);
            narrowed.putAll(map(fixed.get(name)));
            object.put(name, value(narrowed, depth + 1));
          } else if (required.contains(name)
              || isWanted && depth < MAX_DEPTH && !excluded.contains(name)) {
            object.put(name, value(map(property), depth + 1));
          }
        });
    if (schema.get("additionalProperties") instanceof Map<?, ?> values) {
      long least = bound(schema, "minProperties", 0);
      long most = bound(schema, "maxProperties", 2);
      for (int i = 0; i < Math.max(least, Math.min(most, 1 + random.nextInt(2))); i++) {
        object.put("key" + i, value(map(values), depth + 1));
      }
    }
    if (properties.isEmpty()
        && Boolean.TRUE.equals(schema.get("x-kubernetes-preserve-unknown-fields"))) {
      object.put("unknown", anything());
    }
    return object;
  }

  /// One of the alternatives of a `oneOf`: by a key, or by the value of a field.
  ///
  /// @param required gets the fields of the chosen one
  /// @param excluded gets the fields that only the others require
  /// @return the schemas of fields in the chosen one
  private Map<String, @Nullable Object> choose(
      Map<String, @Nullable Object> schema, Set<Object> required, Set<Object> excluded) {
    List<?> choices = list(schema.get("oneOf"));
    if (choices.isEmpty()) {
      return Map.of();
    }
    for (Object choice : choices) {
      excluded.addAll(list(map(choice).get("required")));
    }
    Map<String, @Nullable Object> chosen = map(choices.get(random.nextInt(choices.size())));
    list(chosen.get("required")).forEach(excluded::remove);
    required.addAll(list(chosen.get("required")));
    return map(chosen.get("properties"));
  }

  private static List<?> list(@Nullable Object tree) {
    return tree instanceof List<?> list ? list : List.of();
  }

  private List<@Nullable Object> array(Map<String, @Nullable Object> schema, int depth) {
    boolean isUnique =
        List.of("set", "map").contains(String.valueOf(schema.get("x-kubernetes-list-type")));
    long least = bound(schema, "minItems", 0);
    long most = bound(schema, "maxItems", Math.max(least, isUnique ? 1 : 3));
    long size = Math.max(least, Math.min(most, 1 + random.nextInt(isUnique ? 1 : 3)));
    List<@Nullable Object> items = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      items.add(value(map(schema.get("items")), depth + 1));
    }
    return items;
  }

  private String text(Map<String, @Nullable Object> schema) {
    Optional<String> formatted =
        switch (String.valueOf(schema.get("format"))) {
          case "date-time" -> Optional.of("2026-01-02T03:04:05Z");
          case "date" -> Optional.of("2026-01-02");
          case "byte" -> Optional.of("aGVsbG8=");
          case "duration" -> Optional.of("1m30s");
          case "uuid" -> Optional.of("123e4567-e89b-12d3-a456-426614174000");
          case "uri" -> Optional.of("https://a.example.dev/b");
          case "email" -> Optional.of("a@example.dev");
          case "ipv4", "ip" -> Optional.of("10.0.0.1");
          case "ipv6" -> Optional.of("2001:db8::1");
          case "cidr" -> Optional.of("10.0.0.0/8");
          case "hostname" -> Optional.of("a.dev");
          default -> Optional.empty();
        };
    if (formatted.isPresent()) {
      return formatted.get();
    }
    long least = bound(schema, "minLength", 0);
    long most = bound(schema, "maxLength", 1000);
    int first = random.nextInt(TEXTS.size());
    for (int i = 0; i < TEXTS.size(); i++) {
      String candidate = TEXTS.get((first + i) % TEXTS.size());
      candidate = candidate.repeat((int) Math.min(1000, Math.max(1, least)));
      candidate = candidate.substring(0, (int) Math.min(most, candidate.length()));
      if (!(schema.get("pattern") instanceof String pattern) || matches(pattern, candidate)) {
        return candidate;
      }
    }
    return "a".repeat((int) Math.min(1000, Math.max(1, least)));
  }

  private static boolean matches(String pattern, String text) {
    try {
      return Pattern.compile(pattern).matcher(text).find();
    } catch (PatternSyntaxException e) {
      return false;
    }
  }

  private long integer(Map<String, @Nullable Object> schema) {
    long least = bound(schema, "minimum", 0) + (isTrue(schema, "exclusiveMinimum") ? 1 : 0);
    long most =
        bound(schema, "maximum", least + 100) - (isTrue(schema, "exclusiveMaximum") ? 1 : 0);
    long step = Math.max(1, bound(schema, "multipleOf", 1));
    long value = most <= least ? least : random.nextLong(least, most);
    long multiple = Math.ceilDiv(value, step) * step;
    return multiple > most ? Math.floorDiv(value, step) * step : multiple;
  }

  /// A whole number is written without a fraction.
  private Object number(Map<String, @Nullable Object> schema) {
    double value = real(schema);
    if (value == Math.rint(value)) {
      return (long) value;
    }
    return value;
  }

  private double real(Map<String, @Nullable Object> schema) {
    double least = schema.get("minimum") instanceof Number bound ? bound.doubleValue() : 0.0;
    double most = schema.get("maximum") instanceof Number bound ? bound.doubleValue() : least + 8;
    if (schema.get("multipleOf") instanceof Number step) {
      return Math.ceil((least + most) / 2 / step.doubleValue()) * step.doubleValue();
    }
    return least + (most - least) * (1 + random.nextInt(7)) / 8;
  }

  private static boolean isTrue(Map<String, @Nullable Object> schema, String keyword) {
    return Boolean.TRUE.equals(schema.get(keyword));
  }

  private static long bound(Map<String, @Nullable Object> schema, String keyword, long other) {
    return schema.get(keyword) instanceof Number bound ? bound.longValue() : other;
  }

  private static Map<String, @Nullable Object> map(@Nullable Object tree) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    if (tree instanceof Map<?, ?> fields) {
      fields.forEach((name, value) -> map.put(String.valueOf(name), value));
    }
    return map;
  }
}
