package dev.drover.server.kinds.resource;

import dev.drover.server.validation.FieldValidator;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/// Validates the lengths of lists. A list that is too long is not validated any further.
final class BoundedLists {
  private BoundedLists() {}

  static void check(FieldValidator list, int max, Consumer<FieldValidator> item) {
    if (fits(list, max)) {
      list.each(item);
    }
  }

  /// A list whose items must differ by a key.
  static void checkSet(
      FieldValidator list,
      int max,
      Consumer<FieldValidator> item,
      Function<FieldValidator, Object> key) {
    if (!fits(list, max)) {
      return;
    }
    list.each(item);
    Set<Object> seen = new HashSet<>();
    for (FieldValidator place : list.items()) {
      Object it = key.apply(place);
      if (!seen.add(it)) {
        place.duplicate(it);
      }
    }
  }

  private static boolean fits(FieldValidator list, int max) {
    if (list.size() > max) {
      list.tooMany(max);
      return false;
    }
    return true;
  }
}
