package dev.drover.runtime;

import dev.drover.api.Selector;
import dev.drover.informer.IndexMatch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All options of a list together.
///
/// @param namespace null = all
/// @param indexes which values objects must have, all of them
record Query(@Nullable String namespace, Selector labels, List<IndexMatch> indexes, long limit) {
  static Query of(List<ListOption> which) {
    Query query = new Query(null, Selector.everything(), List.of(), Long.MAX_VALUE);
    for (ListOption option : which) {
      query = query.with(option);
    }
    return query;
  }

  private Query with(ListOption option) {
    return switch (option) {
      case ListOption.InNamespace(var name) -> new Query(name, labels, indexes, limit);
      case ListOption.Matching(var more) -> new Query(namespace, labels.and(more), indexes, limit);
      case ListOption.Indexed(var index, var value) ->
          new Query(namespace, labels, and(new IndexMatch(index, value)), limit);
      case ListOption.Limit(var number) -> new Query(namespace, labels, indexes, number);
    };
  }

  private List<IndexMatch> and(IndexMatch match) {
    List<IndexMatch> all = new ArrayList<>(indexes);
    all.add(match);
    return List.copyOf(all);
  }
}
