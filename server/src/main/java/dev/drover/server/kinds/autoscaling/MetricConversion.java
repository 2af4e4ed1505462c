package dev.drover.server.kinds.autoscaling;

import dev.drover.schema.TreeNode;
import java.util.function.BiFunction;

/// Converts the metrics of an autoscaler between `v2` and `v1`, which keeps them in annotations.
/// Fields are set in the order in which Go writes them.
final class MetricConversion {
  private static final String NO_AMOUNT = "0";

  private MetricConversion() {}

  static TreeNode specFromV2(TreeNode metric) {
    return each(metric, MetricConversion::specFromV2);
  }

  private static TreeNode specFromV2(String source, TreeNode in) {
    TreeNode target = in.at("target");
    TreeNode out = TreeNode.empty();
    switch (source) {
      case "object" -> {
        reference(in, "describedObject", out, "target");
        copy(in.at("metric"), "name", out, "metricName");
        out.set("targetValue", target.has("value") ? target.get("value") : NO_AMOUNT);
        copy(in.at("metric"), "selector", out, "selector");
        copy(target, "averageValue", out, "averageValue");
      }
      case "pods" -> {
        copy(in.at("metric"), "name", out, "metricName");
        copy(target, "averageValue", out, "targetAverageValue");
        out.setDefault("targetAverageValue", NO_AMOUNT);
        copy(in.at("metric"), "selector", out, "selector");
      }
      case "external" -> {
        copy(in.at("metric"), "name", out, "metricName");
        copy(in.at("metric"), "selector", out, "metricSelector");
        copy(target, "value", out, "targetValue");
        copy(target, "averageValue", out, "targetAverageValue");
      }
      default -> {
        copy(in, "name", out, "name");
        copy(target, "averageUtilization", out, "targetAverageUtilization");
        copy(target, "averageValue", out, "targetAverageValue");
        copy(in, "container", out, "container");
      }
    }
    return out;
  }

  static TreeNode specToV2(TreeNode metric) {
    return each(metric, MetricConversion::specToV2);
  }

  private static TreeNode specToV2(String source, TreeNode in) {
    TreeNode out = TreeNode.empty();
    TreeNode target = out.orCreate("target");
    switch (source) {
      case "object" -> {
        reference(in, "target", out, "describedObject");
        metric(in, "selector", out);
        boolean isAverage = in.has("averageValue");
        target.set("type", isAverage ? "AverageValue" : "Value");
        // `v1` cannot leave the value out and writes 0 instead.
        if (!isAverage || !in.text("targetValue").equals(NO_AMOUNT)) {
          copy(in, "targetValue", target, "value");
        }
        copy(in, "averageValue", target, "averageValue");
      }
      case "pods" -> {
        metric(in, "selector", out);
        target.set("type", "AverageValue");
        copy(in, "targetAverageValue", target, "averageValue");
      }
      case "external" -> {
        metric(in, "metricSelector", out);
        target.set("type", in.has("targetValue") ? "Value" : "AverageValue");
        copy(in, "targetValue", target, "value");
        copy(in, "targetAverageValue", target, "averageValue");
      }
      default -> {
        copy(in, "name", out, "name");
        copy(in, "container", out, "container");
        boolean isUtilization = in.has("targetAverageUtilization");
        target.set("type", isUtilization ? "Utilization" : "AverageValue");
        copy(in, "targetAverageUtilization", target, "averageUtilization");
        copy(in, "targetAverageValue", target, "averageValue");
      }
    }
    return out;
  }

  static TreeNode statusFromV2(TreeNode metric) {
    return each(metric, MetricConversion::statusFromV2);
  }

  private static TreeNode statusFromV2(String source, TreeNode in) {
    TreeNode current = in.at("current");
    TreeNode out = TreeNode.empty();
    switch (source) {
      case "object" -> {
        reference(in, "describedObject", out, "target");
        copy(in.at("metric"), "name", out, "metricName");
        out.set("currentValue", current.has("value") ? current.get("value") : NO_AMOUNT);
        copy(in.at("metric"), "selector", out, "selector");
        copy(current, "averageValue", out, "averageValue");
      }
      case "pods" -> {
        copy(in.at("metric"), "name", out, "metricName");
        copy(current, "averageValue", out, "currentAverageValue");
        out.setDefault("currentAverageValue", NO_AMOUNT);
        copy(in.at("metric"), "selector", out, "selector");
      }
      case "external" -> {
        copy(in.at("metric"), "name", out, "metricName");
        copy(in.at("metric"), "selector", out, "metricSelector");
        out.set("currentValue", current.has("value") ? current.get("value") : NO_AMOUNT);
        copy(current, "averageValue", out, "currentAverageValue");
      }
      default -> {
        copy(in, "name", out, "name");
        copy(current, "averageUtilization", out, "currentAverageUtilization");
        copy(current, "averageValue", out, "currentAverageValue");
        out.setDefault("currentAverageValue", NO_AMOUNT);
        copy(in, "container", out, "container");
      }
    }
    return out;
  }

  static TreeNode statusToV2(TreeNode metric) {
    return each(metric, MetricConversion::statusToV2);
  }

  private static TreeNode statusToV2(String source, TreeNode in) {
    TreeNode out = TreeNode.empty();
    TreeNode current = out.orCreate("current");
    switch (source) {
      case "object" -> {
        reference(in, "target", out, "describedObject");
        metric(in, "selector", out);
        copy(in, "currentValue", current, "value");
        copy(in, "averageValue", current, "averageValue");
      }
      case "pods" -> {
        metric(in, "selector", out);
        copy(in, "currentAverageValue", current, "averageValue");
      }
      case "external" -> {
        metric(in, "metricSelector", out);
        copy(in, "currentValue", current, "value");
        copy(in, "currentAverageValue", current, "averageValue");
      }
      default -> {
        copy(in, "name", out, "name");
        copy(in, "container", out, "container");
        copy(in, "currentAverageUtilization", current, "averageUtilization");
        copy(in, "currentAverageValue", current, "averageValue");
      }
    }
    return out;
  }

  /// A metric names its type and has one source, under the name of that type.
  private static TreeNode each(TreeNode in, BiFunction<String, TreeNode, TreeNode> conversion) {
    TreeNode out = TreeNode.empty().set("type", in.text("type"));
    for (String source :
        new String[] {"object", "pods", "resource", "containerResource", "external"}) {
      in.child(source).ifPresent(it -> out.set(source, conversion.apply(source, it)));
    }
    return out;
  }

  private static void metric(TreeNode in, String selector, TreeNode out) {
    TreeNode metric = out.orCreate("metric");
    copy(in, "metricName", metric, "name");
    copy(in, selector, metric, "selector");
  }

  private static void reference(TreeNode in, String name, TreeNode out, String outName) {
    TreeNode reference = out.orCreate(outName);
    for (String part : new String[] {"kind", "name", "apiVersion"}) {
      copy(in.at(name), part, reference, part);
    }
  }

  static void copy(TreeNode in, String name, TreeNode out, String outName) {
    if (in.has(name)) {
      out.set(outName, in.get(name));
    }
  }
}
