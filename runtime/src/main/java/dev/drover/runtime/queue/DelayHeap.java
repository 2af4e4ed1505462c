package dev.drover.runtime.queue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The delayed keys, the one whose time comes first on top. One array slot for each; an entry knows
/// its place, so that one in the middle can be moved or removed.
///
/// A binary heap. Times are compared by their difference, as they may overflow.
final class DelayHeap<K> {
  private static final int SMALLEST = 16;

  private @Nullable Entry<K>[] heap = array(SMALLEST);
  private long[] order = new long[SMALLEST]; // decides between keys of the same time
  private int size;
  private long orders;

  @SuppressWarnings({"unchecked", "rawtypes"}) // no array of a generic type can be made otherwise
  private static <K> @Nullable Entry<K>[] array(int length) {
    return new Entry[length];
  }

  int size() {
    return size;
  }

  /// The one whose time comes first.
  @Nullable Entry<K> first() {
    return heap[0];
  }

  void add(Entry<K> entry) {
    if (size == heap.length) {
      resize(size * 2);
    }
    up(entry, orders++, size++);
  }

  private void resize(int length) {
    heap = Arrays.copyOf(heap, length);
    order = Arrays.copyOf(order, length);
  }

  /// To be called after the time of an entry was made earlier.
  void advanced(Entry<K> entry) {
    up(entry, order[entry.index], entry.index);
  }

  void remove(Entry<K> entry) {
    Entry<K> last = at(--size);
    heap[size] = null;
    if (last != entry) {
      long lastOrder = order[size];
      up(last, lastOrder, entry.index);
      down(last, lastOrder, last.index);
    }
    if (heap.length > SMALLEST && size < heap.length / 4) {
      resize(heap.length / 2); // a burst does not keep its memory
    }
  }

  private Entry<K> at(int index) {
    Entry<K> entry = heap[index];
    if (entry == null) {
      throw new IllegalStateException("nothing at " + index + " of " + size);
    }
    return entry;
  }

  private void place(Entry<K> entry, long itsOrder, int index) {
    heap[index] = entry;
    order[index] = itsOrder;
    entry.index = index;
  }

  private void move(int from, int to) {
    place(at(from), order[from], to);
  }

  private void up(Entry<K> entry, long itsOrder, int from) {
    int index = from;
    while (index > 0) {
      int parent = (index - 1) / 2;
      if (compare(at(parent), order[parent], entry, itsOrder) <= 0) {
        break;
      }
      move(parent, index);
      index = parent;
    }
    place(entry, itsOrder, index);
  }

  private void down(Entry<K> entry, long itsOrder, int from) {
    int index = from;
    while (2 * index + 1 < size) {
      int child = 2 * index + 1;
      if (child + 1 < size && compare(child + 1, child) < 0) {
        child++;
      }
      if (compare(entry, itsOrder, at(child), order[child]) <= 0) {
        break;
      }
      move(child, index);
      index = child;
    }
    place(entry, itsOrder, index);
  }

  private int compare(int one, int other) {
    return compare(at(one), order[one], at(other), order[other]);
  }

  private static int compare(Entry<?> one, long itsOrder, Entry<?> other, long otherOrder) {
    long difference = one.at - other.at;
    return difference == 0 ? Long.compare(itsOrder, otherOrder) : Long.signum(difference);
  }

  /// Whether an entry whose time comes at `at` or before matches, without looking at later ones.
  boolean anyUntil(long at, Predicate<Entry<K>> wanted) {
    return anyUntil(0, at, wanted);
  }

  private boolean anyUntil(int index, long at, Predicate<Entry<K>> wanted) {
    if (index >= size || at(index).at - at > 0) {
      return false; // those below come later still
    }
    return wanted.test(at(index))
        || anyUntil(2 * index + 1, at, wanted)
        || anyUntil(2 * index + 2, at, wanted);
  }

  /// The first so many in their order, without looking at the rest.
  List<Entry<K>> first(int count) {
    List<Entry<K>> result = new ArrayList<>();
    PriorityQueue<Integer> next = new PriorityQueue<>(this::compare);
    if (size > 0) {
      next.add(0);
    }
    while (result.size() < count && !next.isEmpty()) {
      int index = next.remove();
      result.add(at(index));
      for (int child = 2 * index + 1; child <= 2 * index + 2 && child < size; child++) {
        next.add(child);
      }
    }
    return result;
  }
}
