package dev.drover.server.apiconfig;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.rules.Formats;
import dev.drover.server.rules.LabelSelectors;
import dev.drover.server.rules.Place;
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
    object.at("spec").child("matchResources").ifPresent(MatchResources::setDefaults);
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    Place spec = Place.root(object).child("spec");
    Place name = spec.child("policyName");
    if (name.needText()) {
      name.checkText(Names::dnsSubdomain);
    }
    spec.child("paramRef").ifPresent(PolicyBindingStrategy::checkParameters);
    Place resources = spec.child("matchResources");
    resources.ifPresent(MatchResources::check);
    if (isMutating) {
      AdmissionRules.checkMutable(resources);
    } else {
      checkActions(spec.child("validationActions"));
    }
    return spec.errors();
  }

  private static void checkParameters(Place reference) {
    Place name = reference.child("name");
    Place selector = reference.child("selector");
    if (!name.isBlank()) {
      name.checkText(Formats::pathSegment);
      if (selector.isPresent()) {
        name.forbidden(ONE_OF_BOTH);
      }
    }
    if (selector.isPresent()) {
      LabelSelectors.check(selector);
      if (!name.isBlank()) {
        selector.forbidden(ONE_OF_BOTH);
      }
    }
    if (name.isBlank() && !selector.isPresent()) {
      reference.required("one of name or selector must be specified");
    }
    Place action = reference.child("parameterNotFoundAction");
    if (action.needText()) {
      action.needOneOf(List.of("Deny", "Allow"));
    }
  }

  private static void checkActions(Place actions) {
    Set<String> seen = new HashSet<>();
    for (Place action : actions.items()) {
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
