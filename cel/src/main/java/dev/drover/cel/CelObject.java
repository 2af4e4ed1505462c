package dev.drover.cel;

import dev.drover.cel.types.Bytes;
import dev.drover.cel.types.CelList;
import dev.drover.cel.types.CelMap;
import dev.drover.cel.types.NullValue;
import dev.drover.cel.types.ObjectValue;
import dev.drover.cel.types.OptionalValue;
import dev.drover.cel.types.UInt;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An object that an expression made: `Object.spec{replicas: 3}`.
///
/// @param type as it was written, such as `Object.spec`
/// @param fields trees, lists and further objects
public record CelObject(String type, Map<String, @Nullable Object> fields) {
  /// The value as a JSON tree: objects become maps.
  public static @Nullable Object tree(@Nullable Object exported) {
    return switch (exported) {
      case CelObject object -> tree(object.fields);
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        map.forEach((key, value) -> tree.put(String.valueOf(key), tree(value)));
        yield tree;
      }
      case List<?> list -> {
        List<@Nullable Object> tree = new ArrayList<>();
        list.forEach(value -> tree.add(tree(value)));
        yield tree;
      }
      case null, default -> exported;
    };
  }

  /// A value of the evaluation in types that callers know.
  static @Nullable Object export(Object value) {
    return switch (value) {
      case ObjectValue(String type, Map<String, Object> fields) -> {
        Map<String, @Nullable Object> exported = new LinkedHashMap<>();
        fields.forEach((name, field) -> exported.put(name, export(field)));
        yield new CelObject(type, exported);
      }
      case CelMap map -> {
        Map<String, @Nullable Object> exported = new LinkedHashMap<>();
        for (Object key : map.keys()) {
          Object found = map.find(key);
          exported.put(String.valueOf(key), found == null ? null : export(found));
        }
        yield exported;
      }
      case CelList list -> {
        List<@Nullable Object> exported = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
          exported.add(export(list.get(i)));
        }
        yield exported;
      }
      case OptionalValue optional -> optional.value() == null ? null : export(optional.value());
      case NullValue _ -> null;
      case UInt number -> number.bits();
      case Bytes bytes -> Base64.getEncoder().encodeToString(bytes.content());
      case OffsetDateTime time -> DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
      case Duration duration -> duration.toSeconds() + "s";
      default -> value;
    };
  }
}
