package dev.drover.server.strategy;

import dev.drover.schema.TreeNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/// When `metadata.generation` of a kind is raised.
///
/// @param isCounted whether objects have a generation at all
/// @param raises whether a change from the second object to the first raises it
public record Generation(boolean isCounted, BiPredicate<TreeNode, TreeNode> raises) {
  /// Everything but `metadata` and `status` counts.
  public static final Generation OF_CONTENT = new Generation(true, Generation::contentDiffers);

  /// Objects have none.
  public static final Generation NONE = new Generation(false, (_, _) -> false);

  /// Objects have the generation 1 for good.
  public static final Generation CONSTANT = new Generation(true, (_, _) -> false);

  /// Raised by the changes that the predicate accepts, which gets the new object and the old.
  public static Generation when(BiPredicate<TreeNode, TreeNode> raises) {
    return new Generation(true, raises);
  }

  /// Whether this change raises the generation.
  public boolean isRaised(TreeNode object, TreeNode old) {
    return isCounted && raises.test(object, old);
  }

  private static boolean contentDiffers(TreeNode object, TreeNode old) {
    return !withoutMetadataAndStatus(object).equals(withoutMetadataAndStatus(old));
  }

  private static Map<String, @Nullable Object> withoutMetadataAndStatus(TreeNode object) {
    Map<String, @Nullable Object> rest = new HashMap<>(object.map());
    rest.keySet().removeAll(Set.of("apiVersion", "kind", "metadata", "status"));
    return rest;
  }
}
