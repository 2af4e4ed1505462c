package dev.drover.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// The delayed keys, the one whose time comes first on top. One array slot for each; an entry knows
/// its place, so that one in the middle can be moved or removed.
///
/// A binary heap. Times are compared by their difference, as they may overflow.
final class DelayHeap<K> {
  private static final int SMALLEST = 16;

  private @Nullable Entry<K>[] heap = array(SMALLEST);
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
      heap = Arrays.copyOf(heap, size * 2);
    }
    entry.order = orders++;
    up(entry, size++);
  }

  /// To be called after the time of an entry was made earlier.
  void advanced(Entry<K> entry) {
    up(entry, entry.index);
  }

  void remove(Entry<K> entry) {
    Entry<K> last = at(--size);
    heap[size] = null;
    if (last != entry) {
      up(last, entry.index);
      down(last, last.index);
    }
    if (heap.length > SMALLEST && size < heap.length / 4) {
      heap = Arrays.copyOf(heap, heap.length / 2); // a burst leaves nothing behind
    }
  }

  private Entry<K> at(int index) {
    Entry<K> entry = heap[index];
    if (entry == null) {
      throw new IllegalStateException("nothing at " + index + " of " + size);
    }
    return entry;
  }

  private void place(Entry<K> entry, int index) {
    heap[index] = entry;
    entry.index = index;
  }

  private void up(Entry<K> entry, int from) {
    int index = from;
    while (index > 0) {
      Entry<K> parent = at((index - 1) / 2);
      if (compare(parent, entry) <= 0) {
        break;
      }
      place(parent, index);
      index = (index - 1) / 2;
    }
    place(entry, index);
  }

  private void down(Entry<K> entry, int from) {
    int index = from;
    while (2 * index + 1 < size) {
      int child = 2 * index + 1;
      if (child + 1 < size && compare(at(child + 1), at(child)) < 0) {
        child++;
      }
      if (compare(entry, at(child)) <= 0) {
        break;
      }
      place(at(child), index);
      index = child;
    }
    place(entry, index);
  }

  private static int compare(Entry<?> one, Entry<?> other) {
    long difference = one.at - other.at;
    return difference == 0 ? Long.compare(one.order, other.order) : Long.signum(difference);
  }

  /// The first so many in their order, without looking at the rest.
  List<Entry<K>> first(int count) {
    List<Entry<K>> result = new ArrayList<>();
    Comparator<Integer> byTime = (one, other) -> compare(at(one), at(other));
    PriorityQueue<Integer> next = new PriorityQueue<>(byTime);
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
