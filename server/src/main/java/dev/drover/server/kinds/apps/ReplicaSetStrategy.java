package dev.drover.server.kinds.apps;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.kinds.core.pod.DisabledFields;
import dev.drover.server.kinds.core.pod.PodTemplateValidation;
import dev.drover.server.kinds.core.pod.PodWarnings;
import dev.drover.server.strategy.StatusFields;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Prepares and validates replica sets.
public final class ReplicaSetStrategy implements Strategy {
  @Override
  public void setDefaults(TreeNode object) {
    WorkloadDefaults.setReplicaSet(object);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    DisabledFields.dropFromSpec(object.at("spec").at("template").at("spec"));
    StatusFields.reset(object, "replicas");
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    DisabledFields.dropFromSpec(object.at("spec").at("template").at("spec"));
    StatusFields.keep(object, old);
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator place = FieldValidator.root(object);
    check(place.child("spec"));
    return place.errors();
  }

  private static void check(FieldValidator spec) {
    spec.child("replicas").needNonNegative();
    spec.child("minReadySeconds").needNonNegative();
    PodTemplateValidation.checkReplicated(spec);
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    check(spec);
    PodTemplateValidation.needSameSelector(spec.child("selector"), old.at("spec"));
    return spec.errors();
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS.validating((object, _) -> validateStatus(object));
  }

  private List<FieldError> validateStatus(TreeNode object) {
    return ReplicaStatusValidation.checkReplicas(
        object,
        List.of(
            "replicas",
            "fullyLabeledReplicas",
            "readyReplicas",
            "availableReplicas",
            "observedGeneration",
            "terminatingReplicas"));
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    return PodWarnings.ofWorkload(object, old, true);
  }
}
