package dev.drover.api.tree;

import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// An immutable map from strings in one sorted array: small, and its order is the same in every
/// run.
///
/// Values may be null (a JSON tree has nulls); keys may not. Safe to compare, hash and print at any
/// depth. Printing hides what [Redaction] says; maps of secrets ([#ofSecrets]) hide every value,
/// also in what `entrySet` and `values` print.
public sealed class ArrayMap<V extends @Nullable Object> extends AbstractMap<String, V> {
  private static final ArrayMap<?> EMPTY = new ArrayMap<>(new Object[0]);

  private final @Nullable Object[] entries; // key, value, key, value, ... ascending by key

  private ArrayMap(@Nullable Object[] entries) {
    this.entries = entries;
  }

  /// A map of an untyped tree, where only names say what a value is.
  private static sealed class OfTree<V extends @Nullable Object> extends ArrayMap<V> {
    OfTree(@Nullable Object[] entries) {
      super(entries);
    }

    @Override
    boolean hides(@Nullable Object key, @Nullable Object value) {
      if (!(key instanceof String name) || value == null) {
        return false;
      }
      return Redaction.hides(name)
          || (value instanceof String && Redaction.looksSecret(name))
          || (name.equals("value") && Redaction.looksSecretEntry(this));
    }
  }

  /// The fields of a Secret; of its data only the keys are printed.
  private static final class OfSecretObject<V extends @Nullable Object> extends OfTree<V> {
    OfSecretObject(@Nullable Object[] entries) {
      super(entries);
    }

    @Override
    boolean hides(@Nullable Object key, @Nullable Object value) {
      return super.hides(key, value)
          || (Redaction.isSecretData(key) && !(value instanceof OfSecrets<?>));
    }
  }

  /// A map of which only the keys are printed.
  private static final class OfSecrets<V extends @Nullable Object> extends ArrayMap<V> {
    OfSecrets(@Nullable Object[] entries) {
      super(entries);
    }

    @Override
    boolean hides(@Nullable Object key, @Nullable Object value) {
      return true;
    }
  }

  /// Whether the value of a key is not printed.
  boolean hides(@Nullable Object key, @Nullable Object value) {
    return Redaction.hides(key);
  }

  /// The same map, or one that does not print its values.
  public static <V extends @Nullable Object> ArrayMap<V> ofSecrets(ArrayMap<V> map) {
    return map.isEmpty() || map instanceof OfSecrets<V> ? map : new OfSecrets<>(map.entries);
  }

  /// A map of a JSON tree, which takes over `pairs`. If it is a Secret, its data is not printed.
  public static ArrayMap<@Nullable Object> ofTree(@Nullable Object[] pairs) {
    ArrayMap<@Nullable Object> map = ofPairs(pairs);
    if (map.isEmpty()) {
      return map;
    }
    return Redaction.isSecret(map)
        ? new OfSecretObject<>(map.withSecretData())
        : new OfTree<>(map.entries);
  }

  /// The fields of an object of this kind that are a JSON tree.
  public static ArrayMap<@Nullable Object> ofFields(
      String kind, ArrayMap<@Nullable Object> fields) {
    if (fields.isEmpty() || !kind.equals("Secret")) {
      return fields;
    }
    return new OfSecretObject<>(fields.withSecretData());
  }

  private @Nullable Object[] withSecretData() {
    @Nullable Object[] changed = entries.clone();
    for (int i = 0; i < changed.length; i += 2) {
      if (Redaction.isSecretData(keyAt(i / 2)) && changed[i + 1] instanceof ArrayMap<?> data) {
        changed[i + 1] = ofSecrets(data);
      }
    }
    return changed;
  }

  @SuppressWarnings("unchecked") // holds nothing
  public static <V extends @Nullable Object> ArrayMap<V> empty() {
    return (ArrayMap<V>) EMPTY;
  }

  /// An immutable copy; `map` itself if it is one already.
  @SuppressWarnings("unchecked") // an immutable map of a subtype is as good
  public static <V extends @Nullable Object> Map<String, V> copyOf(Map<String, ? extends V> map) {
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
  public static Map<String, ?> cast(Object map) {
    return (Map<String, ?>) map;
  }

  /// A map that takes over `pairs` (key, value, key, value, ...). Of equal keys the last one
  /// counts, as in Go.
  @SuppressWarnings("NullAway") // even places hold keys
  public static <V extends @Nullable Object> ArrayMap<V> ofPairs(@Nullable Object[] pairs) {
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
  public String keyAt(int i) {
    return (String) entries[2 * i];
  }

  /// The value of key number `i`.
  @SuppressWarnings({"unchecked", "NullAway"}) // odd places hold values
  public V valueAt(int i) {
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
            return new OwnEntry<>(ArrayMap.this, i++);
          }
        };
      }

      @Override
      public String toString() {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        forEach(entry -> text.add(entry.toString()));
        return text.toString();
      }
    };
  }

  @Override
  public Collection<V> values() {
    return new AbstractCollection<>() {
      @Override
      public int size() {
        return ArrayMap.this.size();
      }

      @Override
      public Iterator<V> iterator() {
        return new Iterator<>() {
          private int i;

          @Override
          public boolean hasNext() {
            return i < size();
          }

          @Override
          public V next() {
            if (!hasNext()) {
              throw new NoSuchElementException();
            }
            return valueAt(i++);
          }
        };
      }

      @Override
      public String toString() {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        ArrayMap.this.forEach(
            (key, value) -> text.add(hides(key, value) ? Redaction.REDACTED : "" + value));
        return text.toString();
      }
    };
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return DeepValues.equal(this, other);
  }

  @Override
  public int hashCode() {
    return DeepValues.hash(this);
  }

  @Override
  public String toString() {
    return ValueText.ofTree(this);
  }

  /// Decides when it is printed whether its value may be: most entries never are.
  private static final class OwnEntry<V extends @Nullable Object> implements Map.Entry<String, V> {
    private final ArrayMap<V> map;
    private final int at;

    OwnEntry(ArrayMap<V> map, int at) {
      this.map = map;
      this.at = at;
    }

    @Override
    public String getKey() {
      return map.keyAt(at);
    }

    @Override
    public V getValue() {
      return map.valueAt(at);
    }

    @Override
    public V setValue(V value) {
      throw new UnsupportedOperationException("the map is immutable");
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Map.Entry<?, ?> that
          && getKey().equals(that.getKey())
          && Objects.equals(getValue(), that.getValue());
    }

    @Override
    public int hashCode() {
      return getKey().hashCode() ^ Objects.hashCode(getValue());
    }

    @Override
    public String toString() {
      V value = getValue();
      return getKey() + "=" + (map.hides(getKey(), value) ? Redaction.REDACTED : value);
    }
  }
}
