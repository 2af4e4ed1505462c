package dev.drover.schema;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Strategic merge patch: a merge patch that knows the types of the fields, so that the items of
/// most lists merge by their keys.
///
/// Directives in the patch say more than its values can:
///
/// | directive | where | effect |
/// |---|---|---|
/// | `$patch: replace` | object, item of a list | takes the place of what is there |
/// | `$patch: delete` | object, item of a list | empties the object, removes the item |
/// | `$deleteFromPrimitiveList/f: [...]` | beside list `f` | removes these scalars |
/// | `$setElementOrder/f: [...]` | beside list `f` | the order of its items |
/// | `$retainKeys: [...]` | object | removes all other fields |
///
/// In Go: `strategicpatch.StrategicMergeMapPatch`.
public final class StrategicMergePatch {
  static final String DIRECTIVE = "$patch";
  private static final String RETAIN_KEYS = "$retainKeys";
  private static final String DELETE_FROM_LIST = "$deleteFromPrimitiveList";
  private static final String SET_ORDER = "$setElementOrder";

  private StrategicMergePatch() {}

  /// The object after the patch.
  ///
  /// @param structure what the object is made of
  /// @param patch the patch as a JSON tree
  /// @throws PatchException if the patch cannot be merged
  public static Map<String, @Nullable Object> apply(
      Structure.Fields structure,
      Map<String, ? extends @Nullable Object> object,
      @Nullable Object patch) {
    if (patch != null && !(patch instanceof Map<?, ?>)) {
      throw PatchException.malformed(
          "json: cannot unmarshal "
              + JsonShape.of(patch)
              + " into Go value of type map[string]interface {}");
    }
    if (patch == null) {
      return TreeNode.copyOf(object).map();
    }
    Map<String, @Nullable Object> changes = fields(Objects.requireNonNull(TreeNode.mutable(patch)));
    return merged(TreeNode.copyOf(object).map(), changes, MergeTarget.of(structure));
  }

  /// Merges `patch` into `original`. Both are used up: the patch loses what has been dealt with.
  static Map<String, @Nullable Object> merged(
      Map<String, @Nullable Object> original,
      Map<String, @Nullable Object> patch,
      MergeTarget place) {
    if (patch.containsKey(DIRECTIVE)) {
      return directed(patch);
    }
    retainKeys(original, patch);
    for (String name : List.copyOf(patch.keySet())) {
      if (name.startsWith(SET_ORDER)) {
        mergeOrdered(original, patch, name, place);
      }
    }
    patch.forEach(
        (name, value) -> {
          if (name.startsWith(DELETE_FROM_LIST)) {
            deleteFromList(original, listName(name, DELETE_FROM_LIST), value, place);
          } else if (value == null) {
            original.remove(name);
          } else {
            mergeField(original, name, value, place);
          }
        });
    return original;
  }

  /// What remains of an object with `$patch`.
  private static Map<String, @Nullable Object> directed(Map<String, @Nullable Object> patch) {
    Object directive = patch.get(DIRECTIVE);
    if ("replace".equals(directive)) {
      patch.remove(DIRECTIVE);
      return patch;
    }
    if ("delete".equals(directive)) {
      return TreeNode.empty().map();
    }
    throw unknownDirective(directive, patch);
  }

  static PatchException unknownDirective(@Nullable Object directive, Map<?, ?> patch) {
    return PatchException.unforeseen(
        "unknown patch type: " + GoFormat.value(directive) + " in map: " + GoFormat.value(patch));
  }

  private static void retainKeys(
      Map<String, @Nullable Object> original, Map<String, @Nullable Object> patch) {
    if (!patch.containsKey(RETAIN_KEYS)) {
      return;
    }
    if (!(patch.remove(RETAIN_KEYS) instanceof List<?> list)) {
      throw PatchException.malformed("invalid patch format of retainKeys");
    }
    Set<?> retained = new HashSet<>(list);
    patch.forEach(
        (name, value) -> {
          boolean free =
              value == null || name.startsWith(DELETE_FROM_LIST) || name.startsWith(SET_ORDER);
          if (!free && !retained.contains(name)) {
            throw PatchException.malformed("invalid patch format of retainKeys");
          }
        });
    original.keySet().removeIf(name -> !retained.contains(name));
  }

  /// Merges a list and puts it in the order that `directive` says; the patch loses both.
  private static void mergeOrdered(
      Map<String, @Nullable Object> original,
      Map<String, @Nullable Object> patch,
      String directive,
      MergeTarget place) {
    List<@Nullable Object> order = requireList(patch.remove(directive));
    String name = listName(directive, SET_ORDER);
    boolean isThere = original.containsKey(name);
    boolean isPatched = patch.containsKey(name);
    List<@Nullable Object> before = isThere ? requireList(original.get(name)) : List.of();
    List<@Nullable Object> changes = isPatched ? requireList(patch.get(name)) : List.of();
    MergeTarget.Rule rule = place.listRule(name);
    ListMerge merge = new ListMerge(rule);
    merge.requireSameOrder(changes, order);
    if (!isThere && !isPatched) {
      return;
    }
    original.put(name, merge.ordered(before, changes, isThere, isPatched, order));
    patch.remove(name);
  }

  private static void deleteFromList(
      Map<String, @Nullable Object> original,
      String name,
      @Nullable Object value,
      MergeTarget place) {
    if (value == null) {
      original.remove(name);
    } else if (value instanceof List<?> && original.get(name) instanceof List<?> list) {
      original.put(name, new ListMerge(place.listRule(name)).without(items(list), items(value)));
    }
  }

  private static String listName(String directive, String prefix) {
    int slash = directive.indexOf('/');
    if (slash != prefix.length()) {
      throw PatchException.malformed(
          prefix.equals(SET_ORDER)
              ? "invalid patch format of setElementOrder list"
              : "invalid patch format of primitive list");
    }
    return directive.substring(slash + 1);
  }

  private static void mergeField(
      Map<String, @Nullable Object> original, String name, Object value, MergeTarget place) {
    Object before = original.get(name);
    if (before instanceof Map<?, ?> && value instanceof Map<?, ?>) {
      MergeTarget.Rule rule = place.objectRule(name);
      original.put(
          name, rule.replaces() ? value : merged(fields(before), fields(value), rule.below()));
    } else if (before instanceof List<?> && value instanceof List<?>) {
      MergeTarget.Rule rule = place.listRule(name);
      original.put(
          name, rule.merges() ? new ListMerge(rule).merged(items(before), items(value)) : value);
    } else {
      MergePatch.dropNulls(value);
      Object kept = withoutDirectives(value);
      if (kept == null) {
        original.remove(name);
      } else {
        original.put(name, kept);
      }
    }
  }

  /// The value without the objects in it that carry `$patch`; null when it is one itself.
  static @Nullable Object withoutDirectives(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map when map.containsKey(DIRECTIVE) -> null;
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> kept = fields(map);
        kept.replaceAll((name, below) -> withoutDirectives(below));
        kept.values().removeIf(Objects::isNull);
        yield kept;
      }
      case List<?> list -> {
        List<@Nullable Object> kept = new ArrayList<>();
        for (Object item : list) {
          Object below = withoutDirectives(item);
          if (item == null || below != null) {
            kept.add(below);
          }
        }
        yield kept;
      }
      case null, default -> value;
    };
  }

  /// The items without those that the other list has.
  static List<@Nullable Object> without(List<@Nullable Object> items, List<@Nullable Object> gone) {
    List<@Nullable Object> kept = new ArrayList<>(items);
    kept.removeAll(new LinkedHashSet<>(gone));
    return kept;
  }

  private static List<@Nullable Object> requireList(@Nullable Object value) {
    if (value instanceof List<?>) {
      return items(value);
    }
    throw wrongType(List.of(), value);
  }

  static PatchException wrongType(Object expected, @Nullable Object actual) {
    return PatchException.unforeseen(
        "expected a " + GoFormat.type(expected) + ", but received a " + GoFormat.type(actual));
  }

  @SuppressWarnings("unchecked") // JSON objects have string keys
  static Map<String, @Nullable Object> fields(Object value) {
    return (Map<String, @Nullable Object>) value;
  }

  @SuppressWarnings("unchecked") // JSON lists hold JSON values
  static List<@Nullable Object> items(Object value) {
    return (List<@Nullable Object>) value;
  }
}
