package dev.drover.server.kinds.autoscaling;

import dev.drover.api.GroupVersion;
import dev.drover.api.Names;
import dev.drover.api.Quantity;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.ObjectReferences;
import dev.drover.server.validation.ResourceNames;
import dev.drover.server.validation.StringFormats;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Validates autoscalers of `v2`.
///
/// In Go: `validateHorizontalPodAutoscalerSpec`.
final class AutoscalerValidation {
  private static final long MAX_PERIOD = 1800;
  private static final long MAX_WINDOW = 3600;
  private static final List<String> TYPES =
      List.of("ContainerResource", "External", "Object", "Pods", "Resource");
  private static final List<String> SOURCES =
      List.of("object", "external", "pods", "resource", "containerResource");

  private final boolean toleratesVersions; // of objects that metrics are about

  private AutoscalerValidation(boolean toleratesVersions) {
    this.toleratesVersions = toleratesVersions;
  }

  static List<FieldError> errors(TreeNode object, Optional<TreeNode> old) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    TreeNode oldSpec = old.map(it -> it.at("spec")).orElseGet(TreeNode::empty);
    checkReplicas(spec, oldSpec);
    checkTarget(spec.child("scaleTargetRef"), oldSpec.at("scaleTargetRef"), old.isPresent());
    boolean hadBadVersion =
        oldSpec.items("metrics").stream()
            .filter(metric -> metric.text("type").equals("Object"))
            .map(metric -> metric.at("object").at("describedObject").text("apiVersion"))
            .anyMatch(version -> versionComplaint(version, true).isPresent());
    new AutoscalerValidation(hadBadVersion).checkMetrics(spec.child("metrics"), spec);
    FieldValidator behavior = spec.child("behavior");
    behavior.child("scaleUp").ifPresent(AutoscalerValidation::checkRules);
    behavior.child("scaleDown").ifPresent(AutoscalerValidation::checkRules);
    return spec.errors();
  }

  private static void checkReplicas(FieldValidator spec, TreeNode old) {
    FieldValidator min = spec.child("minReplicas");
    FieldValidator max = spec.child("maxReplicas");
    long lowest = Long.valueOf(0).equals(old.get("minReplicas")) ? 0 : 1;
    if (min.isPresent() && min.number() < lowest) {
      min.invalid("must be greater than or equal to " + lowest);
    }
    if (max.number() == 0) {
      max.required("must be set and greater than 0");
    } else if (max.number() < 0) {
      max.invalid("must be greater than or equal to 1");
    }
    if (min.isPresent() && max.number() < min.number()) {
      max.invalid(max.number(), "must be greater than or equal to `minReplicas`");
    }
  }

  private static void checkTarget(FieldValidator target, TreeNode old, boolean isUpdate) {
    ObjectReferences.checkSegment(target.child("kind"));
    ObjectReferences.checkSegment(target.child("name"));
    FieldValidator version = target.child("apiVersion");
    String kind = target.child("kind").text();
    boolean isOld =
        isUpdate && old.text("apiVersion").equals(version.text()) && old.text("kind").equals(kind);
    if (!isOld) {
      boolean mayBeCore = kind.equals("ReplicationController");
      versionComplaint(version.text(), mayBeCore)
          .ifPresent(complaint -> version.invalid(version.text(), complaint));
    }
  }

  private static Optional<String> versionComplaint(String version, boolean mayBeCore) {
    try {
      boolean isCore = version.isEmpty() || GroupVersion.parse(version).group().isEmpty();
      return isCore && !mayBeCore
          ? Optional.of("apiVersion must specify API group")
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of("unexpected GroupVersion string: " + version);
    }
  }

  private void checkMetrics(FieldValidator metrics, FieldValidator spec) {
    boolean scalesToZero = spec.has("minReplicas") && spec.child("minReplicas").number() == 0;
    boolean hasForeign = false;
    for (FieldValidator metric : metrics.items()) {
      checkMetric(metric);
      String type = metric.child("type").text();
      hasForeign |= type.equals("Object") || type.equals("External");
    }
    if (scalesToZero && !hasForeign) {
      metrics.forbidden(
          "must specify at least one Object or External metric to support scaling to zero"
              + " replicas");
    }
  }

  private void checkMetric(FieldValidator metric) {
    FieldValidator type = metric.child("type");
    boolean isKnown = TYPES.contains(type.text());
    if (type.isBlank()) {
      type.required("must specify a metric source type");
    }
    if (!isKnown) {
      type.notSupported(TYPES);
    }
    List<String> present = new ArrayList<>(SOURCES.stream().filter(metric::has).toList());
    if (!present.isEmpty()) {
      checkSource(metric.child(present.getFirst()), present.getFirst());
    }
    String expected =
        isKnown
            ? type.text().substring(0, 1).toLowerCase(Locale.ROOT) + type.text().substring(1)
            : "";
    if (!isKnown) {
      type.notSupported(TYPES);
    } else if (!metric.has(expected)) {
      metric.child(expected).required("must populate information for the given metric source");
    }
    if (present.size() != 1) {
      present.remove(expected);
      present.forEach(
          name -> metric.child(name).forbidden("must populate the given metric source only"));
    }
  }

  private void checkSource(FieldValidator source, String name) {
    FieldValidator target = source.child("target");
    switch (name) {
      case "object" -> {
        checkDescribed(source.child("describedObject"));
        checkIdentifier(source.child("metric"));
        checkTargetValues(target);
        if (!target.has("value")) {
          need(target, "averageValue", "must set either a target value or averageValue");
        }
      }
      case "external" -> {
        checkIdentifier(source.child("metric"));
        checkTargetValues(target);
        if (!target.has("value")) {
          need(
              target,
              "averageValue",
              "must set either a target value for metric or a per-pod target");
        } else if (target.has("averageValue")) {
          target
              .child("value")
              .forbidden("may not set both a target value for metric and a per-pod target");
        }
      }
      case "pods" -> {
        checkIdentifier(source.child("metric"));
        checkTargetValues(target);
        need(target, "averageValue", "must specify a positive target averageValue");
      }
      case "containerResource" -> {
        FieldValidator resource = source.child("name");
        if (resource.needText("must specify a resource name")) {
          ResourceNames.checkContainerName(resource, resource.text());
        }
        FieldValidator container = source.child("container");
        if (container.needText("must specify a container")) {
          container.checkText(Names::dnsLabel);
        }
        checkUtilization(target);
      }
      default -> {
        source.child("name").needText("must specify a resource name");
        checkUtilization(target);
      }
    }
  }

  private void checkDescribed(FieldValidator object) {
    ObjectReferences.checkSegment(object.child("kind"));
    ObjectReferences.checkSegment(object.child("name"));
    FieldValidator version = object.child("apiVersion");
    if (!toleratesVersions) {
      versionComplaint(version.text(), true)
          .ifPresent(complaint -> version.invalid(version.text(), complaint));
    }
  }

  private static void need(FieldValidator owner, String field, String detail) {
    if (!owner.has(field)) {
      owner.child(field).required(detail);
    }
  }

  private static void checkIdentifier(FieldValidator metric) {
    FieldValidator name = metric.child("name");
    if (name.needText("must specify a metric name")) {
      name.checkText(StringFormats::pathSegment);
    }
  }

  private static void checkUtilization(FieldValidator target) {
    checkTargetValues(target);
    if (!target.has("averageValue")) {
      need(
          target,
          "averageUtilization",
          "must set either a target raw value or a target utilization");
    } else if (target.has("averageUtilization")) {
      target
          .child("averageValue")
          .forbidden("may not set both a target raw value and a target utilization");
    }
  }

  private static void checkTargetValues(FieldValidator target) {
    FieldValidator type = target.child("type");
    if (type.isBlank()) {
      type.required("must specify a metric target type");
    }
    if (!List.of("Utilization", "Value", "AverageValue").contains(type.text())) {
      type.invalidTyped("must be either Utilization, Value, or AverageValue");
    }
    for (String name : List.of("value", "averageValue")) {
      FieldValidator amount = target.child(name);
      if (amount.isPresent() && Quantity.parse(amount.text()).signum() <= 0) {
        amount.invalid("must be positive");
      }
    }
    FieldValidator utilization = target.child("averageUtilization");
    if (utilization.isPresent() && utilization.number() < 1) {
      utilization.invalid("must be greater than 0");
    }
  }

  private static void checkRules(FieldValidator rules) {
    FieldValidator window = rules.child("stabilizationWindowSeconds");
    if (window.number() < 0) {
      window.invalid("must be greater than or equal to zero");
    }
    if (window.number() > MAX_WINDOW) {
      window.invalid("must be less than or equal to " + MAX_WINDOW);
    }
    rules
        .child("selectPolicy")
        .ifPresent(policy -> policy.needOneOf(List.of("Disabled", "Max", "Min")));
    FieldValidator policies = rules.child("policies");
    if (policies.size() == 0) {
      policies.required("must specify at least one Policy");
    }
    policies.each(AutoscalerValidation::checkPolicy);
    FieldValidator tolerance = rules.child("tolerance");
    if (tolerance.isPresent() && Quantity.parse(tolerance.text()).signum() < 0) {
      tolerance.invalid("must be greater than or equal to 0");
    }
  }

  private static void checkPolicy(FieldValidator policy) {
    policy.child("type").needOneOf(List.of("Percent", "Pods"));
    policy.child("value").needPositive();
    FieldValidator period = policy.child("periodSeconds");
    period.needPositive();
    if (period.number() > MAX_PERIOD) {
      period.invalid("must be less than or equal to " + MAX_PERIOD);
    }
  }
}
