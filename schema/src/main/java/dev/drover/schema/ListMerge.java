package dev.drover.schema;

import static dev.drover.schema.StrategicMergePatch.DIRECTIVE;
import static dev.drover.schema.StrategicMergePatch.fields;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Merges one list by the rules of strategic merge patches: objects by their key, scalars as a set.
///
/// The order of the result is that of the patch; items that only the server has go between them
/// where the server had them.
final class ListMerge {
  private final MergeTarget.Rule rule;
  private final String key;

  ListMerge(MergeTarget.Rule rule) {
    this.rule = rule;
    this.key = rule.mergeKey();
  }

  /// Both lists merged.
  List<@Nullable Object> merged(List<@Nullable Object> original, List<@Nullable Object> patch) {
    if (original.isEmpty() && patch.isEmpty()) {
      return original;
    }
    if (!holdObjects(original, patch)) {
      List<@Nullable Object> both = new ArrayList<>(original);
      both.addAll(patch);
      return inOrder(new ArrayList<>(new LinkedHashSet<>(both)), patch, original, false);
    }
    if (key.isEmpty()) {
      throw PatchException.unforeseen(
          "cannot merge lists without merge key for " + rule.below().goKind());
    }
    List<@Nullable Object> plain = new ArrayList<>();
    List<@Nullable Object> kept = new ArrayList<>(original);
    boolean replaces = applyDirectives(patch, plain, kept);
    if (replaces) {
      return inOrder(mergedObjects(plain, List.of()), List.of(), plain, true);
    }
    return inOrder(mergedObjects(kept, plain), plain, kept, true);
  }

  /// Deletes from `kept` what items with `$patch` say, and puts all other items into `plain`.
  ///
  /// @return whether the patch replaces the list
  private boolean applyDirectives(
      List<@Nullable Object> patch, List<@Nullable Object> plain, List<@Nullable Object> kept) {
    boolean replaces = false;
    for (Object item : patch) {
      Map<String, @Nullable Object> map = fields(Objects.requireNonNull(item));
      if (!map.containsKey(DIRECTIVE)) {
        plain.add(map);
        continue;
      }
      Object directive = map.get(DIRECTIVE);
      if ("delete".equals(directive)) {
        Object value = keyOf(map);
        kept.removeIf(other -> other instanceof Map<?, ?> o && Objects.equals(o.get(key), value));
      } else if ("replace".equals(directive)) {
        replaces = true;
      } else if ("merge".equals(directive)) {
        throw PatchException.unforeseen("merging lists cannot yet be specified in the patch");
      } else {
        throw StrategicMergePatch.unknownDirective(directive, map);
      }
    }
    return replaces;
  }

  private List<@Nullable Object> mergedObjects(
      List<@Nullable Object> original, List<@Nullable Object> patch) {
    List<@Nullable Object> merged = new ArrayList<>(original);
    for (Object item : patch) {
      Map<String, @Nullable Object> change = fields(Objects.requireNonNull(item));
      Object value = keyOf(change);
      int index = 0;
      while (index < merged.size() && !hasKey(merged.get(index), value)) {
        index++;
      }
      if (index == merged.size()) {
        merged.add(change);
      } else {
        Map<String, @Nullable Object> before = fields(Objects.requireNonNull(merged.get(index)));
        merged.set(index, StrategicMergePatch.merged(before, change, rule.below()));
      }
    }
    return merged;
  }

  private boolean hasKey(@Nullable Object item, @Nullable Object value) {
    return item instanceof Map<?, ?> map
        && map.containsKey(key)
        && Objects.equals(map.get(key), value);
  }

  /// The list without the scalars that are to be deleted.
  List<@Nullable Object> without(List<@Nullable Object> items, List<@Nullable Object> gone) {
    if (items.isEmpty() && gone.isEmpty()) {
      return items;
    }
    return holdObjects(items, gone)
        ? merged(items, gone)
        : StrategicMergePatch.without(items, gone);
  }

  /// Both lists merged, in the order that `$setElementOrder` gives.
  List<@Nullable Object> ordered(
      List<@Nullable Object> original,
      List<@Nullable Object> patch,
      boolean isThere,
      boolean isPatched,
      List<@Nullable Object> order) {
    List<@Nullable Object> merged;
    if (!isPatched) {
      merged = original;
    } else if (!isThere) {
      merged =
          StrategicMergePatch.items(
              Objects.requireNonNull(StrategicMergePatch.withoutDirectives(patch)));
    } else {
      merged = rule.merges() ? merged(original, patch) : patch;
    }
    boolean objects = holdObjects(original, patch);
    return inOrder(merged, order, original, objects);
  }

  /// Checks that the items of the patch come in the order that `$setElementOrder` gives, and that
  /// all of them are in it.
  void requireSameOrder(List<@Nullable Object> patch, List<@Nullable Object> order) {
    if (order.isEmpty() || patch.isEmpty()) {
      return;
    }
    int next = 0;
    List<@Nullable Object> items = withoutDeletions(patch);
    for (int i = 0; next < items.size() && i < order.size(); ) {
      Object item = items.get(next);
      if (item instanceof Map<?, ?> map && map.containsKey(DIRECTIVE)) {
        next++;
        continue;
      }
      if (Objects.equals(identity(item), identity(order.get(i)))) {
        next++;
      }
      i++;
    }
    if (next < items.size()) {
      throw PatchException.unforeseen(
          "The order in patch list:\n"
              + GoFormat.value(patch)
              + "\n doesn't match $setElementOrder list:\n"
              + GoFormat.value(order)
              + "\n");
    }
  }

  private List<@Nullable Object> withoutDeletions(List<@Nullable Object> patch) {
    if (key.isEmpty()) {
      return patch;
    }
    List<@Nullable Object> kept = new ArrayList<>();
    for (Object item : patch) {
      if (!(item instanceof Map<?, ?> map)) {
        throw StrategicMergePatch.wrongType(Map.of(), item);
      }
      if (!"delete".equals(map.get(DIRECTIVE))) {
        kept.add(item);
      }
    }
    return kept;
  }

  /// What tells an item from others: its key, or the scalar itself.
  private @Nullable Object identity(@Nullable Object item) {
    if (key.isEmpty()) {
      return item;
    }
    if (item instanceof Map<?, ?> map) {
      return keyOf(map);
    }
    throw StrategicMergePatch.wrongType(Map.of(), item);
  }

  private @Nullable Object keyOf(Map<?, ?> item) {
    if (!item.containsKey(key)) {
      throw PatchException.unforeseen(
          "map: " + GoFormat.value(item) + " does not contain declared merge key: " + key);
    }
    return item.get(key);
  }

  /// Puts the items that the patch names in its order, and the others between them as the server
  /// had them.
  private List<@Nullable Object> inOrder(
      List<@Nullable Object> merged,
      List<@Nullable Object> patchOrder,
      List<@Nullable Object> serverOrder,
      boolean objects) {
    Map<@Nullable Object, Integer> inPatch = positions(patchOrder, objects);
    Map<@Nullable Object, Integer> onServer = positions(serverOrder, objects);
    List<@Nullable Object> patchItems = new ArrayList<>();
    List<@Nullable Object> serverItems = new ArrayList<>();
    for (Object item : merged) {
      (inPatch.containsKey(identity(item, objects)) ? patchItems : serverItems).add(item);
    }
    sort(patchItems, inPatch, objects);
    sort(serverItems, onServer, objects);
    return interleaved(serverItems, patchItems, onServer, objects);
  }

  private @Nullable Object identity(@Nullable Object item, boolean objects) {
    return objects || !key.isEmpty() ? identity(item) : item;
  }

  private Map<@Nullable Object, Integer> positions(List<@Nullable Object> order, boolean objects) {
    Map<@Nullable Object, Integer> positions = new HashMap<>();
    for (int i = 0; i < order.size(); i++) {
      positions.putIfAbsent(identity(order.get(i), objects), i);
    }
    return positions;
  }

  /// Sorts in place. By insertion, because the order may name only some of the items: Kubernetes
  /// takes an unknown item for smaller than all that were before it.
  private void sort(
      List<@Nullable Object> items, Map<@Nullable Object, Integer> positions, boolean objects) {
    for (int i = 1; i < items.size(); i++) {
      for (int j = i; j > 0; j--) {
        Integer position = positions.get(identity(items.get(j), objects));
        Integer before = positions.get(identity(items.get(j - 1), objects));
        if (position != null && before != null && position >= before) {
          break;
        }
        items.add(j - 1, items.remove(j));
      }
    }
  }

  private List<@Nullable Object> interleaved(
      List<@Nullable Object> serverItems,
      List<@Nullable Object> patchItems,
      Map<@Nullable Object, Integer> onServer,
      boolean objects) {
    List<@Nullable Object> all = new ArrayList<>();
    int next = 0;
    for (Object item : patchItems) {
      Integer position = onServer.get(identity(item, objects));
      while (position != null && next < serverItems.size()) {
        Integer other = onServer.get(identity(serverItems.get(next), objects));
        if (other == null || other >= position) {
          break;
        }
        all.add(serverItems.get(next++));
      }
      all.add(item);
    }
    all.addAll(serverItems.subList(next, serverItems.size()));
    return all;
  }

  /// Whether the items of both lists are objects.
  private static boolean holdObjects(List<@Nullable Object> first, List<@Nullable Object> second) {
    List<@Nullable Object> all = new ArrayList<>(first);
    all.addAll(second);
    if (all.isEmpty()) {
      throw PatchException.unforeseen("no elements in any of the given slices");
    }
    String type = GoFormat.type(all.getFirst());
    if (all.getFirst() == null) {
      throw PatchException.unforeseen("null in a list");
    }
    if (all.getFirst() instanceof List<?>) {
      throw PatchException.inapplicable("lists of lists are not supported");
    }
    for (Object item : all) {
      if (!GoFormat.type(item).equals(type)) {
        throw PatchException.unforeseen(
            "list element types are not identical: " + GoFormat.value(List.of(first, second)));
      }
    }
    return all.getFirst() instanceof Map<?, ?>;
  }
}
