package dev.drover.server.admission;

import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.kinds.core.pod.PodResources;
import dev.drover.server.validation.ResourceLists;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Applies the limit ranges of a namespace: sets default amounts of containers, and refuses pods
/// and claims beyond the limits.
final class LimitRanger implements AdmissionPlugin {
  private static final String PODS = "/pods";
  private static final String CLAIMS = "/persistentvolumeclaims";
  private static final String ANNOTATION = "kubernetes.io/limit-ranger";

  @Override
  public void admit(Attempt attempt) {
    if (AdmissionPlugins.creates(attempt, PODS)) {
      TreeNode pod = AdmissionPlugins.object(attempt);
      ranges(attempt).forEach(range -> setDefaults(pod, range));
    }
  }

  private static List<TreeNode> ranges(Attempt attempt) {
    return attempt.stored().list("/limitranges", attempt.namespace()).stream()
        .map(TreeNode::copyOf)
        .toList();
  }

  private static void setDefaults(TreeNode pod, TreeNode range) {
    Map<String, Quantity> requests = new TreeMap<>();
    Map<String, Quantity> limits = new TreeMap<>();
    for (TreeNode limit : limits(range, "Container")) {
      requests.putAll(ResourceLists.read(limit, "defaultRequest"));
      limits.putAll(ResourceLists.read(limit, "default"));
    }
    List<String> done = new ArrayList<>();
    for (TreeNode container : pod.at("spec").items("containers")) {
      fill(container, "container", requests, limits, done);
    }
    for (TreeNode container : pod.at("spec").items("initContainers")) {
      fill(container, "init container", requests, limits, done);
    }
    if (!done.isEmpty()) {
      pod.orCreate("metadata")
          .orCreate("annotations")
          .set(ANNOTATION, "LimitRanger plugin set: " + String.join("; ", done));
    }
  }

  private static void fill(
      TreeNode container,
      String what,
      Map<String, Quantity> requests,
      Map<String, Quantity> limits,
      List<String> done) {
    fill(container, "requests", requests, " request for " + what, done);
    fill(container, "limits", limits, " limit for " + what, done);
  }

  private static void fill(
      TreeNode container,
      String field,
      Map<String, Quantity> defaults,
      String what,
      List<String> done) {
    TreeNode resources = container.orCreate("resources");
    List<String> set = new ArrayList<>();
    defaults.forEach(
        (name, amount) -> {
          if (!resources.at(field).has(name)) {
            resources.orCreate(field).set(name, amount.text());
            set.add(name);
          }
        });
    if (!set.isEmpty()) {
      done.add(String.join(", ", set) + what + " " + container.text("name"));
    }
  }

  private static List<TreeNode> limits(TreeNode range, String type) {
    return range.at("spec").items("limits").stream()
        .filter(limit -> limit.text("type").equals(type))
        .toList();
  }

  @Override
  public void validate(Attempt attempt) {
    boolean isClaim =
        attempt.operation() != Operation.DELETE && AdmissionPlugins.isFor(attempt, CLAIMS);
    if (!isClaim && !AdmissionPlugins.creates(attempt, PODS)) {
      return;
    }
    TreeNode spec = AdmissionPlugins.object(attempt).at("spec");
    for (TreeNode range : ranges(attempt)) {
      List<String> complaints = new ArrayList<>();
      if (isClaim) {
        limits(range, "PersistentVolumeClaim").forEach(it -> checkClaim(spec, it, complaints));
      } else {
        range.at("spec").items("limits").forEach(it -> checkPod(spec, it, complaints));
      }
      if (!complaints.isEmpty()) {
        throw AdmissionPlugins.forbidden(
            attempt, complaints.size() == 1 ? complaints.getFirst() : complaints.toString());
      }
    }
  }

  private static void checkPod(TreeNode spec, TreeNode limit, List<String> complaints) {
    switch (limit.text("type")) {
      case "Container" -> {
        for (String containers : List.of("containers", "initContainers")) {
          for (TreeNode container : spec.items(containers)) {
            TreeNode resources = container.at("resources");
            check(
                limit,
                ResourceLists.read(resources, "requests"),
                ResourceLists.read(resources, "limits"),
                complaints);
          }
        }
      }
      case "Pod" -> {
        Map<String, Quantity> requests = PodResources.ofContainers(spec, "requests");
        Map<String, Quantity> limits = PodResources.ofContainers(spec, "limits");
        requests.putAll(ResourceLists.read(spec.at("resources"), "requests"));
        limits.putAll(ResourceLists.read(spec.at("resources"), "limits"));
        check(limit, requests, limits, complaints);
      }
      default -> {} // not about pods
    }
  }

  private static void check(
      TreeNode limit,
      Map<String, Quantity> requests,
      Map<String, Quantity> limits,
      List<String> complaints) {
    String type = limit.text("type");
    ResourceLists.read(limit, "min")
        .forEach(
            (name, min) -> {
              String rule = "minimum " + name + " usage per " + type + " is " + min;
              checkMin(rule, min, requests.get(name), limits.get(name), complaints);
            });
    ResourceLists.read(limit, "max")
        .forEach(
            (name, max) -> {
              String rule = "maximum " + name + " usage per " + type + " is " + max;
              checkMax(rule, max, requests.get(name), limits.get(name), complaints);
            });
    ResourceLists.read(limit, "maxLimitRequestRatio")
        .forEach(
            (name, ratio) -> {
              String rule = name + " max limit to request ratio per " + type + " is " + ratio;
              checkRatio(rule, ratio, requests.get(name), limits.get(name), complaints);
            });
  }

  private static void checkMin(
      String rule,
      Quantity min,
      @Nullable Quantity request,
      @Nullable Quantity limit,
      List<String> complaints) {
    if (request == null) {
      complaints.add(rule + ".  No request is specified");
    } else if (request.compareTo(min) < 0) {
      complaints.add(rule + ", but request is " + request);
    } else if (limit != null && limit.compareTo(min) < 0) {
      complaints.add(rule + ", but limit is " + limit);
    }
  }

  private static void checkMax(
      String rule,
      Quantity max,
      @Nullable Quantity request,
      @Nullable Quantity limit,
      List<String> complaints) {
    if (limit == null) {
      complaints.add(rule + ".  No limit is specified");
    } else if (limit.compareTo(max) > 0) {
      complaints.add(rule + ", but limit is " + limit);
    } else if (request != null && request.compareTo(max) > 0) {
      complaints.add(rule + ", but request is " + request);
    }
  }

  private static void checkRatio(
      String rule,
      Quantity max,
      @Nullable Quantity request,
      @Nullable Quantity limit,
      List<String> complaints) {
    if (request == null || request.isZero()) {
      complaints.add(rule + ", but no request is specified or request is 0");
    } else if (limit == null || limit.isZero()) {
      complaints.add(rule + ", but no limit is specified or limit is 0");
    } else {
      BigDecimal ratio = limit.toBigDecimal().divide(request.toBigDecimal(), MathContext.DECIMAL64);
      if (ratio.compareTo(max.toBigDecimal()) > 0) {
        complaints.add(rule + ", but provided ratio is " + String.format(Locale.ROOT, "%f", ratio));
      }
    }
  }

  private static void checkClaim(TreeNode spec, TreeNode limit, List<String> complaints) {
    Map<String, Quantity> requests = ResourceLists.read(spec.at("resources"), "requests");
    String type = limit.text("type");
    ResourceLists.read(limit, "min")
        .forEach(
            (name, min) -> {
              String rule = "minimum " + name + " usage per " + type + " is " + min;
              checkMin(rule, min, requests.get(name), null, complaints);
            });
    ResourceLists.read(limit, "max")
        .forEach(
            (name, max) -> {
              String rule = "maximum " + name + " usage per " + type + " is " + max;
              Quantity request = requests.get(name);
              if (request == null) {
                complaints.add(rule + ".  No request is specified");
              } else if (request.compareTo(max) > 0) {
                complaints.add(rule + ", but request is " + request);
              }
            });
  }
}
