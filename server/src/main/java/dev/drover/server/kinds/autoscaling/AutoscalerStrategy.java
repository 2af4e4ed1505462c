package dev.drover.server.kinds.autoscaling;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.StatusStrategy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import java.util.List;
import java.util.Optional;

/// Horizontal pod autoscalers. Both versions are validated as `v2`, and errors name the fields of
/// `v2`.
///
/// @param isOld for `v1`
public record AutoscalerStrategy(boolean isOld) implements StatusStrategy {
  @Override
  public void setDefaults(TreeNode object) {
    TreeNode spec = object.orCreate("spec");
    spec.setDefault("minReplicas", 1L);
    if (isOld) {
      throughV2(object); // metrics in annotations count, and CPU is the default
      return;
    }
    if (spec.list("metrics").isEmpty()) {
      spec.set("metrics", List.of(AutoscalerConversion.DEFAULT_METRIC));
    }
    spec.child("behavior").ifPresent(AutoscalerStrategy::setBehaviorDefaults);
    AutoscalerConversion.dropAnnotations(object);
  }

  private static void throughV2(TreeNode object) {
    TreeNode again =
        TreeNode.copyOf(AutoscalerConversion.fromV2(AutoscalerConversion.toV2(object.map())));
    object.map().clear();
    object.map().putAll(again.map());
  }

  private static void setBehaviorDefaults(TreeNode behavior) {
    TreeNode up = behavior.orCreate("scaleUp");
    up.setDefault("stabilizationWindowSeconds", 0L).setDefault("selectPolicy", "Max");
    up.setDefault("policies", List.of(policy("Pods", 4), policy("Percent", 100)));
    TreeNode down = behavior.orCreate("scaleDown");
    down.setDefault("selectPolicy", "Max");
    down.setDefault("policies", List.of(policy("Percent", 100)));
  }

  private static Object policy(String type, long value) {
    return TreeNode.empty().set("type", type).set("value", value).set("periodSeconds", 15L).map();
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    return AutoscalerValidation.errors(v2(object), Optional.empty());
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    return AutoscalerValidation.errors(v2(object), Optional.of(v2(old)));
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS.validating((object, _) -> validateStatus(object));
  }

  private List<FieldError> validateStatus(TreeNode object) {
    FieldValidator status = FieldValidator.root(object).child("status");
    status.child("currentReplicas").needNonNegative();
    status.child("desiredReplicas").needNonNegative();
    return status.errors();
  }

  private TreeNode v2(TreeNode object) {
    return isOld ? TreeNode.view(AutoscalerConversion.toV2(object.map())) : object;
  }

  @Override
  public Generation generation() {
    return Generation.NONE;
  }
}
