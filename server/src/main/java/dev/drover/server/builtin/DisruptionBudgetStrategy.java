package dev.drover.server.builtin;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.MetadataCheck;
import dev.drover.server.rules.Conditions;
import dev.drover.server.rules.Formats;
import dev.drover.server.rules.InternalForm;
import dev.drover.server.rules.LabelSelectors;
import dev.drover.server.rules.Place;
import dev.drover.server.rules.StatusStrategy;
import java.util.List;

/// Pod disruption budgets: how many pods must stay, or may go.
final class DisruptionBudgetStrategy implements StatusStrategy {
  @Override
  public List<FieldError> validate(TreeNode object) {
    Place spec = Place.root(object).child("spec");
    if (spec.has("minAvailable") && spec.has("maxUnavailable")) {
      spec.invalid(
          InternalForm.of("policy/v1.PodDisruptionBudgetSpec", spec.node()),
          "minAvailable and maxUnavailable cannot be both set");
    }
    for (String name : List.of("minAvailable", "maxUnavailable")) {
      spec.child(name).ifPresent(DisruptionBudgetStrategy::checkAmount);
    }
    LabelSelectors.check(spec.child("selector"));
    spec.child("unhealthyPodEvictionPolicy")
        .ifPresent(it -> it.needOneOf(List.of("AlwaysAllow", "IfHealthyBudget")));
    return spec.errors();
  }

  private static void checkAmount(Place amount) {
    if (!(amount.value() instanceof String percent)) {
      amount.needNonNegative();
      return;
    }
    List<String> complaints = Formats.percent(percent);
    amount.invalid(complaints);
    if (complaints.isEmpty() && isMoreThanAll(percent)) {
      amount.invalid("must not be greater than 100%");
    }
  }

  private static boolean isMoreThanAll(String percent) {
    String digits = percent.substring(0, percent.length() - 1).replaceFirst("^0+", "");
    return digits.length() > 3 || digits.length() == 3 && Integer.parseInt(digits) > 100;
  }

  @Override
  public List<FieldError> validateStatusUpdate(TreeNode object, TreeNode old) {
    Place status = Place.root(object).child("status");
    Conditions.check(status.child("conditions"));
    for (String name :
        List.of("disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods")) {
      status.child(name).needNonNegative();
    }
    return status.errors();
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }

  @Override
  public boolean checksNewMetadata() {
    return false;
  }

  @Override
  public List<MetadataCheck> metadataChecks() {
    return List.of();
  }

  @Override
  public List<MetadataCheck> statusMetadataChecks() {
    return List.of();
  }
}
