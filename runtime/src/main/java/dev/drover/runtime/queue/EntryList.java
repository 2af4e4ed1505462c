package dev.drover.runtime.queue;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Entries in the order they were added, linked through themselves; an entry is in one such list at
/// most.
final class EntryList<K> implements Lane<K> {
  private @Nullable Entry<K> first;
  private @Nullable Entry<K> last;

  @Override
  public @Nullable Entry<K> first() {
    return first;
  }

  @Override
  public void add(Entry<K> entry) {
    Entry<K> before = last;
    entry.previous = before;
    if (before == null) {
      first = entry;
    } else {
      before.next = entry;
    }
    last = entry;
  }

  @Override
  public void remove(Entry<K> entry) {
    Entry<K> before = entry.previous;
    Entry<K> after = entry.next;
    if (before == null) {
      first = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.previous = before;
    }
    entry.previous = null;
    entry.next = null;
  }

  @Override
  public List<Entry<K>> first(int count) {
    List<Entry<K>> result = new ArrayList<>();
    for (Entry<K> entry = first; entry != null && result.size() < count; entry = entry.next) {
      result.add(entry);
    }
    return result;
  }
}
