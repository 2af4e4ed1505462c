package dev.drover.runtime.queue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Entries in groups that take turns (round robin). Within a group, the order in which they were
/// added. Guarded by the lock of its queue.
final class FairLane<K> implements Lane<K> {
  /// The group whose turn is next comes first. No list is empty.
  private final SequencedMap<Object, EntryList<K>> groups = new LinkedHashMap<>();

  @Override
  public @Nullable Entry<K> first() {
    Map.Entry<Object, EntryList<K>> next = groups.firstEntry();
    return next == null ? null : next.getValue().first();
  }

  @Override
  public void add(Entry<K> entry) {
    groups.computeIfAbsent(groupOf(entry), _ -> new EntryList<>()).add(entry);
  }

  /// Removes an entry, and puts its group at the end: it has had its turn.
  @Override
  public void remove(Entry<K> entry) {
    Object group = groupOf(entry);
    EntryList<K> list = Objects.requireNonNull(groups.remove(group));
    list.remove(entry);
    if (list.first() != null) {
      groups.put(group, list);
    }
  }

  private static Object groupOf(Entry<?> entry) {
    return Objects.requireNonNull(entry.group, "an entry of a fair queue has a group");
  }

  @Override
  public List<Entry<K>> first(int count) {
    List<Entry<K>> result = new ArrayList<>();
    for (EntryList<K> list : groups.values()) {
      result.addAll(list.first(count - result.size()));
    }
    return result;
  }
}
