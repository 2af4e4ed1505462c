package dev.drover.api.codec;

import dev.drover.api.tree.ArrayMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Collects the items of a list or map that arrive in several runs of protobuf fields. They are
/// joined once, at the end, since a message may have any number of runs.
final class Runs {
  private final List<Object> runs = new ArrayList<>();

  Runs(Object first) {
    runs.add(first);
  }

  void add(Object run) {
    runs.add(run);
  }

  /// All runs as one immutable list, or as one map in which the last of equal keys counts.
  Object whole() {
    List<@Nullable Object> all = new ArrayList<>();
    for (Object run : runs) {
      if (run instanceof Map<?, ?> map) {
        map.forEach(
            (key, value) -> {
              all.add(key);
              all.add(value);
            });
      } else {
        all.addAll((List<?>) run);
      }
    }
    return runs.getFirst() instanceof Map<?, ?>
        ? ArrayMap.ofPairs(all.toArray())
        : List.copyOf(all);
  }
}
