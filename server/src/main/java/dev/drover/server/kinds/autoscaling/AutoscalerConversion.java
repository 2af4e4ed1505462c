package dev.drover.server.kinds.autoscaling;

import dev.drover.api.DecodeException;
import dev.drover.api.RawExtension;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Autoscalers in their two versions. `v1` has one field for the usual metric, the utilization of
/// the CPU, and keeps everything else that `v2` can say as JSON in annotations.
public final class AutoscalerConversion {
  private static final String PREFIX = "autoscaling.alpha.kubernetes.io/";
  private static final String METRICS = PREFIX + "metrics";
  private static final String CURRENT_METRICS = PREFIX + "current-metrics";
  private static final String CONDITIONS = PREFIX + "conditions";
  private static final String BEHAVIOR = PREFIX + "behavior";
  private static final List<String> ANNOTATIONS =
      List.of(
          METRICS,
          CURRENT_METRICS,
          CONDITIONS,
          BEHAVIOR,
          PREFIX + "scale-down-tolerance",
          PREFIX + "scale-up-tolerance");
  private static final long DEFAULT_CPU_UTILIZATION = 80;
  static final Map<String, @Nullable Object> DEFAULT_METRIC =
      cpuUtilization(DEFAULT_CPU_UTILIZATION);

  private AutoscalerConversion() {}

  /// A `v1` autoscaler as a `v2` one.
  public static Map<String, @Nullable Object> toV2(Map<String, @Nullable Object> v1) {
    TreeNode object = TreeNode.copyOf(v1).set("apiVersion", "autoscaling/v2");
    TreeNode annotations = object.at("metadata").at("annotations");
    TreeNode spec = object.orCreate("spec");
    List<@Nullable Object> metrics =
        converted(annotations.text(METRICS), MetricConversion::specToV2);
    if (spec.has("targetCPUUtilizationPercentage")) {
      metrics.add(cpuUtilization(spec.number("targetCPUUtilizationPercentage", 0)));
    }
    if (metrics.isEmpty()) {
      metrics.add(DEFAULT_METRIC);
    }
    spec.remove("targetCPUUtilizationPercentage").set("metrics", metrics);
    if (parse(annotations.text(BEHAVIOR)) instanceof Map<?, ?> behavior && !behavior.isEmpty()) {
      spec.set("behavior", BehaviorConversion.toV2(behavior));
    }
    TreeNode status = object.orCreate("status");
    statusToV2(status, annotations);
    dropAnnotations(object);
    return object.map();
  }

  private static void statusToV2(TreeNode status, TreeNode annotations) {
    List<@Nullable Object> current = new ArrayList<>();
    if (annotations.has(CURRENT_METRICS)) {
      current = converted(annotations.text(CURRENT_METRICS), MetricConversion::statusToV2);
    } else if (status.has("currentCPUUtilizationPercentage")) {
      TreeNode cpu = TreeNode.empty().set("name", "cpu");
      cpu.orCreate("current")
          .set("averageUtilization", status.get("currentCPUUtilizationPercentage"));
      current.add(TreeNode.empty().set("type", "Resource").set("resource", cpu).map());
    }
    status.remove("currentCPUUtilizationPercentage").set("currentMetrics", current);
    if (current.isEmpty()) {
      status.set("currentMetrics", null); // Go writes the list even when there is none
    }
    List<@Nullable Object> conditions =
        converted(annotations.text(CONDITIONS), UnaryOperator.identity());
    if (!conditions.isEmpty()) {
      status.set("conditions", conditions);
    }
  }

  private static Map<String, @Nullable Object> cpuUtilization(long percent) {
    TreeNode cpu = TreeNode.empty().set("name", "cpu");
    cpu.orCreate("target").set("type", "Utilization").set("averageUtilization", percent);
    return TreeNode.empty().set("type", "Resource").set("resource", cpu).map();
  }

  /// A `v2` autoscaler as a `v1` one.
  public static Map<String, @Nullable Object> fromV2(Map<String, @Nullable Object> v2) {
    TreeNode object = TreeNode.copyOf(v2).set("apiVersion", "autoscaling/v1");
    dropAnnotations(object);
    TreeNode annotations = TreeNode.empty();
    TreeNode spec = object.orCreate("spec");
    List<@Nullable Object> others = new ArrayList<>();
    for (TreeNode metric : spec.items("metrics")) {
      TreeNode target = metric.at("resource").at("target");
      if (isCpu(metric) && target.has("averageUtilization")) {
        spec.setDefault("targetCPUUtilizationPercentage", target.number("averageUtilization", 0));
      } else {
        others.add(MetricConversion.specFromV2(metric).map());
      }
    }
    annotate(annotations, METRICS, others);
    spec.child("behavior")
        .ifPresent(it -> annotations.set(BEHAVIOR, json(BehaviorConversion.fromV2(it).map())));
    spec.remove("metrics").remove("behavior");
    statusFromV2(object.orCreate("status"), annotations);
    if (!annotations.map().isEmpty()) {
      object.orCreate("metadata").orCreate("annotations").map().putAll(annotations.map());
    }
    return object.map();
  }

  private static void statusFromV2(TreeNode status, TreeNode annotations) {
    List<@Nullable Object> current = new ArrayList<>();
    for (TreeNode metric : status.items("currentMetrics")) {
      TreeNode value = metric.at("resource").at("current");
      if (isCpu(metric) && value.has("averageUtilization")) {
        status.set("currentCPUUtilizationPercentage", value.get("averageUtilization"));
      }
      current.add(MetricConversion.statusFromV2(metric).map());
    }
    annotate(annotations, CURRENT_METRICS, current);
    List<@Nullable Object> conditions = new ArrayList<>();
    for (TreeNode condition : status.items("conditions")) {
      TreeNode ordered = TreeNode.empty();
      for (String name : List.of("type", "status", "lastTransitionTime", "reason", "message")) {
        MetricConversion.copy(condition, name, ordered, name);
      }
      conditions.add(ordered.map());
    }
    annotate(annotations, CONDITIONS, conditions);
    status.remove("currentMetrics").remove("conditions");
  }

  private static boolean isCpu(TreeNode metric) {
    return metric.text("type").equals("Resource")
        && metric.at("resource").text("name").equals("cpu");
  }

  /// Annotations that stand for fields of `v2` are never shown as such, whatever wrote them.
  static void dropAnnotations(TreeNode object) {
    object
        .at("metadata")
        .child("annotations")
        .ifPresent(
            annotations -> {
              if (annotations.map().keySet().removeAll(ANNOTATIONS)
                  && annotations.map().isEmpty()) {
                object.at("metadata").remove("annotations");
              }
            });
  }

  private static void annotate(TreeNode annotations, String name, List<@Nullable Object> values) {
    if (!values.isEmpty()) {
      annotations.set(name, json(values));
    }
  }

  private static List<@Nullable Object> converted(String json, UnaryOperator<TreeNode> conversion) {
    List<@Nullable Object> all = new ArrayList<>();
    for (TreeNode item : TreeNode.empty().set("items", parse(json)).items("items")) {
      all.add(conversion.apply(item).map());
    }
    return all;
  }

  /// The tree in an annotation; what is no JSON counts as absent, as in Kubernetes.
  private static @Nullable Object parse(String json) {
    if (json.isEmpty()) {
      return null;
    }
    try {
      return RawExtension.ofJson(json).tree();
    } catch (DecodeException notJson) {
      return null;
    }
  }

  private static String json(Object tree) {
    return RawExtension.ofTree(tree).raw().utf8();
  }
}
