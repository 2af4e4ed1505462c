package dev.drover.cel.schema;

import dev.drover.cel.types.Bytes;
import dev.drover.cel.types.CelError;
import dev.drover.cel.types.LibraryValue;
import dev.drover.cel.types.NullValue;
import dev.drover.schema.GoFormat;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Values of a tree, seen through a schema. Nothing is copied: lists and maps are views.
///
/// In Go: `common.UnstructuredToVal`.
public final class SchemaValues {
  private static final Pattern WORDS = Pattern.compile("(\\d+)\\s*([A-Za-zµ]+)");

  private SchemaValues() {}

  /// What is kept without a schema: it can only be compared.
  record Preserved(@Nullable Object tree) implements LibraryValue {
    @Override
    public String typeName() {
      return "unknown";
    }

    @Override
    public Object isEqualTo(Object other) {
      return other instanceof Preserved preserved
          ? Objects.equals(tree, preserved.tree)
          : Objects.equals(tree, SchemaLists.raw(other));
    }
  }

  /// The value, or an error where the tree does not have the type of the schema.
  public static Object of(@Nullable Object tree, SchemaNode schema) {
    if (tree == null) {
      return schema.isTrue("nullable")
          ? NullValue.NULL
          : new CelError("invalid data, got null for schema with nullable=false");
    }
    if (schema.isIntOrString()) {
      return tree instanceof String || tree instanceof Long
          ? tree
          : new CelError(
              "invalid data, expected XIntOrString value to be either a string or integer");
    }
    return switch (schema.type()) {
      case "object" ->
          tree instanceof Map<?, ?> map
              ? new SchemaMap(map, schema.isEmbedded() ? schema.withMetadata() : schema)
              : new CelError(
                  "invalid data, expected a map for the provided schema with type=object");
      case "array" -> list(tree, schema);
      case "string" ->
          tree instanceof String text
              ? text(text, schema)
              : new CelError("invalid data, expected string, got " + GoFormat.type(tree));
      case "number" ->
          tree instanceof Number number
              ? (Object) number.doubleValue()
              : new CelError("invalid data, expected float, got " + GoFormat.type(tree));
      case "integer" ->
          tree instanceof Long
              ? tree
              : new CelError("invalid data, expected int, got " + GoFormat.type(tree));
      case "boolean" ->
          tree instanceof Boolean
              ? tree
              : new CelError("invalid data, expected bool, got " + GoFormat.type(tree));
      default ->
          schema.isTrue("x-kubernetes-preserve-unknown-fields")
              ? new Preserved(tree)
              : new CelError(
                  "invalid type, expected object, array, number, integer, boolean or string, or no"
                      + " type with x-kubernetes-int-or-string or"
                      + " x-kubernetes-preserve-unknown-fields is true, got "
                      + schema.type());
    };
  }

  private static Object list(Object tree, SchemaNode schema) {
    if (!(tree instanceof List<?> list)) {
      return new CelError(
          "invalid data, expected an array for the provided schema with type=array");
    }
    SchemaNode items = schema.child("items");
    if (items == null) {
      return new CelError("invalid array type, expected Items with a non-empty Schema");
    }
    return switch (schema.text("x-kubernetes-list-type")) {
      case "map" -> SchemaLists.map(list, items, schema.list("x-kubernetes-list-map-keys"));
      case "set" -> SchemaLists.set(list, items);
      default -> SchemaLists.atomic(list, items);
    };
  }

  private static Object text(String text, SchemaNode schema) {
    try {
      return switch (schema.text("format")) {
        case "duration" -> duration(text);
        case "date" -> LocalDate.parse(text).atStartOfDay().atOffset(ZoneOffset.UTC);
        case "date-time" -> OffsetDateTime.parse(text.toUpperCase(Locale.ROOT));
        case "byte" -> Bytes.of(Base64.getMimeDecoder().decode(text));
        default -> text;
      };
    } catch (DateTimeException | IllegalArgumentException e) {
      return new CelError(
          "Invalid " + schema.text("format") + " formatted string " + text + ": " + e.getMessage());
    }
  }

  /// As Go has it, or words such as `2 days`.
  private static Duration duration(String text) {
    Duration plain = dev.drover.cel.library.Times.duration(text);
    if (plain != null) {
      return plain;
    }
    Duration sum = Duration.ZERO;
    Matcher part = WORDS.matcher(text);
    while (part.find()) {
      sum = sum.plus(unit(part.group(2)).multipliedBy(Long.parseLong(part.group(1))));
    }
    return sum;
  }

  private static Duration unit(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "ns", "nano", "nanos" -> Duration.ofNanos(1);
      case "us", "µs", "micro", "micros" -> Duration.ofNanos(1_000);
      case "ms", "milli", "millis" -> Duration.ofMillis(1);
      case "s", "sec", "secs" -> Duration.ofSeconds(1);
      case "m", "min", "mins" -> Duration.ofMinutes(1);
      case "h", "hr", "hours" -> Duration.ofHours(1);
      case "d", "day", "days" -> Duration.ofDays(1);
      case "w", "week", "weeks" -> Duration.ofDays(7);
      default -> throw new IllegalArgumentException("unable to parse duration");
    };
  }
}
