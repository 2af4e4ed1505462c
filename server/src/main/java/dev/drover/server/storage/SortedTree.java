package dev.drover.server.storage;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An immutable map in the order of its keys: a change makes a new map that shares all but a few
/// nodes with the old one. Keeping every past state is therefore cheap, and readers need no lock.
///
/// A weight-balanced tree (Adams, "Efficient sets: a balancing act", 1993): neither side of a node
/// has more than three times the entries of the other, which sizes alone can tell; sizes also
/// answer how many entries are in a range.
final class SortedTree<V> {
  private static final SortedTree<?> EMPTY = new SortedTree<>();
  private static final int MAX_WEIGHT = 3; // of one side, in weights of the other
  private static final int SINGLE_ROTATION = 2; // as long as the inner grandchild is lighter

  private final SortedTree<V> left;
  private final SortedTree<V> right;
  private final String key;
  private final @Nullable V value; // null only in the empty tree
  private final int size;

  @SuppressWarnings("ThisEscapedInObjectConstruction") // the empty tree is its own child
  private SortedTree() {
    this.left = this;
    this.right = this;
    this.key = "";
    this.value = null;
    this.size = 0;
  }

  private SortedTree(SortedTree<V> left, String key, @Nullable V value, SortedTree<V> right) {
    this.left = left;
    this.right = right;
    this.key = key;
    this.value = value;
    this.size = left.size + 1 + right.size;
  }

  @SuppressWarnings("unchecked") // holds nothing
  static <V> SortedTree<V> empty() {
    return (SortedTree<V>) EMPTY;
  }

  int size() {
    return size;
  }

  Optional<V> get(String wanted) {
    SortedTree<V> node = this;
    while (node.size > 0) {
      int order = wanted.compareTo(node.key);
      if (order == 0) {
        return Optional.ofNullable(node.value);
      }
      node = order < 0 ? node.left : node.right;
    }
    return Optional.empty();
  }

  /// How many keys come before this one, whether it is there or not.
  int rank(String wanted) {
    int before = 0;
    SortedTree<V> node = this;
    while (node.size > 0) {
      if (wanted.compareTo(node.key) <= 0) {
        node = node.left;
      } else {
        before += node.left.size + 1;
        node = node.right;
      }
    }
    return before;
  }

  /// The map with this entry, in place of one with an equal key.
  SortedTree<V> with(String newKey, V newValue) {
    if (size == 0) {
      return new SortedTree<>(this, newKey, newValue, this);
    }
    int order = newKey.compareTo(key);
    if (order == 0) {
      return new SortedTree<>(left, newKey, newValue, right);
    }
    return order < 0
        ? balanced(left.with(newKey, newValue), key, value, right)
        : balanced(left, key, value, right.with(newKey, newValue));
  }

  /// The map without this key.
  SortedTree<V> without(String oldKey) {
    if (size == 0) {
      return this;
    }
    int order = oldKey.compareTo(key);
    if (order < 0) {
      return balanced(left.without(oldKey), key, value, right);
    }
    if (order > 0) {
      return balanced(left, key, value, right.without(oldKey));
    }
    if (left.size == 0) {
      return right;
    }
    if (right.size == 0) {
      return left;
    }
    SortedTree<V> next = right.first();
    return balanced(left, next.key, next.value, right.without(next.key));
  }

  private SortedTree<V> first() {
    SortedTree<V> node = this;
    while (node.left.size > 0) {
      node = node.left;
    }
    return node;
  }

  private static <V> SortedTree<V> balanced(
      SortedTree<V> left, String key, @Nullable V value, SortedTree<V> right) {
    if (left.size + right.size > 1) {
      if (right.size > MAX_WEIGHT * left.size) {
        return rotatedLeft(left, key, value, right);
      }
      if (left.size > MAX_WEIGHT * right.size) {
        return rotatedRight(left, key, value, right);
      }
    }
    return new SortedTree<>(left, key, value, right);
  }

  private static <V> SortedTree<V> rotatedLeft(
      SortedTree<V> left, String key, @Nullable V value, SortedTree<V> right) {
    SortedTree<V> inner = right.left;
    if (inner.size < SINGLE_ROTATION * right.right.size) {
      return new SortedTree<>(
          new SortedTree<>(left, key, value, inner), right.key, right.value, right.right);
    }
    return new SortedTree<>(
        new SortedTree<>(left, key, value, inner.left),
        inner.key,
        inner.value,
        new SortedTree<>(inner.right, right.key, right.value, right.right));
  }

  private static <V> SortedTree<V> rotatedRight(
      SortedTree<V> left, String key, @Nullable V value, SortedTree<V> right) {
    SortedTree<V> inner = left.right;
    if (inner.size < SINGLE_ROTATION * left.left.size) {
      return new SortedTree<>(
          left.left, left.key, left.value, new SortedTree<>(inner, key, value, right));
    }
    return new SortedTree<>(
        new SortedTree<>(left.left, left.key, left.value, inner.left),
        inner.key,
        inner.value,
        new SortedTree<>(inner.right, key, value, right));
  }

  /// The values in order, from this key on (or the first one after it), as long as keys begin with
  /// a prefix.
  Iterable<V> from(String start, String prefix) {
    return () -> new Walk<>(this, start, prefix);
  }

  /// The walk holds the nodes that are still to be visited, the next one on top.
  private static final class Walk<V> implements Iterator<V> {
    private final Deque<SortedTree<V>> open = new ArrayDeque<>();
    private final String prefix;

    Walk(SortedTree<V> root, String start, String prefix) {
      this.prefix = prefix;
      SortedTree<V> node = root;
      while (node.size > 0) {
        if (start.compareTo(node.key) <= 0) {
          open.push(node);
          node = node.left;
        } else {
          node = node.right;
        }
      }
    }

    @Override
    public boolean hasNext() {
      SortedTree<V> next = open.peek();
      return next != null && next.key.startsWith(prefix);
    }

    @Override
    public V next() {
      SortedTree<V> node = open.peek();
      if (node == null || node.value == null || !hasNext()) {
        throw new NoSuchElementException();
      }
      open.pop();
      for (SortedTree<V> child = node.right; child.size > 0; child = child.left) {
        open.push(child);
      }
      return node.value;
    }
  }
}
