package dev.drover.api.codec;

import dev.drover.api.IntOrString;
import dev.drover.api.Quantity;
import dev.drover.api.tree.ArrayMap;
import dev.drover.api.tree.DeepValue;
import dev.drover.api.tree.DeepValues;
import dev.drover.api.tree.ValueText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// An immutable value of the Kubernetes API: a pod, its spec, one of its volumes.
///
/// Promises: deeply immutable, so it may be shared by any number of threads and caches, and a deep
/// copy is `this`; equal by content; fields that this library does not know survive a round trip;
/// [#toString] never prints what may be secret. `with` gives a changed copy that shares everything
/// unchanged.
///
/// A struct keeps only the fields that are present. A volume has 31 possible fields and usually
/// two:
///
/// ```
///   present   ...0100 0001      one bit per field, bit 63 for unknown ones
///   values    [name, secret]    the present fields, in order
/// ```
///
/// Meant to be extended by generated code alone.
@SuppressWarnings("exports") // what it inherits is for this module
public abstract class Struct extends DeepValue {
  static final long UNKNOWN = 1L << 63;

  private final long present;
  private final Object[] values;

  /// For generated code; takes over `values`.
  protected Struct(long present, Object[] values) {
    this.present = present;
    this.values = values;
  }

  /// The type of this struct.
  protected abstract StructType<? extends Struct> structType();

  final @Nullable Object slot(int slot) {
    long bit = 1L << slot;
    return (present & bit) == 0 ? null : values[Long.bitCount(present & bit - 1)];
  }

  final @Nullable UnknownFields unknown() {
    return present < 0 ? (UnknownFields) values[values.length - 1] : null;
  }

  /// Whether no field is set.
  public final boolean isEmpty() {
    return present == 0;
  }

  /// The value of a field, or null when it is absent.
  @SuppressWarnings({
    "unchecked",
    "TypeParameterUnusedInFormals"
  }) // the field's type is the accessor's
  protected final <V> @Nullable V get(int slot) {
    return (V) slot(slot);
  }

  /// The text of a field; empty when it is absent.
  protected final String text(int slot) {
    return slot(slot) instanceof String text ? text : "";
  }

  /// The truth of a field; false when it is absent.
  protected final boolean bool(int slot) {
    return slot(slot) == Boolean.TRUE;
  }

  /// The number in a field; 0 when it is absent.
  protected final int int32(int slot) {
    return slot(slot) instanceof Integer number ? number : 0;
  }

  /// The number in a field; 0 when it is absent.
  protected final long int64(int slot) {
    return slot(slot) instanceof Long number ? number : 0;
  }

  /// The number in a field; 0 when it is absent.
  protected final double real(int slot) {
    return slot(slot) instanceof Double number ? number : 0;
  }

  /// The list in a field; empty when it is absent.
  @SuppressWarnings("unchecked") // the field's type is the accessor's
  protected final <V> List<V> list(int slot) {
    return slot(slot) instanceof List<?> list ? (List<V>) list : List.of();
  }

  /// The map in a field; empty when it is absent.
  @SuppressWarnings("unchecked") // the field's type is the accessor's
  protected final <V> Map<String, V> map(int slot) {
    return slot(slot) instanceof Map<?, ?> map ? (Map<String, V>) map : ArrayMap.empty();
  }

  /// The struct in a field; the empty one when it is absent.
  protected final <V extends Struct> V struct(int slot, StructType<V> type) {
    Object value = slot(slot);
    return value == null ? type.empty() : type.cast(value);
  }

  /// Equal when of the same class with equal fields. As in Go, absent, null and empty lists and
  /// maps are one. Where the field is no pointer, so are no struct and an empty one (`spec: {}`),
  /// no `targetPort` and 0; `emptyDir: {}` is not the same as no `emptyDir`.
  @Override
  public final boolean equals(@Nullable Object other) {
    return this == other || equals(other, 0);
  }

  @Override
  protected final boolean equals(@Nullable Object other, int depth) {
    if (!(other instanceof Struct that) || structType() != that.structType()) {
      return false;
    }
    return present == that.present ? hasEqualValues(that, depth) : equalsBySlot(that, depth);
  }

  private boolean hasEqualValues(Struct that, int depth) {
    for (int i = 0; i < values.length; i++) {
      if (!DeepValues.equal(values[i], that.values[i], depth)) {
        return false;
      }
    }
    return true;
  }

  private boolean equalsBySlot(Struct that, int depth) {
    long embedded = structType().embedded();
    if (((present ^ that.present) & ~embedded) != 0) {
      return false;
    }
    for (long rest = present | that.present; rest != 0; rest &= rest - 1) {
      int slot = Long.numberOfTrailingZeros(rest);
      Object mine = slot == 63 ? unknown() : slot(slot);
      Object theirs = slot == 63 ? that.unknown() : that.slot(slot);
      boolean same =
          mine == null || theirs == null
              ? isZero(mine == null ? theirs : mine)
              : DeepValues.equal(mine, theirs, depth);
      if (!same) {
        return false;
      }
    }
    return true;
  }

  /// Whether an embedded value says nothing: all it has is embedded values that say nothing.
  private static boolean isZero(@Nullable Object value) {
    return switch (value) {
      case Struct struct ->
          (struct.present & ~struct.structType().embedded()) == 0
              && Arrays.stream(struct.values).allMatch(Struct::isZero);
      case IntOrString.Int(int number) -> number == 0;
      case Duration duration -> duration.isZero();
      case Quantity quantity -> quantity.equals(Quantity.ZERO);
      case null, default -> false;
    };
  }

  @Override
  public final int hashCode() {
    return hash(0);
  }

  @Override
  protected final int hash(int depth) {
    long embedded = structType().embedded();
    int hash = 0;
    int i = 0;
    for (long rest = present; rest != 0; rest &= rest - 1) {
      Object value = values[i++];
      int slot = Long.numberOfTrailingZeros(rest);
      if ((embedded & (1L << slot)) == 0 || !isZero(value)) {
        hash = hash * 31 + (slot ^ DeepValues.hash(value, depth));
      }
    }
    return hash;
  }

  /// The present fields by their JSON names; secrets are shown as `<redacted>`.
  @Override
  public final String toString() {
    String name = structType().name();
    return ValueText.of(name.substring(name.lastIndexOf('.') + 1), this);
  }

  @Override
  protected final void print(ValueText.Fields out) {
    boolean hasRoom = true;
    Field[] fields = structType().fields;
    for (int i = 0; hasRoom && i < fields.length; i++) {
      Object value = slot(fields[i].slot);
      if (value != null) {
        hasRoom = out.field(fields[i].name, value, fields[i].secret);
      }
    }
    if (unknown() != null) {
      out.note("unknown fields: " + unknown());
    }
  }

  /// A struct under construction: not thread-safe, used up by [#build].
  ///
  /// @param <T> what is built
  public abstract static class Builder<T extends Struct> {
    private final StructType<T> type;
    private final @Nullable Object[]
        slots; // lists and maps are mutable copies once they were changed here
    private final @Nullable UnknownFields unknown;

    /// For generated code: a builder that starts from `from`.
    protected Builder(StructType<T> type, T from) {
      this.type = type;
      this.slots = new Object[type.fields.length];
      for (int slot = 0; slot < slots.length; slot++) {
        slots[slot] = from.slot(slot);
      }
      this.unknown = from.unknown();
    }

    /// The immutable result.
    public final T build() {
      beforeBuild();
      for (int slot = 0; slot < slots.length; slot++) {
        if (slots[slot] instanceof Growing growing) {
          slots[slot] = type.fields[slot].frozen(growing.freeze());
        }
      }
      return type.create(slots, unknown);
    }

    /// Checks fields against each other once all are set.
    protected void beforeBuild() {}

    /// Sets a field; null makes it absent.
    protected final void set(int slot, @Nullable Object value) {
      slots[slot] = value;
    }

    /// Sets a list; it is copied.
    protected final void setList(int slot, Collection<?> items) {
      try {
        slots[slot] = List.copyOf(items);
      } catch (NullPointerException e) {
        throw new NullPointerException(
            type.name() + "." + type.fields[slot].name + ": a list cannot hold null");
      }
    }

    /// Sets a map; it is copied.
    protected final void setMap(int slot, Map<String, ?> map) {
      GrowingMap copy = new GrowingMap(Map.of());
      map.forEach((key, value) -> copy.entries.put(key, required(slot, value)));
      slots[slot] = copy;
    }

    private Object required(int slot, @Nullable Object value) {
      return Objects.requireNonNull(
          value, () -> type.name() + "." + type.fields[slot].name + " cannot hold null");
    }

    /// The value of a field as it is now, or null.
    @SuppressWarnings({
      "unchecked",
      "TypeParameterUnusedInFormals"
    }) // the field's type is the caller's
    protected final <V> @Nullable V get(int slot) {
      return (V) slots[slot];
    }

    /// Makes a field absent, by its JSON name.
    ///
    /// @throws IllegalArgumentException when there is no such field
    public final void clear(String name) {
      Field field = type.field(name);
      if (field == null) {
        throw new IllegalArgumentException(type.name() + " has no field '" + name + "'");
      }
      slots[field.slot] = null;
    }

    /// The struct of this key in a map as it is now; the empty one when there is none.
    protected final <V extends Struct> V entry(int slot, String key, StructType<V> of) {
      Object value = entries(slot).get(key);
      return value == null ? of.empty() : of.cast(value);
    }

    /// The struct in a field as it is now; the empty one when it is absent.
    protected final <V extends Struct> V struct(int slot, StructType<V> of) {
      Object value = slots[slot];
      return value == null ? of.empty() : of.cast(value);
    }

    /// Adds an item to a list.
    protected final void add(int slot, Object item) {
      items(slot).add(required(slot, item));
    }

    /// Puts an entry into a map.
    protected final void put(int slot, String key, Object value) {
      entries(slot).put(Objects.requireNonNull(key), required(slot, value));
    }

    private Map<String, Object> entries(int slot) {
      if (slots[slot] instanceof GrowingMap map) {
        return map.entries;
      }
      GrowingMap map =
          new GrowingMap(slots[slot] instanceof Map<?, ?> old ? ArrayMap.cast(old) : Map.of());
      slots[slot] = map;
      return map.entries;
    }

    /// The list item that `wanted` holds for, or null.
    @SuppressWarnings("unchecked") // the field's type is the caller's
    protected final <V> @Nullable V find(int slot, Predicate<V> wanted) {
      for (Object item : items(slot)) {
        if (wanted.test((V) item)) {
          return (V) item;
        }
      }
      return null;
    }

    /// Puts `next` in the place of `old` in a list, or at its end when there is no old one.
    protected final void replace(int slot, @Nullable Object old, Object next) {
      List<Object> items = items(slot);
      if (old == null) {
        items.add(next);
      } else {
        items.set(items.indexOf(old), next);
      }
    }

    private List<Object> items(int slot) {
      if (slots[slot] instanceof GrowingList list) {
        return list.items;
      }
      GrowingList list = new GrowingList(slots[slot] instanceof List<?> old ? old : List.of());
      slots[slot] = list;
      return list.items;
    }

    private sealed interface Growing {
      Object freeze();
    }

    private static final class GrowingList implements Growing {
      final List<Object> items;

      GrowingList(List<?> from) {
        items = new ArrayList<>(from);
      }

      @Override
      public Object freeze() {
        return List.copyOf(items);
      }
    }

    private static final class GrowingMap implements Growing {
      final Map<String, Object> entries;

      GrowingMap(Map<String, ?> from) {
        entries = new LinkedHashMap<>(from);
      }

      @Override
      public Object freeze() {
        return ArrayMap.copyOf(entries);
      }
    }
  }
}
