package dev.drover.server.rest;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Resource;
import java.util.Optional;

/// Computes the new state of an object from the old one. Called again if the object was changed
/// concurrently.
interface ObjectPatch {
  /// The new state, with defaults and managed fields.
  ///
  /// @param current empty when there is no object
  /// @throws ApiError when it cannot be made
  TreeNode apply(Resource resource, Optional<TreeNode> current);
}
