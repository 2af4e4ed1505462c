package dev.drover.server.rest;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.UpdateRules;
import java.util.ArrayList;
import java.util.List;

/// The rules of `/finalize`, by which whoever emptied a namespace lets it go.
public final class NamespaceFinalizers implements UpdateRules {
  @Override
  public void prepare(TreeNode object, TreeNode old) {
    object.set("status", old.get("status"));
  }

  @Override
  public List<FieldError> validate(TreeNode object, TreeNode old) {
    List<FieldError> errors = new ArrayList<>();
    List<String> finalizers = object.at("spec").texts("finalizers");
    for (int i = 0; i < finalizers.size(); i++) {
      FieldPath path = FieldPath.of("spec", "finalizers").index(i);
      String finalizer = finalizers.get(i);
      List<String> complaints = Names.qualifiedName(finalizer);
      complaints.forEach(complaint -> errors.add(FieldError.invalid(path, finalizer, complaint)));
      if (complaints.isEmpty() && !MetadataRules.isBuiltInFinalizer(finalizer)) {
        errors.add(FieldError.invalid(path, finalizer, MetadataRules.UNQUALIFIED));
      }
    }
    return errors;
  }
}
