package dev.drover.server.controllers.autoscaling;

import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Pods;
import dev.drover.server.validation.ResourceLists;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/// Computes the replicas that the metrics of an autoscaler demand. The values of metrics are
/// annotations: a quantity in `metrics.simulation.drover.dev/NAME`
///
/// | type of metric | annotation of |
/// |---|---|
/// | `Resource`, `ContainerResource`, `Pods` | each pod, or the autoscaler for all pods |
/// | `Object` | the described object, or the autoscaler |
/// | `External` | the autoscaler |
///
/// where NAME is the name of the metric, `cpu` or `memory` for resources.
///
/// In Go: `ReplicaCalculator`.
final class AnnotatedMetrics {
  private static final String PREFIX = "metrics.simulation.drover.dev/";
  private static final String TOLERANCE = "0.1";
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private final ClusterPass cluster;
  private final Item autoscaler;
  private final List<Item> pods; // that are ready
  private final long replicas;

  /// @param replicas how many there are now
  AnnotatedMetrics(ClusterPass cluster, Item autoscaler, List<Item> pods, long replicas) {
    this.cluster = cluster;
    this.autoscaler = autoscaler;
    this.pods = pods.stream().filter(pod -> Pods.isActive(pod) && Pods.isReady(pod)).toList();
    this.replicas = replicas;
  }

  /// What a metric asks for.
  ///
  /// @param metric its name in events and conditions
  /// @param current the metric as the status shows it
  record Proposal(long replicas, String metric, TreeNode current) {}

  /// Empty if the metric has no values.
  Optional<Proposal> of(TreeNode metric) {
    return switch (metric.text("type")) {
      case "Resource" -> resource(metric, "resource");
      case "ContainerResource" -> resource(metric, "containerResource");
      case "Pods" -> perPod(metric);
      case "Object" -> total(metric, "object", describedObject(metric.at("object")));
      case "External" -> total(metric, "external", Optional.empty());
      default -> Optional.empty();
    };
  }

  private Optional<Item> describedObject(TreeNode object) {
    TreeNode described = object.at("describedObject");
    String version = described.text("apiVersion");
    String group = version.contains("/") ? version.substring(0, version.indexOf('/')) : "";
    return cluster
        .resource(group, described.text("kind"))
        .flatMap(
            resource ->
                cluster.find(
                    resource.storage().name(), autoscaler.namespace(), described.text("name")));
  }

  private Optional<BigDecimal> value(Item item, String name) {
    String own = item.annotation(PREFIX + name);
    String text = own.isEmpty() ? autoscaler.annotation(PREFIX + name) : own;
    return text.isEmpty() ? Optional.empty() : parse(text);
  }

  private static Optional<BigDecimal> parse(String text) {
    try {
      return Optional.of(Quantity.parse(text).toBigDecimal());
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // as if there were no value
    }
  }

  /// The values of all pods that have one.
  private List<BigDecimal> values(String name) {
    return pods.stream().flatMap(pod -> value(pod, name).stream()).toList();
  }

  private static BigDecimal sum(List<BigDecimal> values) {
    return values.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private Optional<Proposal> resource(TreeNode metric, String field) {
    TreeNode source = metric.at(field);
    String name = source.text("name");
    List<BigDecimal> values = values(name);
    TreeNode target = source.at("target");
    if (values.isEmpty()) {
      return Optional.empty();
    }
    BigDecimal average = average(values);
    TreeNode current = current(metric, field, source);
    current.at(field).orCreate("current").set("averageValue", quantity(average));
    if (!target.has("averageUtilization")) {
      return ratio(average, target.text("averageValue"))
          .map(ratio -> new Proposal(byRatio(ratio, values.size()), name + " resource", current));
    }
    BigDecimal requested = requested(name);
    if (requested.signum() == 0) {
      return Optional.empty();
    }
    long utilization =
        average.multiply(HUNDRED).divide(requested, 0, RoundingMode.DOWN).longValue();
    current.at(field).at("current").set("averageUtilization", utilization);
    BigDecimal ratio =
        BigDecimal.valueOf(utilization)
            .divide(
                BigDecimal.valueOf(target.number("averageUtilization", 1)),
                6,
                RoundingMode.HALF_UP);
    String described =
        field.equals("resource")
            ? name + " resource utilization (percentage of request)"
            : name + " container resource utilization (percentage of request)";
    return Optional.of(new Proposal(byRatio(ratio, values.size()), described, current));
  }

  /// What pods ask for of a resource, on average.
  private BigDecimal requested(String name) {
    return average(
        pods.stream()
            .map(
                pod ->
                    sum(
                        pod.spec().items("containers").stream()
                            .map(c -> ResourceLists.read(c.at("resources"), "requests").get(name))
                            .filter(java.util.Objects::nonNull)
                            .map(Quantity::toBigDecimal)
                            .toList()))
            .toList());
  }

  private static BigDecimal average(List<BigDecimal> values) {
    return sum(values).divide(BigDecimal.valueOf(values.size()), 6, RoundingMode.HALF_UP);
  }

  private Optional<Proposal> perPod(TreeNode metric) {
    TreeNode source = metric.at("pods");
    String name = source.at("metric").text("name");
    List<BigDecimal> values = values(name);
    if (values.isEmpty()) {
      return Optional.empty();
    }
    BigDecimal average = average(values);
    TreeNode current = current(metric, "pods", source);
    current.at("pods").orCreate("current").set("averageValue", quantity(average));
    return ratio(average, source.at("target").text("averageValue"))
        .map(ratio -> new Proposal(byRatio(ratio, values.size()), "pods metric " + name, current));
  }

  private Optional<Proposal> total(TreeNode metric, String field, Optional<Item> object) {
    TreeNode source = metric.at(field);
    String name = source.at("metric").text("name");
    Optional<BigDecimal> value = value(object.orElse(autoscaler), name);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    TreeNode target = source.at("target");
    TreeNode current = current(metric, field, source);
    String described =
        field.equals("object")
            ? source.at("describedObject").text("kind") + " metric " + name
            : "external metric " + name;
    if (target.has("averageValue")) {
      BigDecimal average =
          value.get().divide(BigDecimal.valueOf(Math.max(1, replicas)), 6, RoundingMode.HALF_UP);
      current.at(field).orCreate("current").set("averageValue", quantity(average));
      return ratio(average, target.text("averageValue"))
          .map(ratio -> new Proposal(byRatio(ratio, replicas), described, current));
    }
    current.at(field).orCreate("current").set("value", quantity(value.get()));
    return ratio(value.get(), target.text("value"))
        .map(ratio -> new Proposal(byRatio(ratio, replicas), described, current));
  }

  private static TreeNode current(TreeNode metric, String field, TreeNode source) {
    TreeNode current = TreeNode.empty().set("type", metric.text("type"));
    TreeNode copy = current.set(field, source).at(field);
    copy.remove("target");
    return current;
  }

  private static String quantity(BigDecimal value) {
    BigDecimal milli = value.multiply(BigDecimal.valueOf(1000)).setScale(0, RoundingMode.HALF_UP);
    return Quantity.parse(milli.toBigInteger() + "m").text();
  }

  private static Optional<BigDecimal> ratio(BigDecimal value, String target) {
    return parse(target)
        .filter(wanted -> wanted.signum() > 0)
        .map(wanted -> value.divide(wanted, 6, RoundingMode.HALF_UP));
  }

  /// Small differences change nothing.
  private long byRatio(BigDecimal ratio, long counted) {
    BigDecimal difference = ratio.subtract(BigDecimal.ONE);
    String direction = difference.signum() > 0 ? "scaleUp" : "scaleDown";
    String own = autoscaler.spec().at("behavior").at(direction).text("tolerance");
    BigDecimal tolerance = parse(own.isEmpty() ? TOLERANCE : own).orElse(BigDecimal.ZERO);
    if (difference.abs().compareTo(tolerance) <= 0) {
      return replicas;
    }
    return ratio
        .multiply(BigDecimal.valueOf(counted))
        .setScale(0, RoundingMode.CEILING)
        .longValue();
  }
}
