package dev.drover.cel.library;

import dev.drover.cel.types.CelError;
import dev.drover.cel.types.CelList;
import dev.drover.cel.types.OptionalValue;
import dev.drover.cel.types.UInt;
import dev.drover.cel.types.Values;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Functions of lists and sets.
final class Lists {
  private static final int DEEPEST = 100;

  private Lists() {}

  private interface OfList {
    Object apply(CelList list);
  }

  private interface OfLists {
    Object apply(CelList left, CelList right);
  }

  static void register(Map<String, Functions.Body> all) {
    all.put("isSorted", args -> one(args, Lists::isSorted));
    all.put("sum", args -> one(args, list -> sum(list, zero(list))));
    all.put("list_uint_sum_uint", args -> one(args, list -> sum(list, new UInt(0))));
    all.put("list_double_sum_double", args -> one(args, list -> sum(list, 0.0)));
    all.put("list_duration_sum_duration", args -> one(args, list -> sum(list, Duration.ZERO)));
    all.put("min", args -> one(args, list -> extreme(list, "min", 1)));
    all.put("max", args -> one(args, list -> extreme(list, "max", -1)));
    all.put("sort", args -> one(args, list -> sort(list, list)));
    all.put("@sortByAssociatedKeys", args -> two(args, Lists::sort));
    all.put("slice", Lists::slice);
    all.put("flatten", Lists::flatten);
    all.put("lists.range", args -> args[0] instanceof Long n ? range(n) : null);
    all.put("reverse", args -> one(args, Lists::reverse));
    all.put("distinct", args -> one(args, Lists::distinct));
    all.put("sets.contains", args -> two(args, Lists::contains));
    all.put("sets.intersects", args -> two(args, Lists::intersects));
    all.put(
        "sets.equivalent",
        args ->
            two(
                args,
                (a, b) -> {
                  Object there = contains(a, b);
                  return there.equals(true) ? contains(b, a) : there;
                }));
    all.put("first", args -> one(args, list -> at(list, 0)));
    all.put("last", args -> one(args, list -> at(list, list.size() - 1)));
  }

  private static @Nullable Object one(Object[] args, OfList function) {
    return args[0] instanceof CelList list ? function.apply(list) : null;
  }

  private static @Nullable Object two(Object[] args, OfLists function) {
    return args[0] instanceof CelList a && args[1] instanceof CelList b
        ? function.apply(a, b)
        : null;
  }

  private static OptionalValue at(CelList list, int index) {
    return list.size() == 0 ? OptionalValue.NONE : new OptionalValue(list.get(index));
  }

  static Object indexOf(Object[] args) {
    CelList list = (CelList) args[0];
    for (int i = 0; i < list.size(); i++) {
      if (Values.equal(list.get(i), args[1]).equals(true)) {
        return (long) i;
      }
    }
    return -1L;
  }

  static Object lastIndexOf(Object[] args) {
    CelList list = (CelList) args[0];
    for (int i = list.size() - 1; i >= 0; i--) {
      if (Values.equal(list.get(i), args[1]).equals(true)) {
        return (long) i;
      }
    }
    return -1L;
  }

  private static Object isSorted(CelList list) {
    for (int i = 0; i < list.size(); i++) {
      if (!Values.isComparable(list.get(i))) {
        return CelError.noSuchOverload(list.get(i));
      }
      Integer order = i == 0 ? Integer.valueOf(0) : Values.compare(list.get(i - 1), list.get(i));
      if (order != null && order > 0) {
        return false;
      }
    }
    return true;
  }

  /// The zero of the type that the first element has.
  private static Object zero(CelList list) {
    return switch (list.size() == 0 ? (Object) 0L : list.get(0)) {
      case UInt _ -> new UInt(0);
      case Double _ -> 0.0;
      case Duration _ -> Duration.ZERO;
      default -> 0L;
    };
  }

  private static Object sum(CelList list, Object zero) {
    Object sum = zero;
    for (int i = 0; i < list.size(); i++) {
      Object next = Operators.add(sum, list.get(i));
      if (next == null || next instanceof CelError) {
        return next == null ? CelError.noSuchOverload() : next;
      }
      sum = next;
    }
    return sum;
  }

  private static Object extreme(CelList list, String name, int replaces) {
    Object best = null;
    for (int i = 0; i < list.size(); i++) {
      Object next = list.get(i);
      if (!Values.isComparable(next)) {
        return CelError.noSuchOverload(next);
      }
      Integer order = best == null ? Integer.valueOf(replaces) : Values.compare(best, next);
      if (order != null && Integer.signum(order) == replaces) {
        best = next;
      }
    }
    return best == null ? new CelError(name + " called on empty list") : best;
  }

  private static Object sort(CelList list, CelList keys) {
    if (list.size() != keys.size()) {
      return new CelError(
          "@sortByAssociatedKeys() expected a list of the same size as the associated keys list,"
              + " but got "
              + list.size()
              + " and "
              + keys.size()
              + " elements respectively");
    }
    if (list.size() == 0) {
      return list;
    }
    String type = Values.type(keys.get(0)).name();
    if (!Values.isComparable(keys.get(0))) {
      return new CelError("list elements must be comparable");
    }
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      if (!Values.type(keys.get(i)).name().equals(type)) {
        return new CelError("list elements must have the same type");
      }
      order.add(i);
    }
    Comparator<Integer> byKey =
        (a, b) -> {
          Integer result = Values.compare(keys.get(a), keys.get(b));
          return result == null ? 0 : result;
        };
    order.sort(byKey);
    return CelList.of(order.stream().map(list::get).toList());
  }

  private static @Nullable Object slice(Object[] args) {
    if (!(args[0] instanceof CelList list)
        || !(args[1] instanceof Long start)
        || !(args[2] instanceof Long end)) {
      return null;
    }
    String call = "cannot slice(" + start + ", " + end + "), ";
    if (start < 0 || end < 0) {
      return new CelError(call + "negative indexes not supported");
    }
    if (start > end) {
      return new CelError(call + "start index must be less than or equal to end index");
    }
    if (list.size() < end) {
      return new CelError(call + "list is length " + list.size());
    }
    List<Object> part = new ArrayList<>();
    for (int i = start.intValue(); i < end; i++) {
      part.add(list.get(i));
    }
    return CelList.of(part);
  }

  private static @Nullable Object flatten(Object[] args) {
    if (!(args[0] instanceof CelList list)) {
      return null;
    }
    long depth = args.length > 1 && args[1] instanceof Long given ? given : 1;
    if (depth < 0) {
      return new CelError("level must be non-negative");
    }
    List<Object> flat = new ArrayList<>();
    flatten(list, Math.min(depth, DEEPEST), flat);
    return CelList.of(flat);
  }

  private static void flatten(CelList list, long depth, List<Object> flat) {
    for (int i = 0; i < list.size(); i++) {
      Object element = list.get(i);
      if (element instanceof CelList inner && depth > 0) {
        flatten(inner, depth - 1, flat);
      } else {
        flat.add(element);
      }
    }
  }

  /// Elements are made when they are read, so that a large range takes no memory.
  private static CelList range(long n) {
    int size = Math.clamp(n, 0, Integer.MAX_VALUE);
    return new CelList() {
      @Override
      public int size() {
        return size;
      }

      @Override
      public Object get(int index) {
        return (long) index;
      }
    };
  }

  private static CelList reverse(CelList list) {
    return new CelList() {
      @Override
      public int size() {
        return list.size();
      }

      @Override
      public Object get(int index) {
        return list.get(list.size() - 1 - index);
      }
    };
  }

  private static CelList distinct(CelList list) {
    List<Object> unique = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      Object element = list.get(i);
      if (unique.stream().noneMatch(seen -> Values.equal(element, seen).equals(true))) {
        unique.add(element);
      }
    }
    return CelList.of(unique);
  }

  private static Object contains(CelList list, CelList part) {
    for (int i = 0; i < part.size(); i++) {
      Object there = list.contains(part.get(i));
      if (!there.equals(true)) {
        return there;
      }
    }
    return true;
  }

  private static Object intersects(CelList left, CelList right) {
    for (int i = 0; i < left.size(); i++) {
      if (right.contains(left.get(i)).equals(true)) {
        return true;
      }
    }
    return false;
  }
}
