package dev.drover.server.kinds.policy;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.StatusStrategy;
import dev.drover.server.strategy.UpdatePolicy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.ConditionValidation;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.LabelSelectorValidation;
import dev.drover.server.validation.StringFormats;
import java.util.List;

/// Pod disruption budgets: how many pods must stay, or may go.
public final class PodDisruptionBudgetStrategy implements StatusStrategy {
  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    if (spec.has("minAvailable") && spec.has("maxUnavailable")) {
      spec.invalid(
          InternalForm.of("policy/v1.PodDisruptionBudgetSpec", spec.node()),
          "minAvailable and maxUnavailable cannot be both set");
    }
    for (String name : List.of("minAvailable", "maxUnavailable")) {
      spec.child(name).ifPresent(PodDisruptionBudgetStrategy::checkAmount);
    }
    LabelSelectorValidation.check(spec.child("selector"));
    spec.child("unhealthyPodEvictionPolicy")
        .ifPresent(it -> it.needOneOf(List.of("AlwaysAllow", "IfHealthyBudget")));
    return spec.errors();
  }

  private static void checkAmount(FieldValidator amount) {
    if (!(amount.value() instanceof String percent)) {
      amount.needNonNegative();
      return;
    }
    List<String> complaints = StringFormats.percent(percent);
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
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS
        .validating((object, _) -> validateStatus(object))
        .checkingMetadata();
  }

  private List<FieldError> validateStatus(TreeNode object) {
    FieldValidator status = FieldValidator.root(object).child("status");
    ConditionValidation.check(status.child("conditions"));
    for (String name :
        List.of("disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods")) {
      status.child(name).needNonNegative();
    }
    return status.errors();
  }

  @Override
  public UpdatePolicy updatePolicy() {
    return UpdatePolicy.CONDITIONAL;
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.NONE;
  }
}
