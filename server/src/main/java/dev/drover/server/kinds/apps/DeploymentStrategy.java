package dev.drover.server.kinds.apps;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.kinds.core.pod.DisabledFields;
import dev.drover.server.kinds.core.pod.PodTemplateValidation;
import dev.drover.server.kinds.core.pod.PodWarnings;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.StatusFields;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Prepares and validates deployments.
public final class DeploymentStrategy implements Strategy {
  @Override
  public void setDefaults(TreeNode object) {
    WorkloadDefaults.setDeployment(object);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    DisabledFields.dropFromSpec(object.at("spec").at("template").at("spec"));
    StatusFields.reset(object);
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    DisabledFields.dropFromSpec(object.at("spec").at("template").at("spec"));
    StatusFields.keep(object, old);
  }

  /// Annotations count too, because they are copied to the replica sets.
  @Override
  public Generation generation() {
    return Generation.when(
        (object, old) ->
            Generation.OF_CONTENT.isRaised(object, old)
                || !annotations(object).equals(annotations(old)));
  }

  private static Map<String, String> annotations(TreeNode object) {
    return object.at("metadata").textMap("annotations");
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS
        .preparing((object, old, _) -> prepareStatus(object, old))
        .validating(this::validateStatus);
  }

  private void prepareStatus(TreeNode object, TreeNode old) {
    UpdateStrategy.restoreAllButStatus(object, old);
    TreeNode metadata = object.orCreate("metadata");
    if (old.at("metadata").has("labels")) {
      metadata.set("labels", old.at("metadata").get("labels"));
    } else {
      metadata.remove("labels");
    }
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator place = FieldValidator.root(object);
    check(place);
    return place.errors();
  }

  private static void check(FieldValidator deployment) {
    FieldValidator spec = deployment.child("spec");
    spec.child("replicas").needNonNegative();
    PodTemplateValidation.checkReplicated(spec);
    checkRollout(spec.child("strategy"));
    spec.child("minReadySeconds").needNonNegative();
    spec.child("revisionHistoryLimit").needNonNegative();
    String rollback =
        deployment.node().at("metadata").at("annotations").text(WorkloadDefaults.ROLLBACK_TO);
    if (rollback.startsWith("-")) {
      spec.child("rollback", "version")
          .invalid(Long.parseLong(rollback), "must be greater than or equal to 0");
    }
    FieldValidator deadline = spec.child("progressDeadlineSeconds");
    deadline.needNonNegative();
    if (deadline.number() <= spec.child("minReadySeconds").number()) {
      deadline.invalid("must be greater than minReadySeconds");
    }
  }

  private static void checkRollout(FieldValidator strategy) {
    FieldValidator update = strategy.child("rollingUpdate");
    switch (strategy.child("type").text()) {
      case "Recreate" ->
          update.ifPresent(
              u -> u.forbidden("may not be specified when strategy `type` is 'Recreate'"));
      case "RollingUpdate" -> checkRollingUpdate(update);
      default ->
          strategy.notSupported(
              InternalForm.of("apps/v1.DeploymentStrategy", strategy.node()),
              List.of("Recreate", "RollingUpdate"));
    }
  }

  private static void checkRollingUpdate(FieldValidator update) {
    FieldValidator unavailable = update.child("maxUnavailable");
    FieldValidator surge = update.child("maxSurge");
    PodTemplateValidation.checkCountOrPercent(unavailable);
    PodTemplateValidation.checkCountOrPercent(surge);
    if (PodTemplateValidation.amountOf(unavailable) == 0
        && PodTemplateValidation.amountOf(surge) == 0) {
      unavailable.invalid(
          PodTemplateValidation.shown(unavailable), "may not be 0 when `maxSurge` is 0");
    }
    PodTemplateValidation.checkAtMostAll(unavailable);
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator place = FieldValidator.root(object);
    check(place);
    PodTemplateValidation.needSameSelector(place.child("spec", "selector"), old.at("spec"));
    return place.errors();
  }

  private List<FieldError> validateStatus(TreeNode object, TreeNode old) {
    FieldValidator status =
        ReplicaStatusValidation.checkCounters(
            object,
            List.of(
                "observedGeneration",
                "replicas",
                "updatedReplicas",
                "readyReplicas",
                "availableReplicas",
                "unavailableReplicas",
                "terminatingReplicas",
                "collisionCount"));
    ReplicaStatusValidation.checkParts(
        status, List.of("updatedReplicas", "readyReplicas", "availableReplicas"), "readyReplicas");
    ReplicaStatusValidation.checkCollisions(status, old);
    return status.errors();
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    return PodWarnings.ofWorkload(object, old, true);
  }
}
