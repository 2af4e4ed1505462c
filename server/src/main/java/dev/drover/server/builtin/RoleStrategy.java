package dev.drover.server.builtin;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.rules.DataStrategy;
import dev.drover.server.rules.Formats;
import dev.drover.server.rules.LabelSelectors;
import dev.drover.server.rules.Place;
import java.util.List;

/// Roles and cluster roles.
///
/// @param namespaced whether the role is one of a namespace, which has no say over URLs
record RoleStrategy(boolean namespaced) implements DataStrategy {
  @Override
  public List<FieldError> validate(TreeNode object) {
    Place role = Place.root(object);
    role.child("rules").each(this::checkRule);
    role.child("aggregationRule").ifPresent(RoleStrategy::checkAggregation);
    return role.errors();
  }

  private void checkRule(Place rule) {
    if (rule.child("verbs").size() == 0) {
      rule.child("verbs").required("verbs must contain at least one value");
    }
    Place urls = rule.child("nonResourceURLs");
    boolean hasGroups = rule.child("apiGroups").size() > 0;
    boolean hasResources = rule.child("resources").size() > 0;
    if (urls.size() > 0) {
      if (namespaced) {
        urls.invalid("namespaced rules cannot apply to non-resource URLs");
      }
      if (hasGroups || hasResources || rule.child("resourceNames").size() > 0) {
        urls.invalid("rules cannot apply to both regular resources and non-resource URLs");
      }
      return;
    }
    if (!hasGroups) {
      rule.child("apiGroups").required("resource rules must supply at least one api group");
    }
    if (!hasResources) {
      rule.child("resources").required("resource rules must supply at least one resource");
    }
  }

  private static void checkAggregation(Place aggregation) {
    Place selectors = aggregation.child("clusterRoleSelectors");
    if (selectors.size() == 0) {
      selectors.required("at least one clusterRoleSelector required if aggregationRule is non-nil");
    }
    for (Place selector : selectors.items()) {
      LabelSelectors.check(selector);
      if (!LabelSelectors.isUsable(selector)) {
        selector.invalid(null, "invalid label selector.");
      }
    }
  }

  @Override
  public List<String> validateName(String name) {
    return Formats.pathSegment(name);
  }

  @Override
  public boolean createsOnUpdate() {
    return true;
  }
}
