package dev.drover.server.kinds.core;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.kinds.apps.ReplicaStatusValidation;
import dev.drover.server.kinds.apps.WorkloadDefaults;
import dev.drover.server.kinds.core.pod.DisabledFields;
import dev.drover.server.kinds.core.pod.PodTemplateValidation;
import dev.drover.server.kinds.core.pod.PodValidation;
import dev.drover.server.kinds.core.pod.PodWarnings;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.SelectableFields;
import dev.drover.server.strategy.StatusFields;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Prepares and validates replication controllers.
public final class ReplicationControllerStrategy implements Strategy {
  @Override
  public void setDefaults(TreeNode object) {
    WorkloadDefaults.setReplicationController(object);
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

  /// Dependents are orphaned by default, as before there was a garbage collector.
  @Override
  public Deletion deletion() {
    return Deletion.DEFAULT.dependents(Deletion.Dependents.ORPHAN);
  }

  @Override
  public SelectableFields selectableFields() {
    return this::fieldsOf;
  }

  private Map<String, String> fieldsOf(TreeNode object) {
    long replicas = object.at("status").number("replicas", 0);
    return Map.of("status.replicas", Long.toString(replicas));
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator place = FieldValidator.root(object);
    check(place.child("spec"));
    return place.errors();
  }

  private static void check(FieldValidator spec) {
    spec.child("minReadySeconds").needNonNegative();
    FieldValidator selector = spec.child("selector");
    if (selector.size() == 0) {
      selector.required("");
    }
    spec.child("replicas").needNonNegative();
    FieldValidator template = spec.child("template");
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
    PodValidation.checkTemplate(template);
    PodTemplateValidation.checkLasting(template, "ReplicationController");
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
            "observedGeneration"));
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    if (old == null) {
      return PodWarnings.ofWorkload(object, null, true);
    }
    // Of the template as it was: in Kubernetes, the two are mixed up.
    return PodWarnings.isNewGeneration(object, old)
        ? PodWarnings.ofTemplate(FieldValidator.root(old).child("spec", "template"))
        : List.of();
  }
}
