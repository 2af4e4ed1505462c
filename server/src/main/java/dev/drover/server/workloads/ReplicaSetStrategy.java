package dev.drover.server.workloads;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.Strategy;
import dev.drover.server.rules.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Replica sets.
public final class ReplicaSetStrategy implements Strategy {
  @Override
  public void setDefaults(TreeNode object) {
    WorkloadDefaults.setReplicaSet(object);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    DisabledFields.dropFromSpec(object.at("spec").at("template").at("spec"));
    Statuses.reset(object, "replicas");
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old) {
    DisabledFields.dropFromSpec(object.at("spec").at("template").at("spec"));
    Statuses.keep(object, old);
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    Place place = Place.root(object);
    check(place.child("spec"));
    return place.errors();
  }

  private static void check(Place spec) {
    spec.child("replicas").needNonNegative();
    spec.child("minReadySeconds").needNonNegative();
    TemplateRules.checkReplicated(spec);
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    Place spec = Place.root(object).child("spec");
    check(spec);
    TemplateRules.needSameSelector(spec.child("selector"), old.at("spec"));
    return spec.errors();
  }

  @Override
  public List<FieldError> validateStatusUpdate(TreeNode object, TreeNode old) {
    return ReplicaStatus.checkReplicas(
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
