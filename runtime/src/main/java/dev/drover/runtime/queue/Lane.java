package dev.drover.runtime.queue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The ready entries of one priority, in the order in which they are handed out.
sealed interface Lane<K> permits EntryList, FairLane {
  /// The next one; null if there is none.
  @Nullable Entry<K> first();

  void add(Entry<K> entry);

  void remove(Entry<K> entry);

  /// The first so many.
  List<Entry<K>> first(int count);
}
