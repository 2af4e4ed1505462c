package dev.drover.api;

import dev.drover.api.codec.TreeType;
import dev.drover.api.tree.ArrayMap;
import dev.drover.api.tree.DeepStack;
import dev.drover.api.tree.TreeList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Copies JSON trees into immutable ones, such as [RawExtension#tree] returns.
///
/// ```java
/// Map<String, @Nullable Object> before = object.tree();
/// Map<String, @Nullable Object> after = JsonTree.copyOf(edited, before);   // shares what is equal
/// ```
public final class JsonTree {
  private JsonTree() {}

  /// An immutable copy of a JSON object, its names in order.
  ///
  /// @throws IllegalArgumentException when it holds something that JSON has no form for
  public static Map<String, @Nullable Object> copyOf(Map<String, ? extends @Nullable Object> tree) {
    return map(TreeType.copy(tree));
  }

  /// An immutable copy of a JSON object that shares what it has in common with another: every part
  /// that is equal to the one at the same place there is that very part.
  ///
  /// @param like an immutable tree, such as the state of the object before a change
  /// @throws IllegalArgumentException when it holds something that JSON has no form for
  public static Map<String, @Nullable Object> copyOf(
      Map<String, ? extends @Nullable Object> tree, Map<String, ? extends @Nullable Object> like) {
    return map(copy(tree, like, 0));
  }

  private static @Nullable Object copy(@Nullable Object tree, @Nullable Object like, int depth) {
    return DeepStack.isUsedUp(depth)
        ? DeepStack.<@Nullable Object>call(depth, () -> copyParts(tree, like, depth + 1))
        : copyParts(tree, like, depth + 1);
  }

  private static @Nullable Object copyParts(
      @Nullable Object tree, @Nullable Object like, int depth) {
    if (tree == like) {
      return like;
    }
    if (tree instanceof Map<?, ?> map && like instanceof Map<?, ?> other) {
      return copy(map, other, depth);
    }
    if (tree instanceof List<?> list && like instanceof List<?> other) {
      return copy(list, other, depth);
    }
    Object copy = TreeType.copy(tree);
    return copy != null && copy.equals(like) ? like : copy;
  }

  private static Object copy(Map<?, ?> tree, Map<?, ?> like, int depth) {
    boolean same = tree.size() == like.size();
    List<@Nullable Object> pairs = new ArrayList<>(2 * tree.size());
    for (Map.Entry<?, ?> entry : tree.entrySet()) {
      String name = TreeType.name(entry.getKey());
      Object before = like.get(name);
      Object copy = copy(entry.getValue(), before, depth);
      same &= copy == before && (copy != null || like.containsKey(name));
      pairs.add(name);
      pairs.add(copy);
    }
    return same ? like : ArrayMap.ofTree(pairs.toArray());
  }

  private static Object copy(List<?> tree, List<?> like, int depth) {
    boolean same = tree.size() == like.size();
    List<@Nullable Object> items = new ArrayList<>(tree.size());
    for (int i = 0; i < tree.size(); i++) {
      Object before = i < like.size() ? like.get(i) : null;
      Object copy = copy(tree.get(i), before, depth);
      same &= copy == before;
      items.add(copy);
    }
    return same ? like : TreeList.of(items);
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // a copy of an object is an object
  private static Map<String, @Nullable Object> map(@Nullable Object copy) {
    return (Map<String, @Nullable Object>) copy;
  }
}
