package dev.drover.server.kinds.admissionregistration;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.LabelSelectorValidation;
import dev.drover.server.validation.StringFormats;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Bindings of admission policies: where a policy holds, with which parameters, and what a
/// violation leads to.
///
/// @param isMutating whether the policies change objects, so that there are no violations
public record PolicyBindingStrategy(boolean isMutating) implements AdmissionStrategy {
  private static final String ONE_OF_BOTH = "name and selector are mutually exclusive";
  private static final List<String> ACTIONS = List.of("Audit", "Deny", "Warn");

  @Override
  public void setDefaults(TreeNode object) {
    object.at("spec").child("matchResources").ifPresent(MatchResourcesValidation::setDefaults);
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    FieldValidator name = spec.child("policyName");
    if (name.needText()) {
      name.checkText(Names::dnsSubdomain);
    }
    spec.child("paramRef").ifPresent(PolicyBindingStrategy::checkParameters);
    FieldValidator resources = spec.child("matchResources");
    resources.ifPresent(MatchResourcesValidation::check);
    if (isMutating) {
      RuleValidation.checkMutable(resources);
    } else {
      checkActions(spec.child("validationActions"));
    }
    return spec.errors();
  }

  private static void checkParameters(FieldValidator reference) {
    FieldValidator name = reference.child("name");
    FieldValidator selector = reference.child("selector");
    if (!name.isBlank()) {
      name.checkText(StringFormats::pathSegment);
      if (selector.isPresent()) {
        name.forbidden(ONE_OF_BOTH);
      }
    }
    if (selector.isPresent()) {
      LabelSelectorValidation.check(selector);
      if (!name.isBlank()) {
        selector.forbidden(ONE_OF_BOTH);
      }
    }
    if (name.isBlank() && !selector.isPresent()) {
      reference.required("one of name or selector must be specified");
    }
    FieldValidator action = reference.child("parameterNotFoundAction");
    if (action.needText()) {
      action.needOneOf(List.of("Deny", "Allow"));
    }
  }

  private static void checkActions(FieldValidator actions) {
    Set<String> seen = new HashSet<>();
    for (FieldValidator action : actions.items()) {
      action.needOneOf(ACTIONS);
      if (!seen.add(action.text())) {
        action.duplicate(new FieldError.Typed(action.text()));
      }
    }
    if (seen.contains("Deny") && seen.contains("Warn")) {
      actions.invalid(
          "must not contain both Deny and Warn (repeating the same validation failure information"
              + " in the API response and headers serves no purpose)");
    }
    if (seen.isEmpty()) {
      actions.required("at least one validation action is required");
    }
  }
}
