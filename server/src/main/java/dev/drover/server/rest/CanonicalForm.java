package dev.drover.server.rest;

import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import dev.drover.schema.TypedForm.Empties;
import dev.drover.server.core.Resource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Brings objects of built-in kinds into the form in which Go writes them. Rules and admission set
/// and remove fields without regard to it; here is where it is put right again.
final class CanonicalForm {
  private CanonicalForm() {}

  /// The form that rules are to see. Views of parts of the object that were taken before are no
  /// longer parts of it.
  static void restore(Resource resource, TreeNode object) {
    if (!resource.isCustom()) {
      restore(resource, object, Empties.TELLING);
    }
  }

  /// The form that is stored, and shown to clients, once all rules have seen the object.
  static void settle(Resource resource, TreeNode object) {
    if (!resource.isCustom() && TypedForm.mayHaveTellingEmpties(object.map())) {
      restore(resource, object, Empties.DROPPED);
    }
  }

  /// The object without what only rules are to see; itself when there is no such thing.
  static Map<String, @Nullable Object> shown(
      Resource resource, Map<String, @Nullable Object> object) {
    return resource.isCustom() || !TypedForm.mayHaveTellingEmpties(object)
        ? object
        : TypedForm.ofTree(object, resource.structure(), Empties.SHOWN).tree();
  }

  private static void restore(Resource resource, TreeNode object, Empties empties) {
    TreeNode canonical =
        TreeNode.copyOf(TypedForm.ofTree(object.map(), resource.structure(), empties).tree());
    object.map().clear();
    object.map().putAll(canonical.map());
  }
}
