package dev.drover.server.kinds.apps;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.kinds.core.pod.DisabledFields;
import dev.drover.server.kinds.core.pod.PodTemplateValidation;
import dev.drover.server.kinds.core.pod.PodValidation;
import dev.drover.server.kinds.core.pod.PodWarnings;
import dev.drover.server.strategy.StatusFields;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.LabelSelectorValidation;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Prepares and validates daemon sets.
public final class DaemonSetStrategy implements Strategy {
  @Override
  public void setDefaults(TreeNode object) {
    WorkloadDefaults.setDaemonSet(object);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    DisabledFields.dropFromSpec(object.at("spec").at("template").at("spec"));
    StatusFields.reset(
        object,
        "currentNumberScheduled",
        "numberMisscheduled",
        "desiredNumberScheduled",
        "numberReady");
    if (templateGeneration(object) < 1) {
      object
          .orCreate("metadata")
          .orCreate("annotations")
          .set(WorkloadDefaults.TEMPLATE_GENERATION, "1");
    }
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    DisabledFields.dropFromSpec(object.at("spec").at("template").at("spec"));
    StatusFields.keep(object, old);
    long generation = templateGeneration(old);
    boolean sameTemplate = template(object).equals(template(old));
    object
        .orCreate("metadata")
        .orCreate("annotations")
        .set(
            WorkloadDefaults.TEMPLATE_GENERATION,
            Long.toString(sameTemplate ? generation : generation + 1));
  }

  private static Map<String, @Nullable Object> template(TreeNode set) {
    return set.at("spec").at("template").map();
  }

  private static long templateGeneration(TreeNode set) {
    String text = set.at("metadata").at("annotations").text(WorkloadDefaults.TEMPLATE_GENERATION);
    return text.isEmpty() ? 0 : Long.parseLong(text);
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator place = FieldValidator.root(object);
    check(place.child("spec"), templateGeneration(object));
    return place.errors();
  }

  private static void check(FieldValidator spec, long templateGeneration) {
    FieldValidator selector = spec.child("selector");
    FieldValidator template = spec.child("template");
    LabelSelectorValidation.check(selector);
    if (LabelSelectorValidation.isUsable(selector)) {
      PodTemplateValidation.checkMatches(selector, template);
    }
    if (selector.isPresent() && LabelSelectorValidation.isEmpty(selector)) {
      selector.invalid("empty selector is invalid for daemonset");
    }
    PodValidation.checkTemplate(template);
    PodTemplateValidation.checkLasting(template, "DaemonSet");
    spec.child("minReadySeconds").needNonNegative();
    if (templateGeneration < 0) {
      spec.child("templateGeneration")
          .invalid(templateGeneration, "must be greater than or equal to 0");
    }
    checkRollout(spec.child("updateStrategy"));
    spec.child("revisionHistoryLimit").needNonNegative();
  }

  private static void checkRollout(FieldValidator strategy) {
    switch (strategy.child("type").text()) {
      case "OnDelete" -> {}
      case "RollingUpdate" -> checkRollingUpdate(strategy.child("rollingUpdate"));
      default ->
          strategy.notSupported(
              InternalForm.of("apps/v1.DaemonSetUpdateStrategy", strategy.node()),
              List.of("RollingUpdate", "OnDelete"));
    }
  }

  private static void checkRollingUpdate(FieldValidator update) {
    FieldValidator unavailable = update.child("maxUnavailable");
    FieldValidator surge = update.child("maxSurge");
    PodTemplateValidation.checkCountOrPercent(unavailable);
    PodTemplateValidation.checkCountOrPercent(surge);
    PodTemplateValidation.checkAtMostAll(unavailable);
    PodTemplateValidation.checkAtMostAll(surge);
    boolean hasUnavailable = PodTemplateValidation.amountOf(unavailable) != 0;
    boolean hasSurge = PodTemplateValidation.amountOf(surge) != 0;
    if (hasUnavailable && hasSurge) {
      surge.invalid(
          PodTemplateValidation.shown(surge), "may not be set when maxUnavailable is non-zero");
    } else if (!hasUnavailable && !hasSurge) {
      unavailable.required("cannot be 0 when maxSurge is 0");
    }
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    PodTemplateValidation.needSameSelector(spec.child("selector"), old.at("spec"));
    check(spec, templateGeneration(object));
    return spec.errors();
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
                "currentNumberScheduled",
                "numberMisscheduled",
                "desiredNumberScheduled",
                "numberReady",
                "observedGeneration",
                "updatedNumberScheduled",
                "numberAvailable",
                "numberUnavailable",
                "collisionCount"));
    ReplicaStatusValidation.checkCollisions(status, old);
    return status.errors();
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    return old == null || templateGeneration(object) != templateGeneration(old)
        ? PodWarnings.ofTemplate(FieldValidator.root(object).child("spec", "template"))
        : List.of();
  }
}
