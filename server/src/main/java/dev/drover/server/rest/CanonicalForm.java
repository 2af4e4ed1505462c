package dev.drover.server.rest;

import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import dev.drover.server.core.Resource;

/// Objects of built-in kinds are always as Go would write them. Rules and admission set and remove
/// fields without a thought for that; here is where it is put right again.
final class CanonicalForm {
  private CanonicalForm() {}

  /// Views of parts of the object that were taken before are no longer parts of it.
  static void restore(Resource resource, TreeNode object) {
    if (!resource.isCustom()) {
      TreeNode canonical =
          TreeNode.copyOf(TypedForm.ofTree(object.map(), resource.structure()).tree());
      object.map().clear();
      object.map().putAll(canonical.map());
    }
  }
}
