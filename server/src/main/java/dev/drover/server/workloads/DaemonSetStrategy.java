package dev.drover.server.workloads;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.Strategy;
import dev.drover.server.rules.InternalForm;
import dev.drover.server.rules.LabelSelectors;
import dev.drover.server.rules.Place;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Daemon sets.
public final class DaemonSetStrategy implements Strategy {
  @Override
  public void setDefaults(TreeNode object) {
    WorkloadDefaults.setDaemonSet(object);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    DisabledFields.dropFromSpec(object.at("spec").at("template").at("spec"));
    Statuses.reset(
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
  public void prepareForUpdate(TreeNode object, TreeNode old) {
    DisabledFields.dropFromSpec(object.at("spec").at("template").at("spec"));
    Statuses.keep(object, old);
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
    Place place = Place.root(object);
    check(place.child("spec"), templateGeneration(object));
    return place.errors();
  }

  private static void check(Place spec, long templateGeneration) {
    Place selector = spec.child("selector");
    Place template = spec.child("template");
    LabelSelectors.check(selector);
    if (LabelSelectors.isUsable(selector)) {
      TemplateRules.checkMatches(selector, template);
    }
    if (selector.isPresent() && LabelSelectors.isEmpty(selector)) {
      selector.invalid("empty selector is invalid for daemonset");
    }
    PodRules.checkTemplate(template);
    TemplateRules.checkLasting(template, "DaemonSet");
    spec.child("minReadySeconds").needNonNegative();
    if (templateGeneration < 0) {
      spec.child("templateGeneration")
          .invalid(templateGeneration, "must be greater than or equal to 0");
    }
    checkRollout(spec.child("updateStrategy"));
    spec.child("revisionHistoryLimit").needNonNegative();
  }

  private static void checkRollout(Place strategy) {
    switch (strategy.child("type").text()) {
      case "OnDelete" -> {}
      case "RollingUpdate" -> checkRollingUpdate(strategy.child("rollingUpdate"));
      default ->
          strategy.notSupported(
              InternalForm.of("apps/v1.DaemonSetUpdateStrategy", strategy.node()),
              List.of("RollingUpdate", "OnDelete"));
    }
  }

  private static void checkRollingUpdate(Place update) {
    Place unavailable = update.child("maxUnavailable");
    Place surge = update.child("maxSurge");
    TemplateRules.checkCountOrPercent(unavailable);
    TemplateRules.checkCountOrPercent(surge);
    TemplateRules.checkAtMostAll(unavailable);
    TemplateRules.checkAtMostAll(surge);
    boolean hasUnavailable = TemplateRules.amountOf(unavailable) != 0;
    boolean hasSurge = TemplateRules.amountOf(surge) != 0;
    if (hasUnavailable && hasSurge) {
      surge.invalid(TemplateRules.shown(surge), "may not be set when maxUnavailable is non-zero");
    } else if (!hasUnavailable && !hasSurge) {
      unavailable.required("cannot be 0 when maxSurge is 0");
    }
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    Place spec = Place.root(object).child("spec");
    TemplateRules.needSameSelector(spec.child("selector"), old.at("spec"));
    check(spec, templateGeneration(object));
    return spec.errors();
  }

  @Override
  public List<FieldError> validateStatusUpdate(TreeNode object, TreeNode old) {
    Place status =
        ReplicaStatus.checkCounters(
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
    ReplicaStatus.checkCollisions(status, old);
    return status.errors();
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    return old == null || templateGeneration(object) != templateGeneration(old)
        ? PodWarnings.ofTemplate(Place.root(object).child("spec", "template"))
        : List.of();
  }
}
