package dev.drover.schema.apply;

import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A total order of JSON trees: numbers, strings, booleans, lists, maps, null. Whole numbers and
/// fractions compare by value.
enum JsonOrder implements Comparator<@Nullable Object> {
  INSTANCE;

  /// Whether two trees say the same.
  static boolean same(@Nullable Object a, @Nullable Object b) {
    return INSTANCE.compare(a, b) == 0;
  }

  /// Compares as Go compares strings: by bytes of UTF-8, which is the order of code points.
  static int compareText(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean oneIsSurrogate = Character.isSurrogate(x) != Character.isSurrogate(y);
        return oneIsSurrogate ? (Character.isSurrogate(x) ? 1 : -1) : Character.compare(x, y);
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  @Override
  public int compare(@Nullable Object a, @Nullable Object b) {
    int byKind = Integer.compare(rank(a), rank(b));
    if (byKind != 0) {
      return byKind;
    }
    return switch (a) {
      case null -> 0;
      case Number number -> compareNumbers(number, (Number) other(b));
      case String text -> compareText(text, (String) other(b));
      case Boolean truth -> truth.compareTo((Boolean) other(b));
      case List<?> list -> compareLists(list, (List<?>) other(b));
      case Map<?, ?> map -> compareMaps(map, (Map<?, ?>) other(b));
      default -> throw new IllegalArgumentException("not a JSON value: " + a.getClass());
    };
  }

  private static Object other(@Nullable Object value) {
    if (value == null) {
      throw new IllegalStateException("kinds were compared before");
    }
    return value;
  }

  private static int rank(@Nullable Object value) {
    return switch (value) {
      case null -> 5;
      case Number ignored -> 0;
      case String ignored -> 1;
      case Boolean ignored -> 2;
      case List<?> ignored -> 3;
      case Map<?, ?> ignored -> 4;
      default -> throw new IllegalArgumentException("not a JSON value: " + value.getClass());
    };
  }

  private static int compareNumbers(Number a, Number b) {
    if (a instanceof Double || b instanceof Double) {
      double x = a.doubleValue();
      double y = b.doubleValue();
      return x < y ? -1 : x > y ? 1 : 0; // unlike Double.compare: -0 is 0
    }
    return Long.compare(a.longValue(), b.longValue());
  }

  private static int compareLists(List<?> a, List<?> b) {
    Iterator<?> others = b.iterator();
    for (Object item : a) {
      if (!others.hasNext()) {
        return 1;
      }
      int c = INSTANCE.compare(item, others.next());
      if (c != 0) {
        return c;
      }
    }
    return others.hasNext() ? -1 : 0;
  }

  private static int compareMaps(Map<?, ?> a, Map<?, ?> b) {
    Iterator<Map.Entry<String, @Nullable Object>> others = sorted(b).entrySet().iterator();
    for (Map.Entry<String, @Nullable Object> entry : sorted(a).entrySet()) {
      if (!others.hasNext()) {
        return 1;
      }
      Map.Entry<String, @Nullable Object> other = others.next();
      int c = compareText(entry.getKey(), other.getKey());
      if (c == 0) {
        c = INSTANCE.compare(entry.getValue(), other.getValue());
      }
      if (c != 0) {
        return c;
      }
    }
    return others.hasNext() ? -1 : 0;
  }

  private static Map<String, @Nullable Object> sorted(Map<?, ?> map) {
    Map<String, @Nullable Object> sorted = new TreeMap<>(JsonOrder::compareText);
    map.forEach((name, value) -> sorted.put((String) name, value));
    return sorted;
  }
}
