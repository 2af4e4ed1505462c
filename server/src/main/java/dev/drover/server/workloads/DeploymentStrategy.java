package dev.drover.server.workloads;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.Strategy;
import dev.drover.server.rules.InternalForm;
import dev.drover.server.rules.Place;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Deployments.
public final class DeploymentStrategy implements Strategy {
  @Override
  public void setDefaults(TreeNode object) {
    WorkloadDefaults.setDeployment(object);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    DisabledFields.dropFromSpec(object.at("spec").at("template").at("spec"));
    Statuses.reset(object);
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old) {
    DisabledFields.dropFromSpec(object.at("spec").at("template").at("spec"));
    Statuses.keep(object, old);
  }

  /// Annotations count too, because they are copied to the replica sets.
  @Override
  public boolean raisesGeneration(TreeNode object, TreeNode old) {
    return Strategy.super.raisesGeneration(object, old)
        || !annotations(object).equals(annotations(old));
  }

  private static Map<String, String> annotations(TreeNode object) {
    return object.at("metadata").textMap("annotations");
  }

  @Override
  public void prepareForStatusUpdate(TreeNode object, TreeNode old) {
    Strategy.super.prepareForStatusUpdate(object, old);
    TreeNode metadata = object.orCreate("metadata");
    if (old.at("metadata").has("labels")) {
      metadata.set("labels", old.at("metadata").get("labels"));
    } else {
      metadata.remove("labels");
    }
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    Place place = Place.root(object);
    check(place);
    return place.errors();
  }

  private static void check(Place deployment) {
    Place spec = deployment.child("spec");
    spec.child("replicas").needNonNegative();
    TemplateRules.checkReplicated(spec);
    checkRollout(spec.child("strategy"));
    spec.child("minReadySeconds").needNonNegative();
    spec.child("revisionHistoryLimit").needNonNegative();
    String rollback =
        deployment.node().at("metadata").at("annotations").text(WorkloadDefaults.ROLLBACK_TO);
    if (rollback.startsWith("-")) {
      spec.child("rollback", "version")
          .invalid(Long.parseLong(rollback), "must be greater than or equal to 0");
    }
    Place deadline = spec.child("progressDeadlineSeconds");
    deadline.needNonNegative();
    if (deadline.number() <= spec.child("minReadySeconds").number()) {
      deadline.invalid("must be greater than minReadySeconds");
    }
  }

  private static void checkRollout(Place strategy) {
    Place update = strategy.child("rollingUpdate");
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

  private static void checkRollingUpdate(Place update) {
    Place unavailable = update.child("maxUnavailable");
    Place surge = update.child("maxSurge");
    TemplateRules.checkCountOrPercent(unavailable);
    TemplateRules.checkCountOrPercent(surge);
    if (TemplateRules.amountOf(unavailable) == 0 && TemplateRules.amountOf(surge) == 0) {
      unavailable.invalid(TemplateRules.shown(unavailable), "may not be 0 when `maxSurge` is 0");
    }
    TemplateRules.checkAtMostAll(unavailable);
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    Place place = Place.root(object);
    check(place);
    TemplateRules.needSameSelector(place.child("spec", "selector"), old.at("spec"));
    return place.errors();
  }

  @Override
  public List<FieldError> validateStatusUpdate(TreeNode object, TreeNode old) {
    Place status =
        ReplicaStatus.checkCounters(
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
    ReplicaStatus.checkParts(
        status, List.of("updatedReplicas", "readyReplicas", "availableReplicas"), "readyReplicas");
    ReplicaStatus.checkCollisions(status, old);
    return status.errors();
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    return PodWarnings.ofWorkload(object, old, true);
  }
}
