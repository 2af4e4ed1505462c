package dev.drover.informer.store;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A map, or a set, that is never changed: each change makes a new one that shares nearly all of
/// the old. It can be read for ever, without a lock.
///
/// Each node has up to 32 places, chosen by five bits of the hash; a place has an entry or a
/// further node. Entries come first in [#slots] (key and value side by side, or only the key in a
/// set), then the nodes, both in the order of their places and without gaps: two bit maps say which
/// are there. Entries whose hashes are equal share a node below the last level, which has no maps.
/// A node with a single entry is never left over below another, so equal content has equal shape.
/// (Steindorfer and Vinju, "Optimizing Hash-Array Mapped Tries for Fast and Lean Immutable JVM
/// Collections", 2015.)
///
/// A change names its owner. Nodes that the same owner made are changed in place: so many changes
/// in a row cost little more than in a hash map. An owner must not be used any more once the result
/// is shared. Without an owner nothing is changed in place.
///
/// @param <K> the type of the keys
/// @param <V> the type of the values; in a set, of the keys
public abstract sealed class Trie<K, V> {
  public static final int BITS = 5;
  public static final int LEVELS_END = 35; // the first shift for which the hash has no bits left

  private int dataMap;
  private int nodeMap;
  private int size;
  private @Nullable Object[] slots;
  private final @Nullable Object owner;

  private Trie(
      int dataMap, int nodeMap, int size, @Nullable Object[] slots, @Nullable Object owner) {
    this.dataMap = dataMap;
    this.nodeMap = nodeMap;
    this.size = size;
    this.slots = slots;
    this.owner = owner;
  }

  private static final class OfPairs<K, V> extends Trie<K, V> {
    OfPairs(int dataMap, int nodeMap, int size, @Nullable Object[] slots, @Nullable Object owner) {
      super(dataMap, nodeMap, size, slots, owner);
    }

    @Override
    public int width() {
      return 2;
    }

    @Override
    public Trie<K, V> node(
        int dataMap, int nodeMap, int size, @Nullable Object[] slots, @Nullable Object owner) {
      return new OfPairs<>(dataMap, nodeMap, size, slots, owner);
    }
  }

  private static final class OfKeys<K> extends Trie<K, K> {
    OfKeys(int dataMap, int nodeMap, int size, @Nullable Object[] slots, @Nullable Object owner) {
      super(dataMap, nodeMap, size, slots, owner);
    }

    @Override
    public int width() {
      return 1;
    }

    @Override
    public Trie<K, K> node(
        int dataMap, int nodeMap, int size, @Nullable Object[] slots, @Nullable Object owner) {
      return new OfKeys<>(dataMap, nodeMap, size, slots, owner);
    }
  }

  /// A map without entries.
  public static <K, V> Trie<K, V> map() {
    return new OfPairs<>(0, 0, 0, new Object[0], null);
  }

  /// A set without members; the value of a key is the key.
  public static <K> Trie<K, K> set() {
    return new OfKeys<>(0, 0, 0, new Object[0], null);
  }

  /// How many places of [#slots] an entry takes.
  public abstract int width();

  /// A node of the same sort.
  public abstract Trie<K, V> node(
      int dataMap, int nodeMap, int size, @Nullable Object[] slots, @Nullable Object owner);

  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /// The value of this key; null when there is none.
  public @Nullable V get(Object key) {
    int hash = spread(key);
    Trie<K, V> node = this;
    for (int shift = 0; shift < LEVELS_END; shift += BITS) {
      int bit = bit(hash, shift);
      if ((node.dataMap & bit) != 0) {
        int at = node.dataAt(bit);
        return key.equals(node.slots[at]) ? node.valueAt(at) : null;
      }
      if ((node.nodeMap & bit) == 0) {
        return null;
      }
      node = node.childAt(node.nodeAt(bit));
    }
    int at = node.equalAt(key);
    return at < 0 ? null : node.valueAt(at);
  }

  public boolean contains(Object key) {
    return get(key) != null;
  }

  /// This with the key's value; the key that is there stays.
  public Trie<K, V> with(K key, V value, @Nullable Object edit) {
    return put(key, value, spread(key), 0, edit);
  }

  /// This without the key.
  public Trie<K, V> without(Object key, @Nullable Object edit) {
    return remove(key, spread(key), 0, edit);
  }

  /// All keys, in no order; a view that costs nothing.
  public List<K> keys() {
    return new TrieView<>(this, 0);
  }

  /// All values, in the order of [#keys].
  public List<V> values() {
    return new TrieView<>(this, width() - 1);
  }

  /// Tells at least each key whose value is not the same in the other, which was made from this by
  /// some changes or the other way round. What both have in common is not looked at, so it takes as
  /// long as there are changes.
  public void differences(Trie<K, V> other, Consumer<? super K> tell) {
    if (this == other) {
      return;
    }
    if (places() == 0 || other.places() == 0) { // one is empty, or their entries have equal hashes
      keys().forEach(tell);
      other.keys().forEach(tell);
      return;
    }
    for (int bits = places() | other.places(); bits != 0; bits &= bits - 1) {
      int bit = Integer.lowestOneBit(bits);
      if ((nodeMap & other.nodeMap & bit) != 0) {
        childAt(nodeAt(bit)).differences(other.childAt(other.nodeAt(bit)), tell);
      } else if (!hasSameEntry(other, bit)) {
        tellAll(bit, tell);
        other.tellAll(bit, tell);
      }
    }
  }

  private int places() {
    return dataMap | nodeMap;
  }

  private boolean hasSameEntry(Trie<K, V> other, int bit) {
    if ((dataMap & other.dataMap & bit) == 0) {
      return false;
    }
    int at = dataAt(bit);
    int otherAt = other.dataAt(bit);
    return valueAt(at) == other.valueAt(otherAt) && keyAt(at).equals(other.keyAt(otherAt));
  }

  private void tellAll(int bit, Consumer<? super K> tell) {
    if ((dataMap & bit) != 0) {
      tell.accept(keyAt(dataAt(bit)));
    } else if ((nodeMap & bit) != 0) {
      childAt(nodeAt(bit)).keys().forEach(tell);
    }
  }

  private Trie<K, V> put(K key, V value, int hash, int shift, @Nullable Object edit) {
    if (shift >= LEVELS_END) {
      int at = equalAt(key);
      return at < 0 ? withData(0, slots.length, key, value, edit) : withValue(at, value, edit);
    }
    int bit = bit(hash, shift);
    if ((dataMap & bit) != 0) {
      int at = dataAt(bit);
      return key.equals(slots[at])
          ? withValue(at, value, edit)
          : withEntryMovedDown(bit, at, key, value, hash, shift, edit);
    }
    if ((nodeMap & bit) != 0) {
      int at = nodeAt(bit);
      Trie<K, V> child = childAt(at);
      int before = child.size;
      Trie<K, V> changed = child.put(key, value, hash, shift + BITS, edit);
      return withChild(at, child, changed, changed.size - before, edit);
    }
    return withData(bit, dataAt(bit), key, value, edit);
  }

  private Trie<K, V> withValue(int at, V value, @Nullable Object edit) {
    if (width() == 1 || slots[at + 1] == value) {
      return this;
    }
    return withSlot(at + 1, value, 0, edit);
  }

  private Trie<K, V> withSlot(int at, Object content, int grown, @Nullable Object edit) {
    if (isOwnedBy(edit)) {
      slots[at] = content;
      size += grown;
      return this;
    }
    @Nullable Object[] copy = slots.clone();
    copy[at] = content;
    return node(dataMap, nodeMap, size + grown, copy, edit);
  }

  private Trie<K, V> withData(int bit, int at, K key, V value, @Nullable Object edit) {
    @Nullable Object[] copy = copyWithGap(at, width());
    copy[at] = key;
    if (width() == 2) {
      copy[at + 1] = value;
    }
    return become(dataMap | bit, nodeMap, size + 1, copy, edit);
  }

  /// Two entries want one place: both go into a node below.
  private Trie<K, V> withEntryMovedDown(
      int bit, int at, K key, V value, int hash, int shift, @Nullable Object edit) {
    K resident = keyAt(at);
    Trie<K, V> child = node(0, 0, 0, new Object[0], edit);
    child = child.put(resident, valueAt(at), spread(resident), shift + BITS, edit);
    child = child.put(key, value, hash, shift + BITS, edit);
    int nodeAt = nodeAt(bit) - width(); // where it is once the entry is gone
    @Nullable Object[] copy = new Object[slots.length - width() + 1];
    System.arraycopy(slots, 0, copy, 0, at);
    System.arraycopy(slots, at + width(), copy, at, nodeAt - at);
    copy[nodeAt] = child;
    System.arraycopy(slots, nodeAt + width(), copy, nodeAt + 1, slots.length - nodeAt - width());
    return become(dataMap & ~bit, nodeMap | bit, size + 1, copy, edit);
  }

  private Trie<K, V> remove(Object key, int hash, int shift, @Nullable Object edit) {
    if (shift >= LEVELS_END) {
      int at = equalAt(key);
      return at < 0 ? this : withoutData(0, at, edit);
    }
    int bit = bit(hash, shift);
    if ((dataMap & bit) != 0) {
      int at = dataAt(bit);
      return key.equals(slots[at]) ? withoutData(bit, at, edit) : this;
    }
    if ((nodeMap & bit) == 0) {
      return this;
    }
    int at = nodeAt(bit);
    Trie<K, V> child = childAt(at);
    int before = child.size;
    Trie<K, V> changed = child.remove(key, hash, shift + BITS, edit);
    return changed.size == 1
        ? withEntryMovedUp(bit, at, changed, edit)
        : withChild(at, child, changed, changed.size - before, edit);
  }

  private Trie<K, V> withoutData(int bit, int at, @Nullable Object edit) {
    @Nullable Object[] copy = new Object[slots.length - width()];
    System.arraycopy(slots, 0, copy, 0, at);
    System.arraycopy(slots, at + width(), copy, at, copy.length - at);
    return become(dataMap & ~bit, nodeMap, size - 1, copy, edit);
  }

  /// The node below has a single entry left, which takes its place.
  private Trie<K, V> withEntryMovedUp(int bit, int at, Trie<K, V> single, @Nullable Object edit) {
    int dataAt = dataAt(bit);
    @Nullable Object[] copy = new Object[slots.length - 1 + width()];
    System.arraycopy(slots, 0, copy, 0, dataAt);
    System.arraycopy(single.slots, 0, copy, dataAt, width());
    System.arraycopy(slots, dataAt, copy, dataAt + width(), at - dataAt);
    System.arraycopy(slots, at + 1, copy, at + width(), slots.length - at - 1);
    return become(dataMap | bit, nodeMap & ~bit, size - 1, copy, edit);
  }

  private Trie<K, V> withChild(
      int at, Trie<K, V> child, Trie<K, V> changed, int grown, @Nullable Object edit) {
    // A child that was changed in place is owned, and then this node is, too.
    return changed == child && grown == 0 ? this : withSlot(at, changed, grown, edit);
  }

  private Trie<K, V> become(
      int newDataMap,
      int newNodeMap,
      int newSize,
      @Nullable Object[] content,
      @Nullable Object edit) {
    if (!isOwnedBy(edit)) {
      return node(newDataMap, newNodeMap, newSize, content, edit);
    }
    dataMap = newDataMap;
    nodeMap = newNodeMap;
    size = newSize;
    slots = content;
    return this;
  }

  private boolean isOwnedBy(@Nullable Object edit) {
    return edit != null && owner == edit;
  }

  private @Nullable Object[] copyWithGap(int at, int gap) {
    @Nullable Object[] copy = Arrays.copyOf(slots, slots.length + gap);
    System.arraycopy(slots, at, copy, at + gap, slots.length - at);
    return copy;
  }

  /// Where the entry of this key is in a node of equal hashes; -1 when it is not.
  private int equalAt(Object key) {
    for (int at = 0; at < slots.length; at += width()) {
      if (key.equals(slots[at])) {
        return at;
      }
    }
    return -1;
  }

  /// The place in [#slots] of the entry of this bit.
  private int dataAt(int bit) {
    return width() * Integer.bitCount(dataMap & (bit - 1));
  }

  /// The place in [#slots] of the node of this bit.
  private int nodeAt(int bit) {
    return firstNode() + Integer.bitCount(nodeMap & (bit - 1));
  }

  /// The place in [#slots] of the first node; entries are before it.
  public int firstNode() {
    return slots.length - Integer.bitCount(nodeMap);
  }

  @SuppressWarnings("unchecked") // the maps say what a slot has
  private K keyAt(int at) {
    return (K) Objects.requireNonNull(slots[at]);
  }

  @SuppressWarnings("unchecked") // the maps say what a slot has
  private V valueAt(int at) {
    return (V) Objects.requireNonNull(slots[at + width() - 1]);
  }

  @SuppressWarnings("unchecked") // the maps say what a slot has
  public Trie<K, V> childAt(int at) {
    return (Trie<K, V>) Objects.requireNonNull(slots[at]);
  }

  public Object slot(int at) {
    return Objects.requireNonNull(slots[at]);
  }

  public int slotCount() {
    return slots.length;
  }

  private static int bit(int hash, int shift) {
    return 1 << ((hash >>> shift) & 31);
  }

  /// Every bit of the hash code counts in the lowest five.
  private static int spread(Object key) {
    int hash = key.hashCode();
    hash = (hash ^ (hash >>> 16)) * 0x45d9f3b;
    return hash ^ (hash >>> 16);
  }
}
