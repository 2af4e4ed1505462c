package dev.drover.crd.engine;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Validates the fields that `/scale` shows.
final class ScaleValidation {
  private ScaleValidation() {}

  /// @param withSpec whether the wanted replicas are looked at, too
  static List<FieldError> errors(ScalePaths scale, TreeNode object, boolean withSpec) {
    List<FieldError> errors = new ArrayList<>();
    if (withSpec) {
      checkReplicas(object, scale.specReplicas(), errors);
    }
    checkReplicas(object, scale.statusReplicas(), errors);
    scale.selector().ifPresent(path -> checkSelector(object, path, errors));
    return errors;
  }

  private static void checkReplicas(TreeNode object, String path, List<FieldError> errors) {
    FieldPath field = fieldPath(path);
    Optional<Long> replicas;
    try {
      replicas = JsonPaths.number(object, path);
    } catch (IllegalArgumentException e) {
      errors.add(FieldError.invalid(field, 0L, String.valueOf(e.getMessage())));
      return;
    }
    long number = replicas.orElse(0L);
    if (number < 0) {
      errors.add(FieldError.invalid(field, number, "should be a non-negative integer"));
    } else if (number > Integer.MAX_VALUE) {
      errors.add(
          FieldError.invalid(
              field, number, "should be less than or equal to " + Integer.MAX_VALUE));
    }
  }

  private static void checkSelector(TreeNode object, String path, List<FieldError> errors) {
    try {
      JsonPaths.text(object, path);
    } catch (IllegalArgumentException e) {
      errors.add(FieldError.invalid(fieldPath(path), "", String.valueOf(e.getMessage())));
    }
  }

  /// Kubernetes takes the path as one name, dot and all.
  private static FieldPath fieldPath(String path) {
    return FieldPath.of(path);
  }
}
