package dev.drover.informer.store;

import java.util.AbstractList;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Consumer;

/// One part of all entries of a [Trie]: the keys or the values. Costs nothing and never changes.
public final class TrieView<E> extends AbstractList<E> {
  private final Trie<?, ?> root;
  private final int part;

  public TrieView(Trie<?, ?> root, int part) {
    this.root = root;
    this.part = part;
  }

  @Override
  public int size() {
    return root.size();
  }

  @Override
  @SuppressWarnings("unchecked") // the part says what it is
  public E get(int index) {
    Objects.checkIndex(index, root.size());
    Trie<?, ?> node = root;
    int left = index;
    while (true) {
      int at = node.firstNode();
      int entries = at / node.width();
      if (left < entries) {
        return (E) node.slot(left * node.width() + part);
      }
      left -= entries;
      Trie<?, ?> child = node.childAt(at);
      while (left >= child.size()) {
        left -= child.size();
        child = node.childAt(++at);
      }
      node = child;
    }
  }

  @Override
  public void forEach(Consumer<? super E> action) {
    forEach(root, action);
  }

  @SuppressWarnings("unchecked") // the part says what it is
  private void forEach(Trie<?, ?> node, Consumer<? super E> action) {
    int firstNode = node.firstNode();
    for (int at = part; at < firstNode; at += node.width()) {
      action.accept((E) node.slot(at));
    }
    for (int at = firstNode; at < node.slotCount(); at++) {
      forEach(node.childAt(at), action);
    }
  }

  @Override
  public Iterator<E> iterator() {
    return new Walk<>(root, part);
  }

  /// Goes through the entries of a node, then down into its nodes one after the other.
  private static final class Walk<E> implements Iterator<E> {
    private final Trie<?, ?>[] path = new Trie<?, ?>[Trie.LEVELS_END / Trie.BITS + 1];
    private final int[] next = new int[path.length]; // the node to visit next, for each of the path
    private final int part;
    private int depth;
    private Trie<?, ?> node;
    private int at;
    private int end;

    Walk(Trie<?, ?> root, int part) {
      this.part = part;
      this.node = root;
      enter(root);
      descend();
    }

    private void enter(Trie<?, ?> entered) {
      node = entered;
      path[depth] = entered;
      at = 0;
      end = entered.firstNode();
      next[depth] = end;
    }

    private void descend() {
      while (at == end) {
        if (next[depth] < path[depth].slotCount()) {
          Trie<?, ?> child = path[depth].childAt(next[depth]++);
          depth++;
          enter(child);
        } else if (depth-- == 0) {
          return;
        }
      }
    }

    @Override
    public boolean hasNext() {
      return depth >= 0;
    }

    @Override
    @SuppressWarnings("unchecked") // the part says what it is
    public E next() {
      if (depth < 0) {
        throw new NoSuchElementException();
      }
      E found = (E) node.slot(at + part);
      at += node.width();
      descend();
      return found;
    }
  }
}
