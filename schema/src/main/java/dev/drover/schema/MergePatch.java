package dev.drover.schema;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Applies JSON merge patches: a value in the patch replaces the current one, null removes it,
/// objects merge field by field.
///
/// As [RFC 7386](https://www.rfc-editor.org/rfc/rfc7386), except where kube-apiserver differs:
/// nulls inside the objects of a list that the patch brings are left out, too.
public final class MergePatch {
  private MergePatch() {}

  /// The object after the patch.
  ///
  /// @param patch the patch as a JSON tree
  /// @throws PatchException if the patch is no object
  public static Map<String, @Nullable Object> apply(
      Map<String, ? extends @Nullable Object> object, @Nullable Object patch) {
    if (patch == null) {
      throw PatchException.malformed("Invalid JSON Patch");
    }
    if (!(patch instanceof Map<?, ?> fields)) {
      throw PatchException.malformed(
          "error decoding patch: json: cannot unmarshal "
              + JsonShape.of(patch)
              + " into Go value of type map[string]interface {}");
    }
    TreeNode result = TreeNode.copyOf(object);
    merge(result, fields);
    return result.map();
  }

  private static void merge(TreeNode target, Map<?, ?> patch) {
    patch.forEach(
        (key, value) -> {
          String name = (String) key;
          TreeNode child = target.child(name).orElse(null);
          if (value == null) {
            target.remove(name);
          } else if (child == null) {
            target.set(name, withoutNulls(value));
          } else if (value instanceof Map<?, ?> fields) {
            merge(child, fields);
          } else {
            target.set(name, value);
          }
        });
  }

  /// Without the fields that are null at any depth; items of lists stay, even null ones.
  private static @Nullable Object withoutNulls(@Nullable Object value) {
    Object copy = TreeNode.mutable(value);
    dropNulls(copy);
    return copy;
  }

  static void dropNulls(@Nullable Object value) {
    switch (value) {
      case Map<?, ?> map -> {
        map.values().removeIf(Objects::isNull);
        map.values().forEach(MergePatch::dropNulls);
      }
      case List<?> list -> list.forEach(MergePatch::dropNulls);
      case null, default -> {}
    }
  }
}
