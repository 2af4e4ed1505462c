package dev.drover.runtime.admission;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Carries a change over from what the model knows of an object to the whole object.
///
/// A model may leave out fields that it has no name for, and may write others that were not there.
/// Whatever did not change between `before` and `after` stays as it is in `whole`.
final class UnknownFieldMerge {
  private UnknownFieldMerge() {}

  /// The whole object after the change.
  ///
  /// @param whole the JSON tree as it came
  /// @param before the part of it that the model knows
  /// @param after the desired state of that part
  static @Nullable Object of(
      @Nullable Object whole, @Nullable Object before, @Nullable Object after) {
    if (Objects.equals(before, after)) {
      return whole;
    }
    if (whole instanceof Map<?, ?> all
        && before instanceof Map<?, ?> old
        && after instanceof Map<?, ?> next) {
      return object(all, old, next);
    }
    if (whole instanceof List<?> all
        && before instanceof List<?> old
        && after instanceof List<?> next
        && all.size() == old.size()) {
      return list(all, old, next);
    }
    return after;
  }

  private static Map<?, ?> object(Map<?, ?> all, Map<?, ?> old, Map<?, ?> next) {
    Map<Object, @Nullable Object> result = new LinkedHashMap<>(all);
    old.keySet().stream().filter(name -> !next.containsKey(name)).forEach(result::remove);
    next.forEach(
        (name, value) -> {
          if (!old.containsKey(name)) {
            result.put(name, value);
          } else if (!Objects.equals(old.get(name), value)) {
            result.put(name, of(all.get(name), old.get(name), value));
          }
        });
    return result;
  }

  /// Items that stayed the same are found from both ends; of those between, one that changed keeps
  /// what is unknown of it only when it is plain that it is the same one.
  private static List<?> list(List<?> all, List<?> old, List<?> next) {
    CommonEnds ends = CommonEnds.of(old, next);
    List<@Nullable Object> result = new ArrayList<>(all.subList(0, ends.head()));
    for (int i = ends.head(); i < next.size() - ends.tail(); i++) {
      boolean isSame = i < old.size() - ends.tail() && isSameItem(old.get(i), next.get(i));
      result.add(isSame ? of(all.get(i), old.get(i), next.get(i)) : next.get(i));
    }
    result.addAll(all.subList(all.size() - ends.tail(), all.size()));
    return result;
  }

  private static boolean isSameItem(@Nullable Object old, @Nullable Object next) {
    return old instanceof Map<?, ?> one
        && next instanceof Map<?, ?> other
        && Objects.equals(one.get("name"), other.get("name"));
  }
}
