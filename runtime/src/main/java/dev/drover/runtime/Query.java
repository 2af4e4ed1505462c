package dev.drover.runtime;

import dev.drover.api.Selector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which objects are wanted: all options of a list together.
///
/// @param namespace null = all
/// @param index null = none
record Query(
    @Nullable String namespace, Selector labels, ListOption.@Nullable Indexed index, long limit) {
  static Query of(List<ListOption> which) {
    Query query = new Query(null, Selector.everything(), null, Long.MAX_VALUE);
    for (ListOption option : which) {
      query = query.with(option);
    }
    return query;
  }

  private Query with(ListOption option) {
    return switch (option) {
      case ListOption.InNamespace(var name) -> new Query(name, labels, index, limit);
      case ListOption.Matching(var more) -> new Query(namespace, labels.and(more), index, limit);
      case ListOption.Indexed other -> new Query(namespace, labels, only(other), limit);
      case ListOption.Limit(var number) -> new Query(namespace, labels, index, number);
    };
  }

  private ListOption.Indexed only(ListOption.Indexed other) {
    if (index != null) {
      throw new IllegalArgumentException(
          "a list can be asked for by one index, got " + index + " and " + other);
    }
    return other;
  }
}
