package dev.drover.runtime;

import dev.drover.api.DynamicObject;
import dev.drover.api.KubernetesObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// Which fields differ between two states of an object, as people name them.
final class ChangedFields {
  private static final int DEEPEST = 4;

  /// These change with everything else.
  private static final Set<String> NOISE =
      Set.of("metadata.resourceVersion", "metadata.managedFields", "metadata.generation");

  private ChangedFields() {}

  static List<String> between(KubernetesObject before, KubernetesObject now) {
    List<String> changed = new ArrayList<>();
    compare("", DynamicObject.of(before).tree(), DynamicObject.of(now).tree(), changed);
    return List.copyOf(changed);
  }

  private static void compare(String path, Map<?, ?> before, Map<?, ?> now, List<String> changed) {
    Set<String> names = new TreeSet<>();
    before.keySet().forEach(name -> names.add(String.valueOf(name)));
    now.keySet().forEach(name -> names.add(String.valueOf(name)));
    for (String name : names) {
      String place = path.isEmpty() ? name : path + "." + name;
      Object old = before.get(name);
      Object next = now.get(name);
      if (Objects.equals(old, next) || NOISE.contains(place)) {
        continue;
      }
      boolean goesOn = place.chars().filter(c -> c == '.').count() < DEEPEST - 1;
      if (goesOn && old instanceof Map<?, ?> a && next instanceof Map<?, ?> b) {
        compare(place, a, b, changed);
      } else {
        changed.add(place);
      }
    }
  }
}
