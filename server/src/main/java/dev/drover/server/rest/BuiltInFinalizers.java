package dev.drover.server.rest;

import dev.drover.crd.engine.MetadataValidation;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Validates the finalizers of built-in kinds: standard ones, or names with a domain.
final class BuiltInFinalizers {
  private static final FieldPath PATH = FieldPath.of("metadata", "finalizers");

  /// Groups whose rules do not look at finalizers beyond what holds for every object.
  private static final Set<String> EXTENSIONS =
      Set.of(
          "admissionregistration.k8s.io",
          "apiextensions.k8s.io",
          "apiregistration.k8s.io",
          "coordination.k8s.io",
          "node.k8s.io");

  private BuiltInFinalizers() {}

  static List<FieldError> errors(Resource resource, TreeNode metadata) {
    if (resource.isCustom() || EXTENSIONS.contains(resource.gvr().group())) {
      return List.of();
    }
    List<FieldError> errors = new ArrayList<>();
    List<String> finalizers = metadata.texts("finalizers");
    for (int i = 0; i < finalizers.size(); i++) {
      String finalizer = finalizers.get(i);
      if (!MetadataValidation.isBuiltInFinalizer(finalizer)) {
        errors.add(FieldError.invalid(PATH.index(i), finalizer, MetadataValidation.UNQUALIFIED));
      }
    }
    return errors;
  }
}
