package dev.drover.server.kinds.admissionregistration;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.StatusStrategy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.ConditionValidation;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Immutability;
import java.util.List;

/// Admission policies: expressions that judge or change objects before they are stored.
///
/// @param isMutating whether the policies change objects
public record PolicyStrategy(boolean isMutating) implements AdmissionStrategy {
  @Override
  public void setDefaults(TreeNode object) {
    TreeNode spec = object.orCreate("spec");
    spec.setDefault("failurePolicy", "Fail");
    spec.child("matchConstraints").ifPresent(MatchResourcesValidation::setDefaults);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    object.remove("status");
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    StatusStrategy.keep(object, old, "status");
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS
        .preparing((object, old, _) -> prepareStatus(object, old))
        .validating((object, _) -> validateStatus(object))
        .checkingMetadata();
  }

  private void prepareStatus(TreeNode object, TreeNode old) {
    UpdateStrategy.restoreAllButStatus(object, old);
    StatusStrategy.keepMetadata(object, old);
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    return errors(object, true);
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator now = FieldValidator.root(object).child("spec");
    FieldValidator was = FieldValidator.root(old).child("spec");
    boolean isSame =
        Immutability.isSame(now.child("paramKind"), was.child("paramKind"))
            && Immutability.isSame(now.child("matchConditions"), was.child("matchConditions"));
    return errors(object, !isSame);
  }

  private List<FieldError> errors(TreeNode object, boolean withMatchConditions) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    RuleValidation.checkFailurePolicy(spec.child("failurePolicy"));
    spec.child("paramKind").ifPresent(ParamKindValidation::check);
    FieldValidator constraints = spec.child("matchConstraints");
    if (constraints.isPresent()) {
      MatchResourcesValidation.check(constraints);
      if (constraints.child("resourceRules").size() == 0) {
        constraints.child("resourceRules").required("");
      }
    } else {
      constraints.required("");
    }
    if (isMutating) {
      RuleValidation.checkMutable(constraints);
    }
    if (withMatchConditions) {
      MatchConditionValidation.check(spec.child("matchConditions"), spec.has("paramKind"));
    }
    PolicyExpressionValidation expressions = new PolicyExpressionValidation(spec);
    expressions.checkVariables();
    if (isMutating) {
      expressions.checkMutations();
      FieldValidator reinvocation = spec.child("reinvocationPolicy");
      if (reinvocation.needText()) {
        reinvocation.needOneOf(RuleValidation.REINVOCATION_POLICIES);
      }
    } else {
      expressions.checkValidations(object.at("metadata").text("name"));
    }
    return spec.errors();
  }

  private List<FieldError> validateStatus(TreeNode object) {
    FieldValidator status = FieldValidator.root(object).child("status");
    for (FieldValidator warning : status.child("typeChecking", "expressionWarnings").items()) {
      warning.child("warning").needText();
      FieldValidator field = warning.child("fieldRef");
      if (field.text().isBlank()) {
        field.required("");
      }
    }
    ConditionValidation.check(status.child("conditions"));
    return status.errors();
  }
}
