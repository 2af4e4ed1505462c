package dev.drover.api.codec;

import dev.drover.api.crd.AllowNull;
import dev.drover.api.crd.AllowedValues;
import dev.drover.api.crd.Atomic;
import dev.drover.api.crd.Default;
import dev.drover.api.crd.Description;
import dev.drover.api.crd.EmbeddedResource;
import dev.drover.api.crd.ListSet;
import dev.drover.api.crd.Maximum;
import dev.drover.api.crd.Minimum;
import dev.drover.api.crd.MultipleOf;
import dev.drover.api.crd.Pattern;
import dev.drover.api.crd.PreserveUnknownFields;
import dev.drover.api.crd.Rule;
import dev.drover.api.crd.SchemaPart;
import dev.drover.api.crd.Size;
import dev.drover.api.crd.StringFormat;
import dev.drover.api.wire.WireException;
import java.lang.annotation.Annotation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/// Adds to the schema of a place what its annotations demand.
///
/// A keyword that does not fit the type is an error that names the place and what to write.
final class Constraints {
  private static final java.util.regex.Pattern NOT_IN_RE2 =
      java.util.regex.Pattern.compile("\\(\\?(?:[=!]|<[=!]|>)|(?<!\\\\)(?:\\\\\\\\)*\\\\[1-9]");

  private final AnnotatedPlace place;
  private final Map<String, Object> schema;
  private final List<Object> rules = new ArrayList<>();
  private @Nullable String defaultValue;
  private @Nullable String part;

  private Constraints(AnnotatedPlace place, Map<String, Object> schema) {
    this.place = place;
    this.schema = new LinkedHashMap<>(schema);
    if (schema.get("x-kubernetes-validations") instanceof List<?> known) {
      rules.addAll(known);
    }
  }

  /// The schema with what the annotations of its place say.
  static Map<String, Object> applied(Map<String, Object> schema, AnnotatedPlace place) {
    if (place.annotations().isEmpty()) {
      return schema;
    }
    Constraints constraints = new Constraints(place, schema);
    place.annotations().forEach(constraints::own);
    place.foreign().forEach(constraints::foreign);
    return constraints.complete();
  }

  private Map<String, Object> complete() {
    if (!rules.isEmpty()) {
      schema.put("x-kubernetes-validations", List.copyOf(rules));
    }
    if (defaultValue != null) { // last: its form depends on the rest
      schema.put("default", parsed("@Default", defaultValue));
    }
    if (part != null) {
      replace(part);
    }
    return schema;
  }

  private void replace(String json) {
    Object tree;
    try {
      tree = TreeType.tree(json.getBytes(StandardCharsets.UTF_8));
    } catch (WireException e) {
      tree = null;
    }
    if (!(tree instanceof Map<?, ?> keywords)) {
      throw place.wrong(
          "@SchemaPart(\"%s\") is no JSON object: write keywords, such as {\"format\": null}"
              .formatted(json));
    }
    keywords.forEach(
        (name, value) -> {
          if (value == null) {
            schema.remove(name);
          } else {
            schema.put(String.valueOf(name), value);
          }
        });
  }

  private String type() {
    return schema.get("type") instanceof String type ? type : "";
  }

  private boolean isNumber() {
    return type().equals("integer") || type().equals("number") || isIntOrString();
  }

  private boolean isIntOrString() {
    return Boolean.TRUE.equals(schema.get("x-kubernetes-int-or-string"));
  }

  private void own(Annotation annotation) {
    switch (annotation) {
      case Description text -> schema.put("description", text.value());
      case Default value -> defaultValue = value.value();
      case AllowedValues values -> allowed(values.value());
      case Minimum bound -> minimum("@Minimum", bound.value(), bound.exclusive());
      case Maximum bound -> maximum("@Maximum", bound.value(), bound.exclusive());
      case MultipleOf divisor -> multipleOf(divisor.value());
      case Size size -> size("@Size", size.min(), size.max());
      case Pattern pattern -> pattern(pattern.value());
      case StringFormat format -> format(format.value());
      case ListSet _ -> listSet();
      case Atomic _ -> atomic();
      case SchemaPart keywords -> part = keywords.value();
      case AllowNull _ -> schema.put("nullable", true);
      case PreserveUnknownFields _ -> preserveUnknown();
      case EmbeddedResource _ -> embedded();
      case Rule rule ->
          rule(
              rule.value(),
              rule.message(),
              rule.messageExpression(),
              reason(rule.reason()),
              rule.fieldPath(),
              rule.optionalOldSelf());
      default -> {}
    }
  }

  private void foreign(ForeignAnnotation annotation) {
    switch (annotation.name()) {
      case "jackson:JsonPropertyDescription" -> schema.put("description", annotation.text("value"));
      case "jakarta:NotEmpty", "jakarta:NotBlank" -> size("@NotEmpty", 1, Long.MAX_VALUE);
      case "jakarta:Size", "fabric8:Size" ->
          size(
              "@Size",
              annotation.bound("min").orElse(0L),
              annotation.bound("max").orElse(Long.MAX_VALUE));
      case "jakarta:Min", "jakarta:DecimalMin", "fabric8:Min" ->
          minimum("@Min", annotation.real("value"), annotation.isFalse("inclusive"));
      case "jakarta:Max", "jakarta:DecimalMax", "fabric8:Max" ->
          maximum("@Max", annotation.real("value"), annotation.isFalse("inclusive"));
      case "jakarta:Positive" -> minimum("@Positive", 0, true);
      case "jakarta:PositiveOrZero" -> minimum("@PositiveOrZero", 0, false);
      case "jakarta:Negative" -> maximum("@Negative", 0, true);
      case "jakarta:NegativeOrZero" -> maximum("@NegativeOrZero", 0, false);
      // Bean Validation matches all of the text, a schema any part of it.
      case "jakarta:Pattern" -> pattern(anchored(annotation.text("regexp")));
      case "fabric8:Pattern" -> pattern(annotation.text("value"));
      case "fabric8:Default" -> defaultValue = annotation.text("value");
      case "fabric8:Nullable" -> schema.put("nullable", true);
      case "fabric8:PreserveUnknownFields" -> preserveUnknown();
      case "fabric8:ValidationRule" ->
          rule(
              annotation.text("value"),
              annotation.text("message"),
              annotation.text("messageExpression"),
              annotation.text("reason"),
              annotation.text("fieldPath"),
              annotation.isTrue("optionalOldSelf"));
      default -> {}
    }
  }

  private static String anchored(String regexp) {
    return regexp.startsWith("^") && regexp.endsWith("$") ? regexp : "^(?:" + regexp + ")$";
  }

  private void minimum(String name, double bound, boolean exclusive) {
    requireNumber(name);
    schema.put("minimum", number(bound));
    if (exclusive) {
      schema.put("exclusiveMinimum", true);
    }
  }

  private void maximum(String name, double bound, boolean exclusive) {
    requireNumber(name);
    schema.put("maximum", number(bound));
    if (exclusive) {
      schema.put("exclusiveMaximum", true);
    }
  }

  private void multipleOf(double divisor) {
    requireNumber("@MultipleOf");
    if (!(divisor > 0)) {
      throw place.wrong("@MultipleOf must be greater than 0, got " + divisor);
    }
    schema.put("multipleOf", number(divisor));
  }

  private void requireNumber(String name) {
    if (!isNumber()) {
      throw place.wrong(name + " is for numbers; text, lists and maps have @Size");
    }
  }

  /// JSON writes a whole number without a fraction.
  private static Object number(double value) {
    long whole = (long) value;
    if (whole == value) {
      return whole;
    }
    return value;
  }

  private void size(String name, long min, long max) {
    String unit =
        switch (type()) {
          case "string" -> "Length";
          case "array" -> "Items";
          case "object" -> "Properties";
          default ->
              throw place.wrong(
                  name + " is for text, lists and maps; numbers have @Minimum and @Maximum");
        };
    if (min < 0 || max < min) {
      throw place.wrong(name + " needs 0 <= min <= max, got min=" + min + " max=" + max);
    }
    if (min > 0) {
      schema.put("min" + unit, min);
    }
    if (max != Long.MAX_VALUE) {
      schema.put("max" + unit, max);
    }
  }

  private void pattern(String pattern) {
    requireText("@Pattern");
    Matcher unknown = NOT_IN_RE2.matcher(pattern);
    if (unknown.find()) {
      throw place.wrong(
          "@Pattern \"%s\" has '%s', which Kubernetes' regular expressions (RE2) do not know: write"
                  .formatted(pattern, unknown.group())
              + " a @Rule with several matches() instead");
    }
    schema.put("pattern", pattern);
  }

  private void format(String format) {
    requireText("@StringFormat");
    schema.put("format", format);
  }

  private void requireText(String name) {
    if (!type().equals("string") && !isIntOrString()) {
      throw place.wrong(name + " is for text");
    }
  }

  private void allowed(String[] values) {
    if (values.length == 0) {
      throw place.wrong("@AllowedValues has no value");
    }
    List<Object> parsed = new ArrayList<>();
    for (String value : values) {
      parsed.add(parsed("@AllowedValues", value));
    }
    schema.put("enum", parsed);
  }

  /// Text is taken as it is, everything else is JSON.
  private Object parsed(String name, String value) {
    if (type().equals("string")) {
      return value;
    }
    Object tree;
    try {
      tree = TreeType.tree(value.getBytes(StandardCharsets.UTF_8));
    } catch (WireException e) {
      if (type().isEmpty()) {
        return value; // an IntOrString or a Quantity: 25%
      }
      throw place.wrong(
          "%s(\"%s\") is no JSON of type %s, such as %s".formatted(name, value, type(), sample()));
    }
    if (tree == null || !fits(tree)) {
      throw place.wrong(
          "%s(\"%s\") is not of type %s, such as %s".formatted(name, value, type(), sample()));
    }
    return tree;
  }

  private boolean fits(Object tree) {
    return switch (type()) {
      case "integer" -> tree instanceof Long;
      case "number" -> tree instanceof Number;
      case "boolean" -> tree instanceof Boolean;
      case "array" -> tree instanceof List<?>;
      case "object" -> tree instanceof Map<?, ?>;
      default -> true;
    };
  }

  private String sample() {
    return switch (type()) {
      case "integer" -> "3";
      case "number" -> "0.5";
      case "boolean" -> "true";
      case "array" -> "[\"a\"]";
      default -> "{\"name\": \"a\"}";
    };
  }

  private void listSet() {
    if (!type().equals("array")) {
      throw place.wrong("@ListSet is for lists");
    }
    if (schema.get("items") instanceof Map<?, ?> items && "object".equals(items.get("type"))) {
      if (!"atomic".equals(items.get("x-kubernetes-map-type"))) {
        throw place.wrong(
            "@ListSet is for lists of text, numbers and booleans: write @ListKeys for a list of"
                + " objects");
      }
    }
    schema.put("x-kubernetes-list-type", "set");
  }

  private void atomic() {
    switch (type()) {
      case "array" -> schema.put("x-kubernetes-list-type", "atomic");
      case "object" -> schema.put("x-kubernetes-map-type", "atomic");
      default ->
          throw place.wrong("@Atomic is for lists, maps and records; other values are atomic");
    }
  }

  private void preserveUnknown() {
    if (!type().equals("object") && !type().isEmpty()) {
      throw place.wrong("@PreserveUnknownFields is for records, maps, RawExtension and Object");
    }
    schema.put("x-kubernetes-preserve-unknown-fields", true);
  }

  private void embedded() {
    if (!type().isEmpty() && !type().equals("object")) {
      throw place.wrong("@EmbeddedResource is for objects: a RawExtension or a class of the model");
    }
    schema.put("type", "object");
    schema.put("x-kubernetes-embedded-resource", true);
    if (schema.remove("additionalProperties") != null || !schema.containsKey("properties")) {
      schema.put("x-kubernetes-preserve-unknown-fields", true);
    }
  }

  private static String reason(Rule.Reason reason) {
    return switch (reason) {
      case INVALID -> "";
      case FORBIDDEN -> "FieldValueForbidden";
      case REQUIRED -> "FieldValueRequired";
      case DUPLICATE -> "FieldValueDuplicate";
    };
  }

  private void rule(
      String rule,
      String message,
      String messageExpression,
      String reason,
      String fieldPath,
      boolean optionalOldSelf) {
    if (rule.isBlank()) {
      throw place.wrong("@Rule is empty: write an expression such as \"self.min <= self.max\"");
    }
    if (!fieldPath.isEmpty() && !fieldPath.startsWith(".") && !fieldPath.startsWith("[")) {
      throw place.wrong(
          "fieldPath of a @Rule begins with a dot, got \""
              + fieldPath
              + "\": write \"."
              + fieldPath
              + "\"");
    }
    Map<String, Object> written = new LinkedHashMap<>();
    written.put("rule", rule);
    put(written, "message", message);
    put(written, "messageExpression", messageExpression);
    put(written, "reason", reason);
    put(written, "fieldPath", fieldPath);
    if (optionalOldSelf) {
      written.put("optionalOldSelf", true);
    }
    rules.add(written);
  }

  private static void put(Map<String, Object> map, String name, @Nullable String text) {
    if (!Objects.requireNonNullElse(text, "").isEmpty()) {
      map.put(name, Objects.requireNonNull(text));
    }
  }
}
