package dev.drover.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// Keys that were added and have not been looked at: a stack without a lock, linked through the
/// entries themselves. Any thread puts in; who has the lock of the queue empties it.
///
/// So those who add do not wait for those who take, and the state of the queue stays in the caches
/// of the processor whose thread works with it.
final class Inbox<K> {
  private static final VarHandle NEWEST;

  static {
    try {
      NEWEST = MethodHandles.lookup().findVarHandle(Inbox.class, "newest", Entry.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile @Nullable Entry<K> newest;

  /// Puts in one that nobody else knows; how many are inside now.
  int put(Entry<K> entry) {
    while (true) {
      Entry<K> before = newest;
      entry.next = before;
      entry.index = before == null ? 1 : before.index + 1;
      if (NEWEST.weakCompareAndSet(this, before, entry)) {
        return entry.index;
      }
    }
  }

  boolean isEmpty() {
    return newest == null;
  }

  /// Takes out all of them: the oldest, which leads to the others by `next`.
  @Nullable Entry<K> empty() {
    if (newest == null) {
      return null; // most often; does not take the cache line away from those who put in
    }
    @SuppressWarnings("unchecked") // nothing else is ever put in
    Entry<K> entry = (Entry<K>) NEWEST.getAndSet(this, null);
    Entry<K> oldest = null;
    while (entry != null) {
      Entry<K> older = entry.next;
      entry.next = oldest;
      oldest = entry;
      entry = older;
    }
    return oldest;
  }
}
