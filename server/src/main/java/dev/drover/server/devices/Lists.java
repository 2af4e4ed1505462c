package dev.drover.server.devices;

import dev.drover.server.rules.Place;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/// Lists that may not get too long. One that does is not looked at any further.
final class Lists {
  private Lists() {}

  static void check(Place list, int max, Consumer<Place> item) {
    if (fits(list, max)) {
      list.each(item);
    }
  }

  /// A list whose items must differ by a key.
  static void checkSet(Place list, int max, Consumer<Place> item, Function<Place, Object> key) {
    if (!fits(list, max)) {
      return;
    }
    list.each(item);
    Set<Object> seen = new HashSet<>();
    for (Place place : list.items()) {
      Object it = key.apply(place);
      if (!seen.add(it)) {
        place.duplicate(it);
      }
    }
  }

  private static boolean fits(Place list, int max) {
    if (list.size() > max) {
      list.tooMany(max);
      return false;
    }
    return true;
  }
}
