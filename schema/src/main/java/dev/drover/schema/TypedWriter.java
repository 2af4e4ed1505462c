package dev.drover.schema;

import dev.drover.schema.FieldType.Container;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Turns what a struct holds (see [TypedReader]) into the tree that a client gets to see after it
/// was stored: Go's rules of which zero values show.
///
/// Most kinds are stored as protobuf, which knows no empty lists and maps.
final class TypedWriter {
  private final boolean keepsEmpty;
  private final boolean keepsTelling;

  /// @param keepsEmpty whether a list that is empty but was set shows as such; for kinds that are
  ///   stored as JSON
  /// @param keepsTelling whether [EmptySensitiveFields] show
  TypedWriter(boolean keepsEmpty, boolean keepsTelling) {
    this.keepsEmpty = keepsEmpty;
    this.keepsTelling = keepsTelling;
  }

  Map<String, @Nullable Object> struct(Structure.Fields type, Map<?, ?> values) {
    Map<String, @Nullable Object> tree = new TreeMap<>();
    for (Map.Entry<String, Structure.Member> member : type.members().entrySet()) {
      Slot slot = Slot.of(type, member.getValue());
      Object value = values.get(member.getKey());
      if (value == null) {
        value = slot.zero();
      }
      if (keepsTelling
          && EmptySensitiveFields.isEmpty(value)
          && EmptySensitiveFields.contains(type.name(), member.getKey())) {
        tree.put(member.getKey(), value);
      } else if (!isOmitted(slot, value)) {
        tree.put(member.getKey(), field(slot, value));
      }
    }
    return Collections.unmodifiableMap(tree);
  }

  private static boolean isOmitted(Slot slot, @Nullable Object value) {
    FieldEntry field = slot.field();
    if (field.omitZero() && value == null) {
      return true;
    }
    return field.omitEmpty() && isEmpty(slot, value);
  }

  /// What `omitempty` leaves out: structs always show, and to Go a time, a quantity or a raw value
  /// is one, too.
  private static boolean isEmpty(Slot slot, @Nullable Object value) {
    if (slot.container() == Container.POINTER) {
      return value == null;
    }
    if (slot.container() == Container.VALUE) {
      switch (slot.base()) {
        case "time", "microtime", "quantity", "intorstring", "raw" -> {
          return false;
        }
        default -> {}
      }
    }
    return switch (value) {
      case null -> true;
      case List<?> list -> list.isEmpty();
      case Map<?, ?> map -> slot.container() == Container.MAP && map.isEmpty();
      case String text -> text.isEmpty();
      case Boolean truth -> !truth;
      case Long number -> number == 0;
      case Double number -> number == 0;
      default -> false;
    };
  }

  private @Nullable Object field(Slot slot, @Nullable Object value) {
    return switch (slot.container()) {
      case VALUE, POINTER -> single(slot, value);
      case LIST -> value == null ? null : list(slot.item(), (List<?>) value);
      case MAP -> value == null ? null : map(slot.item(), (Map<?, ?>) value);
    };
  }

  private @Nullable Object list(Slot item, List<?> values) {
    if (values.isEmpty() && !keepsEmpty) {
      return null;
    }
    List<@Nullable Object> items = new ArrayList<>(values.size());
    for (Object value : values) {
      items.add(single(item, value));
    }
    return Collections.unmodifiableList(items);
  }

  private @Nullable Object map(Slot item, Map<?, ?> values) {
    if (values.isEmpty() && !keepsEmpty) {
      return null;
    }
    Map<String, @Nullable Object> entries = new TreeMap<>();
    values.forEach((key, value) -> entries.put((String) key, entry(item, value)));
    return Collections.unmodifiableMap(entries);
  }

  /// Bytes that are the value of a map are never nil.
  private @Nullable Object entry(Slot item, @Nullable Object value) {
    return value == null && item.base().equals("bytes") ? "" : single(item, value);
  }

  private @Nullable Object single(Slot slot, @Nullable Object value) {
    if (slot.jsonForm() != null) {
      return schemaForm(slot, value);
    }
    return switch (value) {
      case Map<?, ?> map when slot.structure() instanceof Structure.Fields type ->
          struct(type, map);
      case List<?> list when slot.base().equals("extravalue") ->
          Collections.unmodifiableList(new ArrayList<>(list));
      case Double number when slot.base().equals("double") -> whole(number);
      case null, default -> value;
    };
  }

  private @Nullable Object schemaForm(Slot slot, @Nullable Object value) {
    return switch (value) {
      case Map<?, ?> schema -> struct(slot.owner(), schema);
      case List<?> list when list.isEmpty() -> null;
      case List<?> list -> {
        List<@Nullable Object> items = new ArrayList<>();
        for (Object item : list) {
          items.add(item instanceof Map<?, ?> schema ? struct(slot.owner(), schema) : item);
        }
        yield Collections.unmodifiableList(items);
      }
      case null, default -> value;
    };
  }

  /// Go prints whole numbers without a fraction, and so they come back as such.
  static @Nullable Object whole(@Nullable Object value) {
    return value instanceof Double number
            && number == Math.rint(number)
            && Math.abs(number) < 0x1p63
        ? (Object) number.longValue()
        : value;
  }
}
