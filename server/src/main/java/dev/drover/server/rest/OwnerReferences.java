package dev.drover.server.rest;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.CallNotes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Removes duplicate owner references.
final class OwnerReferences {
  private static final String ADVICE =
      "; API server dedups owner references in 1.20+, and may reject such requests as early as"
          + " 1.24; please fix your requests; duplicate UID(s) observed: ";

  private OwnerReferences() {}

  static void dropDuplicates(TreeNode object, boolean afterAdmission, CallNotes notes) {
    TreeNode metadata = object.at("metadata");
    List<@Nullable Object> kept = new ArrayList<>();
    List<String> duplicates = new ArrayList<>();
    for (Object owner : metadata.list("ownerReferences")) {
      if (!kept.contains(owner)) {
        kept.add(owner);
      } else if (owner instanceof Map<?, ?> map) {
        duplicates.add(String.valueOf(map.get("uid")));
      }
    }
    if (!duplicates.isEmpty()) {
      metadata.set("ownerReferences", kept);
      notes.warn(
          ".metadata.ownerReferences contains duplicate entries"
              + (afterAdmission ? " after mutating admission happens" : "")
              + ADVICE
              + String.join(", ", duplicates));
    }
  }
}
