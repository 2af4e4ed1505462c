package dev.drover.server.apiconfig;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.MetadataCheck;
import dev.drover.server.rules.Changes;
import dev.drover.server.rules.Conditions;
import dev.drover.server.rules.Place;
import dev.drover.server.rules.StatusStrategy;
import java.util.List;

/// Admission policies: expressions that judge or change objects before they are stored.
///
/// @param isMutating whether the policies change objects
public record PolicyStrategy(boolean isMutating) implements AdmissionStrategy {
  @Override
  public void setDefaults(TreeNode object) {
    TreeNode spec = object.orCreate("spec");
    spec.setDefault("failurePolicy", "Fail");
    spec.child("matchConstraints").ifPresent(MatchResources::setDefaults);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    object.remove("status");
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old) {
    StatusStrategy.keep(object, old, "status");
  }

  @Override
  public void prepareForStatusUpdate(TreeNode object, TreeNode old) {
    AdmissionStrategy.super.prepareForStatusUpdate(object, old);
    StatusStrategy.keepMetadata(object, old);
  }

  @Override
  public List<MetadataCheck> statusMetadataChecks() {
    return List.of();
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    return errors(object, true);
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    Place now = Place.root(object).child("spec");
    Place was = Place.root(old).child("spec");
    boolean isSame =
        Changes.isSame(now.child("paramKind"), was.child("paramKind"))
            && Changes.isSame(now.child("matchConditions"), was.child("matchConditions"));
    return errors(object, !isSame);
  }

  private List<FieldError> errors(TreeNode object, boolean withMatchConditions) {
    Place spec = Place.root(object).child("spec");
    AdmissionRules.checkFailurePolicy(spec.child("failurePolicy"));
    spec.child("paramKind").ifPresent(ParamKinds::check);
    Place constraints = spec.child("matchConstraints");
    if (constraints.isPresent()) {
      MatchResources.check(constraints);
      if (constraints.child("resourceRules").size() == 0) {
        constraints.child("resourceRules").required("");
      }
    } else {
      constraints.required("");
    }
    if (isMutating) {
      AdmissionRules.checkMutable(constraints);
    }
    if (withMatchConditions) {
      MatchConditions.check(spec.child("matchConditions"));
    }
    PolicyExpressions expressions = new PolicyExpressions(spec);
    expressions.checkVariables();
    if (isMutating) {
      expressions.checkMutations();
      Place reinvocation = spec.child("reinvocationPolicy");
      if (reinvocation.needText()) {
        reinvocation.needOneOf(AdmissionRules.REINVOCATION_POLICIES);
      }
    } else {
      expressions.checkValidations(object.at("metadata").text("name"));
    }
    return spec.errors();
  }

  @Override
  public List<FieldError> validateStatusUpdate(TreeNode object, TreeNode old) {
    Place status = Place.root(object).child("status");
    for (Place warning : status.child("typeChecking", "expressionWarnings").items()) {
      warning.child("warning").needText();
      Place field = warning.child("fieldRef");
      if (field.text().isBlank()) {
        field.required("");
      }
    }
    Conditions.check(status.child("conditions"));
    return status.errors();
  }
}
