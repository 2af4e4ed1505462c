package dev.drover.api;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An immutable map from strings in one sorted array: small, and its order is the same in every
/// run.
///
/// Values may be null (a JSON tree has nulls); keys may not.
final class ArrayMap<V extends @Nullable Object> extends AbstractMap<String, V> {
  private static final ArrayMap<?> EMPTY = new ArrayMap<>(new Object[0]);

  private final @Nullable Object[] entries; // key, value, key, value, ... ascending by key

  private ArrayMap(@Nullable Object[] entries) {
    this.entries = entries;
  }

  @SuppressWarnings("unchecked") // holds nothing
  static <V extends @Nullable Object> ArrayMap<V> empty() {
    return (ArrayMap<V>) EMPTY;
  }

  /// An immutable copy; `map` itself if it is one already.
  @SuppressWarnings("unchecked") // an immutable map of a subtype is as good
  static <V extends @Nullable Object> Map<String, V> copyOf(Map<String, ? extends V> map) {
    if (map instanceof ArrayMap<?>) {
      return (ArrayMap<V>) map;
    }
    @Nullable Object[] entries = new Object[map.size() * 2];
    int n = 0;
    for (Map.Entry<String, ? extends V> entry : map.entrySet()) {
      entries[n++] = entry.getKey();
      entries[n++] = entry.getValue();
    }
    return ofPairs(entries);
  }

  @SuppressWarnings("unchecked") // every map in a table of shared parts has string keys
  static Map<String, ?> cast(Object map) {
    return (Map<String, ?>) map;
  }

  /// A map that takes over `pairs` (key, value, key, value, ...). Of equal keys the last one
  /// counts, as in Go.
  @SuppressWarnings("NullAway") // even places hold keys
  static <V extends @Nullable Object> ArrayMap<V> ofPairs(@Nullable Object[] pairs) {
    if (pairs.length == 0) {
      return empty();
    }
    for (int i = 2; i < pairs.length; i += 2) {
      if (((String) pairs[i - 2]).compareTo((String) pairs[i]) >= 0) {
        return sorted(pairs);
      }
    }
    return new ArrayMap<>(pairs);
  }

  @SuppressWarnings("NullAway") // even places hold keys
  private static <V extends @Nullable Object> ArrayMap<V> sorted(@Nullable Object[] pairs) {
    Integer[] order = new Integer[pairs.length / 2];
    Arrays.setAll(order, i -> 2 * i);
    Arrays.sort(
        order, Comparator.comparing(i -> (String) pairs[i])); // stable: equal keys keep their order
    @Nullable Object[] entries = new Object[pairs.length];
    int n = 0;
    for (int i : order) {
      if (n > 0 && entries[n - 2].equals(pairs[i])) {
        n -= 2;
      }
      entries[n++] = pairs[i];
      entries[n++] = pairs[i + 1];
    }
    return new ArrayMap<>(n == entries.length ? entries : Arrays.copyOf(entries, n));
  }

  /// Key number `i`.
  @SuppressWarnings("NullAway") // even places hold keys
  String keyAt(int i) {
    return (String) entries[2 * i];
  }

  /// The value of key number `i`.
  @SuppressWarnings({"unchecked", "NullAway"}) // odd places hold values
  V valueAt(int i) {
    return (V) entries[2 * i + 1];
  }

  private int find(@Nullable Object key) {
    if (!(key instanceof String wanted)) {
      return -1;
    }
    int low = 0;
    int high = size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = keyAt(middle).compareTo(wanted);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  @Override
  public @Nullable V get(@Nullable Object key) {
    int i = find(key);
    return i < 0 ? null : valueAt(i);
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return find(key) >= 0;
  }

  @Override
  public int size() {
    return entries.length / 2;
  }

  @Override
  public Set<Map.Entry<String, V>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return ArrayMap.this.size();
      }

      @Override
      public Iterator<Map.Entry<String, V>> iterator() {
        return new Iterator<>() {
          private int i;

          @Override
          public boolean hasNext() {
            return i < size();
          }

          @Override
          public Map.Entry<String, V> next() {
            if (!hasNext()) {
              throw new NoSuchElementException();
            }
            int at = i++;
            return new SimpleImmutableEntry<>(keyAt(at), valueAt(at));
          }
        };
      }
    };
  }
}
