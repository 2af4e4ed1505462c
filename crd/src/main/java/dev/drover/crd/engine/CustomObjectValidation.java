package dev.drover.crd.engine;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.StructuralSchema;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Validates the objects of one version of a custom kind, except their metadata.
///
/// Safe for any number of threads.
///
/// In Go: `customResourceValidator`.
public final class CustomObjectValidation {
  private static final Set<FieldError.Type> BLOCKING =
      EnumSet.of(
          FieldError.Type.NOT_SUPPORTED,
          FieldError.Type.REQUIRED,
          FieldError.Type.TOO_LONG,
          FieldError.Type.TOO_MANY,
          FieldError.Type.TYPE_INVALID);

  private final StructuralSchema schema;
  private final Optional<ScalePaths> scale;
  private final Optional<RuleValidator> rules;

  private CustomObjectValidation(StructuralSchema schema, Optional<ScalePaths> scale) {
    this.schema = schema;
    this.scale = scale;
    this.rules = RuleValidator.of(schema.tree());
  }

  /// For the objects of a schema.
  ///
  /// @param scale where objects keep what `/scale` shows, if that is served
  public static CustomObjectValidation of(StructuralSchema schema, Optional<ScalePaths> scale) {
    return new CustomObjectValidation(schema, scale);
  }

  /// What is wrong with a new object.
  public List<FieldError> errors(TreeNode object) {
    List<FieldError> errors = new ArrayList<>(schema.errors(object.map(), null));
    scale.ifPresent(paths -> errors.addAll(ScaleValidation.errors(paths, object, true)));
    errors.addAll(EmbeddedObjectValidation.errors(object, schema));
    errors.addAll(ListItemValidation.errors(object, schema));
    return withRules(errors, object, null, _ -> {});
  }

  /// What is wrong with a change.
  ///
  /// @param forgiven gets the rules that the object breaks and broke before, if there are any: they
  ///   are no errors, but warnings
  public List<FieldError> updateErrors(
      TreeNode object, TreeNode old, Consumer<List<String>> forgiven) {
    List<FieldError> errors = new ArrayList<>(schema.errors(object.map(), old.map()));
    scale.ifPresent(paths -> errors.addAll(ScaleValidation.errors(paths, object, true)));
    errors.addAll(EmbeddedObjectValidation.errors(object, schema));
    if (ListItemValidation.errors(old, schema).isEmpty()) {
      errors.addAll(ListItemValidation.errors(object, schema));
    }
    return withRules(errors, object, old, forgiven);
  }

  /// What is wrong with a change of the status.
  ///
  /// @param forgiven as in [#updateErrors]
  public List<FieldError> statusErrors(
      TreeNode object, TreeNode old, Consumer<List<String>> forgiven) {
    List<FieldError> errors = new ArrayList<>();
    if (object.map().containsKey("status")) {
      errors.addAll(schema.statusErrors(object.get("status"), old.get("status")));
    }
    scale.ifPresent(paths -> errors.addAll(ScaleValidation.errors(paths, object, false)));
    if (ListItemValidation.errors(old, schema).isEmpty()) {
      errors.addAll(ListItemValidation.errors(object, schema));
    }
    return withRules(errors, object, old, forgiven);
  }

  /// Rules are only evaluated for objects that have the shape they rely on.
  private List<FieldError> withRules(
      List<FieldError> errors,
      TreeNode object,
      @Nullable TreeNode old,
      Consumer<List<String>> forgiven) {
    if (rules.isEmpty()) {
      return errors;
    }
    if (errors.stream().anyMatch(error -> BLOCKING.contains(error.type()))) {
      errors.add(
          FieldError.invalid(
              FieldPath.ROOT,
              null,
              "some validation rules were not checked because the object was invalid; correct the"
                  + " existing errors to complete validation"));
    } else {
      RuleValidator.Findings findings =
          rules.get().check(object.map(), old == null ? null : old.map());
      errors.addAll(findings.errors());
      if (!findings.warnings().isEmpty()) {
        forgiven.accept(findings.warnings());
      }
    }
    return errors;
  }
}
