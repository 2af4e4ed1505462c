package dev.drover.server.kinds.rbac;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.DataStrategy;
import dev.drover.server.strategy.Naming;
import dev.drover.server.strategy.UpdatePolicy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.LabelSelectorValidation;
import dev.drover.server.validation.StringFormats;
import java.util.List;

/// Prepares and validates roles and cluster roles.
///
/// @param namespaced whether the role is one of a namespace, which cannot grant access to URLs
public record RoleStrategy(boolean namespaced) implements DataStrategy {
  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator role = FieldValidator.root(object);
    role.child("rules").each(this::checkRule);
    role.child("aggregationRule").ifPresent(RoleStrategy::checkAggregation);
    return role.errors();
  }

  private void checkRule(FieldValidator rule) {
    if (rule.child("verbs").size() == 0) {
      rule.child("verbs").required("verbs must contain at least one value");
    }
    FieldValidator urls = rule.child("nonResourceURLs");
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

  private static void checkAggregation(FieldValidator aggregation) {
    FieldValidator selectors = aggregation.child("clusterRoleSelectors");
    if (selectors.size() == 0) {
      selectors.required("at least one clusterRoleSelector required if aggregationRule is non-nil");
    }
    for (FieldValidator selector : selectors.items()) {
      LabelSelectorValidation.check(selector);
      if (!LabelSelectorValidation.isUsable(selector)) {
        selector.invalid(null, "invalid label selector.");
      }
    }
  }

  @Override
  public Naming naming() {
    return Naming.of(StringFormats::pathSegment);
  }

  @Override
  public UpdatePolicy updatePolicy() {
    return UpdatePolicy.CREATES;
  }
}
