package dev.drover.server.kinds.core;

import dev.drover.api.Names;
import dev.drover.crd.engine.MetadataValidation;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.UpdateStrategy;
import java.util.ArrayList;
import java.util.List;

/// The subresource `/finalize` of namespaces, through which the namespace controller removes
/// `spec.finalizers` once a namespace is empty.
public final class NamespaceFinalize {
  /// Keeps the status, and validates the finalizers.
  public static final UpdateStrategy STRATEGY =
      UpdateStrategy.SUBRESOURCE
          .preparing((object, old, _) -> object.set("status", old.get("status")))
          .validating(NamespaceFinalize::validate)
          .countingGeneration();

  private NamespaceFinalize() {}

  private static List<FieldError> validate(TreeNode object, TreeNode old) {
    List<FieldError> errors = new ArrayList<>();
    List<String> finalizers = object.at("spec").texts("finalizers");
    for (int i = 0; i < finalizers.size(); i++) {
      FieldPath path = FieldPath.of("spec", "finalizers").index(i);
      String finalizer = finalizers.get(i);
      List<String> complaints = Names.qualifiedName(finalizer);
      complaints.forEach(complaint -> errors.add(FieldError.invalid(path, finalizer, complaint)));
      if (complaints.isEmpty() && !MetadataValidation.isBuiltInFinalizer(finalizer)) {
        errors.add(FieldError.invalid(path, finalizer, MetadataValidation.UNQUALIFIED));
      }
    }
    return errors;
  }
}
