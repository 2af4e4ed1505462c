package dev.drover.cel.types;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A map, or an object with fields: values are made when they are read.
public interface CelMap {
  int size();

  /// The value of a key, an error where the key is of a wrong type, or null.
  @Nullable Object find(Object key);

  Collection<?> keys();

  /// Boolean, or an error.
  default Object isEqualTo(Object other) {
    if (!(other instanceof CelMap map) || size() != map.size()) {
      return false;
    }
    for (Object key : keys()) {
      Object mine = find(key);
      Object theirs = map.find(key);
      if (mine == null || theirs == null || Values.equal(mine, theirs).equals(false)) {
        return false;
      }
    }
    return true;
  }

  static CelMap of(Map<?, ?> entries) {
    return new MapValue(entries);
  }

  /// Entries whose keys and values are values already.
  record MapValue(Map<?, ?> entries) implements CelMap {
    @Override
    public int size() {
      return entries.size();
    }

    /// Numbers are found by what they are worth, whatever their type.
    @Override
    public @Nullable Object find(Object key) {
      Object found = entries.get(key);
      if (found != null) {
        return found;
      }
      return switch (key) {
        case Long number when number >= 0 -> entries.get(new UInt(number));
        case UInt number when number.bits() >= 0 -> entries.get(number.bits());
        case Double number when number == Math.rint(number) && Math.abs(number) < 0x1p63 -> {
          Object byInt = entries.get(number.longValue());
          yield byInt != null || number < 0 ? byInt : entries.get(new UInt(number.longValue()));
        }
        default -> null;
      };
    }

    @Override
    public Collection<?> keys() {
      return entries.keySet();
    }
  }
}
