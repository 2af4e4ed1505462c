package dev.drover.schema;

import dev.drover.api.RawExtension;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads a tree into what Go's structs would hold, like [TypedReader] but by the rules of the
/// converter that kube-apiserver applies after a strategic merge patch: it has other messages, and
/// does not check whether numbers fit.
///
/// In Go: `runtime.DefaultUnstructuredConverter`.
final class UnstructuredReader {
  private final StrictErrors path = new StrictErrors();
  private final SequencedSet<String> unknown = new TreeSet<>();

  Map<String, @Nullable Object> read(Structure.Fields type, Map<?, ?> tree) {
    return struct(type, tree);
  }

  List<String> strictErrors() {
    return List.copyOf(unknown);
  }

  /// Go goes by the fields of the struct, so that its order decides which mistake is found.
  private Map<String, @Nullable Object> struct(Structure.Fields type, Map<?, ?> tree) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    int outer = path.mark();
    for (Map.Entry<String, Structure.Member> member : type.members().entrySet()) {
      Object value = tree.get(member.getKey());
      if (value != null) {
        path.enter(member.getKey());
        values.put(member.getKey(), field(Slot.of(type, member.getValue()), value));
        path.back(outer);
      }
    }
    for (Object name : tree.keySet()) {
      if (!type.members().containsKey(name)) {
        unknown.add("unknown field \"" + path.below((String) name) + '"');
      }
    }
    return values;
  }

  private @Nullable Object field(Slot slot, Object value) {
    return switch (slot.container()) {
      case VALUE, POINTER -> single(slot, value);
      case LIST -> list(slot.item(), value);
      case MAP -> map(slot.item(), value);
    };
  }

  private List<@Nullable Object> list(Slot item, Object value) {
    if (!(value instanceof List<?> list)) {
      throw new UnreadableException("cannot restore slice from " + kind(value));
    }
    List<@Nullable Object> items = new ArrayList<>();
    int outer = path.mark();
    for (Object each : list) {
      path.enter(items.size());
      items.add(each == null ? item.zero() : single(item, each));
      path.back(outer);
    }
    return items;
  }

  private Map<String, @Nullable Object> map(Slot item, Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      throw new UnreadableException("cannot restore map from " + kind(value));
    }
    Map<String, @Nullable Object> entries = new LinkedHashMap<>();
    map.forEach(
        (key, each) -> entries.put((String) key, each == null ? item.zero() : single(item, each)));
    return entries;
  }

  private @Nullable Object single(Slot slot, Object value) {
    if (slot.structure() instanceof Structure.Fields type) {
      if (value instanceof Map<?, ?> map) {
        return struct(type, map);
      }
      throw new UnreadableException("cannot restore struct from: " + kind(value));
    }
    return switch (slot.base()) {
      case "string" -> text(slot, value);
      case "bool" -> bool(value);
      case "int32" -> (long) (int) whole(slot, value);
      case "int64" -> whole(slot, value);
      case "double" -> real(value);
      case "bytes" -> bytes(value);
      case "extravalue" -> texts(value);
      default -> readsItself(slot, value);
    };
  }

  private static Object text(Slot slot, Object value) {
    return switch (value) {
      case String text -> text;
      case Long _ -> throw noConversion("int64", slot); // Go could make a character of it
      default -> throw new UnreadableException("unrecognized type: string");
    };
  }

  private static Object bool(Object value) {
    if (value instanceof Boolean truth) {
      return truth;
    }
    throw new UnreadableException("unrecognized type: bool");
  }

  private static long whole(Slot slot, Object value) {
    return switch (value) {
      case Long number -> number;
      case Double number when number == Math.rint(number) -> number.longValue();
      case Double _ -> throw noConversion("float64", slot);
      default ->
          throw new UnreadableException(
              "unrecognized type: " + (slot.base().equals("int32") ? "int32" : "int64"));
    };
  }

  private static Object real(Object value) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw new UnreadableException("unrecognized type: float64");
  }

  private static Object bytes(Object value) {
    return switch (value) {
      case String text -> base64(text);
      case List<?> list -> {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (Object item : list) {
          bytes.write(item instanceof Number number ? number.intValue() : 0);
        }
        yield Base64.getEncoder().encodeToString(bytes.toByteArray());
      }
      default -> throw new UnreadableException("cannot restore slice from " + kind(value));
    };
  }

  private static String base64(String text) {
    try {
      return GoBase64.canonical(text);
    } catch (UnreadableException e) {
      throw new UnreadableException("error decoding from json: " + e.getMessage());
    }
  }

  private static Object texts(Object value) {
    if (!(value instanceof List<?> list)) {
      throw new UnreadableException("cannot restore slice from " + kind(value));
    }
    List<@Nullable Object> texts = new ArrayList<>();
    for (Object item : list) {
      texts.add(item instanceof String text ? text : "");
    }
    return texts;
  }

  private static @Nullable Object readsItself(Slot slot, Object value) {
    byte[] json = RawExtension.ofTree(value).raw().toByteArray();
    return new TypedReader(new JsonCursor(json)).single(slot, null);
  }

  private static UnreadableException noConversion(String from, Slot slot) {
    return new UnreadableException(
        "cannot convert " + from + " to " + GoTypes.ofItem(slot.field()));
  }

  private static String kind(Object value) {
    return switch (value) {
      case Map<?, ?> _ -> "map";
      case List<?> _ -> "slice";
      case String _ -> "string";
      case Boolean _ -> "bool";
      case Double _ -> "float64";
      default -> "int64";
    };
  }
}
