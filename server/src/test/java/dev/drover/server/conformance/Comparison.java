package dev.drover.server.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/// What differs between two conversations, in words.
final class Comparison {
  private static final int SHOWN = 2000;

  private final List<String> differences = new ArrayList<>();

  private Comparison() {}

  /// The differences; none when the conversations are equal.
  static List<String> of(List<Exchange> embedded, List<Exchange> real) {
    var comparison = new Comparison();
    for (int i = 0; i < Math.min(embedded.size(), real.size()); i++) {
      String place = "#" + (i + 1) + " " + shortened(real.get(i).request());
      Reply ours = embedded.get(i).reply();
      Reply theirs = real.get(i).reply();
      comparison.compare(place + "\n    status", (long) ours.status(), (long) theirs.status());
      comparison.compare(place + "\n    header", ours.headers(), theirs.headers());
      comparison.compare(place + "\n    body", ours.body(), theirs.body());
    }
    if (embedded.size() != real.size()) {
      comparison.differences.add(embedded.size() + " answers instead of " + real.size());
    }
    return comparison.differences;
  }

  private void compare(String place, Object ours, Object theirs) {
    if (ours instanceof Map<?, ?> left && theirs instanceof Map<?, ?> right) {
      var names = new TreeSet<String>();
      left.keySet().forEach(name -> names.add((String) name));
      right.keySet().forEach(name -> names.add((String) name));
      names.forEach(
          name ->
              compare(
                  place + "." + name,
                  left.containsKey(name) ? left.get(name) : Absent.ABSENT,
                  right.containsKey(name) ? right.get(name) : Absent.ABSENT));
    } else if (ours instanceof List<?> left
        && theirs instanceof List<?> right
        && left.size() == right.size()) {
      for (int i = 0; i < left.size(); i++) {
        compare(place + "[" + i + "]", left.get(i), right.get(i));
      }
    } else if (!Objects.equals(ours, theirs)) {
      differences.add(
          place
              + "\n      embedded: "
              + shortened(String.valueOf(ours))
              + "\n      real:     "
              + shortened(String.valueOf(theirs)));
    }
  }

  private static String shortened(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
  }

  private enum Absent {
    ABSENT
  }
}
