package dev.drover.runtime.queue;

import org.jspecify.annotations.Nullable;

/// Finds the entry of a key. A hash table whose chains are linked through the entries themselves,
/// so a key costs no more than its entry and a slot, and finding it touches nothing else.
///
/// It grows and shrinks with its entries: a burst does not keep its memory.
final class EntryTable<K> {
  private static final int SMALLEST = 256;

  private @Nullable Entry<K>[] slots = array(SMALLEST); // a power of two
  private int size;

  @SuppressWarnings({"unchecked", "rawtypes"}) // no array of a generic type can be made otherwise
  private static <K> @Nullable Entry<K>[] array(int length) {
    return new Entry[length];
  }

  int size() {
    return size;
  }

  private int slot(int hash) {
    return (hash ^ (hash >>> 16)) & (slots.length - 1);
  }

  @Nullable Entry<K> find(K key) {
    return find(key, key.hashCode());
  }

  private @Nullable Entry<K> find(K key, int hash) {
    Entry<K> entry = slots[slot(hash)];
    while (entry != null && !(entry.hash == hash && entry.key.equals(key))) {
      entry = entry.chain;
    }
    return entry;
  }

  /// Puts it in, unless there is one of the same key: returns that one, or the new one.
  Entry<K> intern(Entry<K> entry) {
    Entry<K> known = find(entry.key, entry.hash);
    if (known != null) {
      return known;
    }
    if (size == slots.length) {
      resize(size * 2);
    }
    size++;
    link(entry);
    return entry;
  }

  private void link(Entry<K> entry) {
    int slot = slot(entry.hash);
    entry.chain = slots[slot];
    slots[slot] = entry;
  }

  /// Takes out one that is in.
  void remove(Entry<K> entry) {
    int slot = slot(entry.hash);
    Entry<K> after = entry.chain;
    Entry<K> before = slots[slot];
    if (before == entry) {
      slots[slot] = after;
    } else {
      while (before != null && before.chain != entry) {
        before = before.chain;
      }
      if (before == null) {
        throw new IllegalStateException(entry.key + " is not here");
      }
      before.chain = after;
    }
    entry.chain = null;
    if (--size < slots.length / 64 && slots.length > SMALLEST) { // rarely, so that it costs nothing
      resize(slots.length / 16);
    }
  }

  private void resize(int length) {
    @Nullable Entry<K>[] old = slots;
    slots = array(Math.max(length, SMALLEST));
    for (Entry<K> first : old) {
      Entry<K> entry = first;
      while (entry != null) {
        Entry<K> next = entry.chain;
        link(entry);
        entry = next;
      }
    }
  }
}
