package dev.drover.server.workloads;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.Strategy;
import dev.drover.server.rules.Place;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Replication controllers.
public final class ReplicationControllerStrategy implements Strategy {
  @Override
  public void setDefaults(TreeNode object) {
    WorkloadDefaults.setReplicationController(object);
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
  public Dependents dependents() {
    return Dependents.ORPHAN; // as it was before there was a garbage collector
  }

  @Override
  public Map<String, String> selectableFields(TreeNode object) {
    long replicas = object.at("status").number("replicas", 0);
    return Map.of("status.replicas", Long.toString(replicas));
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    Place place = Place.root(object);
    check(place.child("spec"));
    return place.errors();
  }

  private static void check(Place spec) {
    spec.child("minReadySeconds").needNonNegative();
    Place selector = spec.child("selector");
    if (selector.size() == 0) {
      selector.required("");
    }
    spec.child("replicas").needNonNegative();
    Place template = spec.child("template");
    if (!template.isPresent()) {
      template.required("");
      return;
    }
    Map<String, String> labels = template.node().at("metadata").textMap("labels");
    if (!labels.entrySet().containsAll(spec.node().textMap("selector").entrySet())) {
      template
          .child("metadata", "labels")
          .invalid(labels.isEmpty() ? null : labels, "`selector` does not match template `labels`");
    }
    PodRules.checkTemplate(template);
    TemplateRules.checkLasting(template, "ReplicationController");
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
            "observedGeneration"));
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    if (old == null) {
      return PodWarnings.ofWorkload(object, null, true);
    }
    // Of the template as it was: in Kubernetes, the two are mixed up.
    return PodWarnings.isNewGeneration(object, old)
        ? PodWarnings.ofTemplate(Place.root(old).child("spec", "template"))
        : List.of();
  }
}
