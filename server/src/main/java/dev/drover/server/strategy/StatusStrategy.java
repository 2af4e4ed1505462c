package dev.drover.server.strategy;

import dev.drover.schema.TreeNode;
import java.util.List;

/// For kinds with a `status` that is written through a path of its own: the main path keeps what is
/// there.
public interface StatusStrategy extends Strategy {
  @Override
  default void prepareForCreate(TreeNode object) {
    object.remove("status");
  }

  @Override
  default void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    keep(object, old, "status");
  }

  /// Puts a field back to what it was.
  static void keep(TreeNode object, TreeNode old, String name) {
    if (old.has(name)) {
      object.set(name, old.get(name));
    } else {
      object.remove(name);
    }
  }

  /// Puts the metadata back that only the main path may change.
  static void keepMetadata(TreeNode object, TreeNode old) {
    for (String name : List.of("labels", "annotations", "finalizers", "ownerReferences")) {
      keep(object.orCreate("metadata"), old.at("metadata"), name);
    }
  }

  /// Restores all metadata except `managedFields`.
  static void keepWholeMetadata(TreeNode object, TreeNode old) {
    TreeNode metadata = object.orCreate("metadata");
    Object managed = metadata.get("managedFields");
    metadata.map().clear();
    old.at("metadata").map().forEach(metadata::set);
    if (managed == null) {
      metadata.remove("managedFields");
    } else {
      metadata.set("managedFields", managed);
    }
  }
}
