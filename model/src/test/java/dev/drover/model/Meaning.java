package dev.drover.model;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.FieldEntry;
import dev.drover.schema.FieldType.Container;
import dev.drover.schema.TypeEntry;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What an object says, whichever of several ways it uses to say it: as Go understands it.
///
/// Absent, null and empty are one for lists and maps; for a field that is no pointer so are absent,
/// null and zero, structs that say nothing included. Everything else is kept: an empty struct or a
/// zero in a pointer field, and whatever the table does not know.
final class Meaning {
  private Meaning() {}

  static Map<String, Object> of(Map<String, ?> object, GroupVersionKind gvk) {
    return struct(Table.typeOf(gvk), object);
  }

  private static Map<String, Object> struct(TypeEntry type, Map<?, ?> tree) {
    Map<String, Object> out = new LinkedHashMap<>();
    tree.forEach(
        (name, value) -> {
          FieldEntry field = Table.fieldsOf(type).get(name);
          Object meant = field == null ? value : field(field, value);
          if (meant != null) {
            out.put((String) name, meant);
          }
        });
    return out;
  }

  private static Object field(FieldEntry field, Object value) {
    String base = field.type().base();
    return switch (value) {
      case null -> null;
      case List<?> list when field.type().container() == Container.LIST ->
          list.isEmpty() ? null : list.stream().map(item -> item(base, item)).toList();
      case Map<?, ?> map when field.type().container() == Container.MAP ->
          map.isEmpty() ? null : entries(base, map);
      default -> {
        Object meant = value(base, value);
        boolean pointer = field.type().container() == Container.POINTER;
        yield meant == null || !pointer && isZero(base, meant) ? null : meant;
      }
    };
  }

  private static Object item(String base, Object value) {
    Object meant = value == null ? null : value(base, value);
    return meant == null ? "nothing" : meant;
  }

  private static Map<String, Object> entries(String base, Map<?, ?> map) {
    Map<String, Object> out = new LinkedHashMap<>();
    map.forEach(
        (key, value) -> {
          Object meant = value == null ? null : value(base, value);
          out.put((String) key, meant == null ? zero(base) : meant);
        });
    return out;
  }

  /// Null in a map leaves the key with Go's zero value.
  private static Object zero(String base) {
    return switch (base) {
      case "string", "bytes" -> "";
      case "quantity" -> "0";
      case "extravalue" -> List.of();
      case "time" -> "nothing";
      default -> Table.schemaIn(Table.type(base)).isPresent() ? "nothing" : Map.of();
    };
  }

  private static Object value(String base, Object value) {
    return switch (base) {
      case "time" -> time(value, ChronoUnit.SECONDS);
      case "microtime" -> time(value, ChronoUnit.MICROS);
      case "double" -> ((Number) value).doubleValue();
      default -> base.contains("/") ? structOrForm(Table.type(base), value) : value;
    };
  }

  private static Object time(Object value, ChronoUnit unit) {
    Instant time = OffsetDateTime.parse((String) value).toInstant().truncatedTo(unit);
    return time.equals(Instant.parse("0001-01-01T00:00:00Z")) ? null : time;
  }

  private static Object structOrForm(TypeEntry type, Object value) {
    TypeEntry schema = Table.schemaIn(type).orElse(type);
    return switch (value) {
      case Map<?, ?> map -> struct(schema, map);
      case List<?> list ->
          list.stream()
              .map(item -> item instanceof Map<?, ?> map ? struct(schema, map) : item)
              .toList();
      default -> value;
    };
  }

  private static boolean isZero(String base, Object meant) {
    return switch (meant) {
      case String text -> text.isEmpty() || base.equals("quantity") && text.equals("0");
      case Boolean truth -> !truth;
      case Number number -> number.doubleValue() == 0;
      case Map<?, ?> map -> map.isEmpty() && !base.equals("raw");
      case List<?> list -> list.isEmpty();
      default -> false;
    };
  }
}
