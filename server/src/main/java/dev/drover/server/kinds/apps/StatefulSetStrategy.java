package dev.drover.server.kinds.apps;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.kinds.core.pod.DisabledFields;
import dev.drover.server.kinds.core.pod.PodTemplateValidation;
import dev.drover.server.kinds.core.pod.PodValidation;
import dev.drover.server.kinds.core.pod.PodWarnings;
import dev.drover.server.strategy.Naming;
import dev.drover.server.strategy.StatusFields;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.LabelSelectorValidation;
import dev.drover.server.validation.VolumeClaimSpecs;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Prepares and validates stateful sets.
public final class StatefulSetStrategy implements Strategy {
  private static final Set<String> CHANGEABLE =
      Set.of(
          "replicas",
          "template",
          "updateStrategy",
          "minReadySeconds",
          "ordinals",
          "revisionHistoryLimit",
          "persistentVolumeClaimRetentionPolicy");

  @Override
  public void setDefaults(TreeNode object) {
    WorkloadDefaults.setStatefulSet(object);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    dropDisabled(object);
    DisabledFields.dropFromSpec(object.at("spec").at("template").at("spec"));
    StatusFields.reset(object, "replicas", "availableReplicas");
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    dropDisabled(object);
    DisabledFields.dropFromSpec(object.at("spec").at("template").at("spec"));
    StatusFields.keep(object, old);
  }

  @Override
  public Naming naming() {
    return Naming.LABEL;
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator place = FieldValidator.root(object);
    FieldValidator spec = place.child("spec");
    checkPolicies(spec);
    spec.child("volumeClaimTemplates")
        .each(claim -> VolumeClaimSpecs.checkSpec(claim.child("spec")));
    checkCounts(spec);
    FieldValidator service = spec.child("serviceName");
    if (!service.isBlank()) {
      service.checkText(Names::dnsLabel);
    }
    check(spec);
    return place.errors();
  }

  /// What cannot change is not looked at again.
  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    checkPolicies(spec);
    checkCounts(spec);
    check(spec);
    if (!fixed(object).equals(fixed(old))) {
      spec.forbidden(
          "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template',"
              + " 'updateStrategy', 'revisionHistoryLimit',"
              + " 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden");
    }
    return spec.errors();
  }

  private static Map<String, @Nullable Object> fixed(TreeNode set) {
    Map<String, @Nullable Object> fixed = new TreeMap<>(set.at("spec").map());
    fixed.keySet().removeAll(CHANGEABLE);
    return fixed;
  }

  private static void checkPolicies(FieldValidator spec) {
    FieldValidator management = spec.child("podManagementPolicy");
    if (management.needText() && !List.of("OrderedReady", "Parallel").contains(management.text())) {
      management.invalidTyped("must be 'OrderedReady' or 'Parallel'");
    }
    checkRollout(spec.child("updateStrategy"));
    for (String policy : List.of("whenDeleted", "whenScaled")) {
      spec.child("persistentVolumeClaimRetentionPolicy", policy)
          .needOneOf(List.of("Retain", "Delete"));
    }
  }

  private static void checkRollout(FieldValidator strategy) {
    FieldValidator update = strategy.child("rollingUpdate");
    switch (strategy.child("type").text()) {
      case "" -> strategy.required("");
      case "OnDelete" ->
          update.ifPresent(
              u ->
                  u.invalid(
                      InternalForm.of("apps/v1.RollingUpdateStatefulSetStrategy", u.node()),
                      "only allowed for updateStrategy 'RollingUpdate'"));
      case "RollingUpdate" -> update.child("partition").needNonNegative();
      default ->
          strategy.invalid(
              InternalForm.of("apps/v1.StatefulSetUpdateStrategy", strategy.node()),
              "must be 'RollingUpdate' or 'OnDelete'");
    }
  }

  private static void checkCounts(FieldValidator spec) {
    spec.child("replicas").needNonNegative();
    spec.child("minReadySeconds").needNonNegative();
    FieldValidator start = spec.child("ordinals", "start");
    start.as(spec.path().child("ordinals.start")).needNonNegative();
  }

  private static void check(FieldValidator spec) {
    FieldValidator selector = spec.child("selector");
    if (PodTemplateValidation.checkSelector(
        selector, "empty selector is invalid for statefulset")) {
      checkTemplate(spec, selector);
    } else {
      selector.invalid(LabelSelectorValidation.shown(selector), "");
    }
    PodTemplateValidation.checkLasting(spec.child("template"), "StatefulSet");
  }

  /// Checks the template as the controller will use it: with a host name of its own making, and
  /// with a volume for each claim.
  private static void checkTemplate(FieldValidator spec, FieldValidator selector) {
    TreeNode copy = TreeNode.copyOf(spec.child("template").node().map());
    TreeNode pod = copy.orCreate("spec").remove("subdomain").remove("hostname");
    List<Object> volumes = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    spec.node()
        .items("volumeClaimTemplates")
        .forEach(c -> names.add(c.at("metadata").text("name")));
    for (String name : names) {
      volumes.add(Map.of("name", name, "persistentVolumeClaim", Map.of("claimName", name)));
    }
    for (TreeNode volume : pod.items("volumes")) {
      if (!names.contains(volume.text("name"))) {
        volumes.add(volume.map());
      }
    }
    if (!volumes.isEmpty()) {
      pod.set("volumes", volumes);
    }
    FieldValidator template = FieldValidator.of(copy, spec.child("template").path());
    if (!LabelSelectorValidation.isEmpty(selector) || !selector.isPresent()) {
      PodTemplateValidation.checkMatches(selector, template);
    }
    PodValidation.checkTemplate(template);
    PodValidation.checkTemplateMetadata(template); // once more, as Kubernetes does
    spec.report(template.errors());
  }

  private static void dropDisabled(TreeNode object) {
    object.at("spec").at("updateStrategy").at("rollingUpdate").remove("maxUnavailable");
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS.validating(this::validateStatus);
  }

  private List<FieldError> validateStatus(TreeNode object, TreeNode old) {
    FieldValidator status =
        ReplicaStatusValidation.checkCounters(
            object,
            List.of(
                "replicas",
                "readyReplicas",
                "currentReplicas",
                "updatedReplicas",
                "availableReplicas",
                "observedGeneration",
                "collisionCount"));
    ReplicaStatusValidation.checkParts(
        status,
        List.of("readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"),
        "status.readyReplicas");
    ReplicaStatusValidation.checkCollisions(status, old);
    return status.errors();
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    List<String> warnings = new ArrayList<>(PodWarnings.ofWorkload(object, old, false));
    for (FieldValidator claim :
        FieldValidator.root(object).child("spec", "volumeClaimTemplates").items()) {
      // Kubernetes gives the claim's path on create, and one of its own on update.
      FieldValidator spec = claim.child("spec");
      warnings.addAll(
          VolumeClaimSpecs.warnings(
              spec.as(old == null ? claim.path() : claim.path().child("Spec"))));
    }
    if (object.at("spec").number("revisionHistoryLimit", 0) < 0) {
      warnings.add(
          "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value"
              + " >= 0 is recommended");
    }
    return warnings;
  }
}
