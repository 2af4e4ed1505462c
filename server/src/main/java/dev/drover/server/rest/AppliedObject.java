package dev.drover.server.rest;

import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import dev.drover.schema.UnreadableException;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Resource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Builds the object that results from a server-side apply.
final class AppliedObject {
  private AppliedObject() {}

  /// The object with its defaults.
  ///
  /// @throws ApiError when what was merged is no object of that kind
  static TreeNode of(Resource resource, Map<String, @Nullable Object> merged) {
    TreeNode object = TreeNode.copyOf(typed(resource, merged));
    object.set("apiVersion", resource.gvk().apiVersion());
    object.set("kind", resource.gvk().kind());
    resource.strategy().setDefaults(object);
    return object;
  }

  private static Map<String, @Nullable Object> typed(
      Resource resource, Map<String, @Nullable Object> merged) {
    try {
      return resource.custom().isPresent()
          ? resource.custom().get().schema().readTree(merged).tree()
          : TypedForm.ofTree(merged, resource.structure(), TypedForm.Empties.TELLING).tree();
    } catch (UnreadableException e) {
      throw ApiError.of(500, "", "failed to convert merged object: " + e.getMessage());
    }
  }
}
