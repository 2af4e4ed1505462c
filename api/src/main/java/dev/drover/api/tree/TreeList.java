package dev.drover.api.tree;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/// An immutable list of a JSON tree. Items may be null. Safe to compare, hash and print at any
/// depth; printing hides secrets as [ValueText] has it.
public final class TreeList extends AbstractList<@Nullable Object> implements RandomAccess {
  private final @Nullable Object[] items;

  private TreeList(@Nullable Object[] items) {
    this.items = items;
  }

  /// A copy of `items`.
  public static TreeList of(List<? extends @Nullable Object> items) {
    return new TreeList(items.toArray());
  }

  @Override
  public @Nullable Object get(int index) {
    return items[index];
  }

  @Override
  public int size() {
    return items.length;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return DeepValues.equal(this, other);
  }

  @Override
  public int hashCode() {
    return DeepValues.hash(this);
  }

  @Override
  public String toString() {
    return ValueText.ofTree(this);
  }
}
