package dev.drover.server.admission;

import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.AdmissionPlugin.Operation;
import dev.drover.server.core.Resource;
import dev.drover.server.kinds.core.pod.PodResources;
import dev.drover.server.validation.ResourceLists;
import dev.drover.server.validation.ResourceNames;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// How much of what quotas limit an object takes.
///
/// In Go: the evaluators of `pkg/quota/v1/evaluator/core`.
///
/// @param storage the name under which objects of its resource are kept
/// @param counted the names under which such objects are counted
record QuotaUsage(String storage, Set<String> counted) {
  private static final String REQUESTS = "requests.";
  private static final String OF_CLASS = ".storageclass.storage.k8s.io/";
  private static final Quantity ONE = Quantity.parse("1");
  private static final List<String> COMPUTED = List.of("cpu", "memory", "ephemeral-storage");
  private static final Set<String> ALIASES =
      Set.of("configmaps", "resourcequotas", "replicationcontrollers", "secrets");
  private static final Set<String> OF_SERVICES =
      Set.of("services", "services.nodeports", "services.loadbalancers");
  private static final Set<String> OF_CLAIMS = Set.of("persistentvolumeclaims", "requests.storage");

  static QuotaUsage of(Resource resource) {
    String plural = resource.gvr().resource();
    String group = resource.gvr().group();
    Set<String> names = new TreeSet<>();
    names.add("count/" + (group.isEmpty() ? plural : plural + "." + group));
    if (group.isEmpty() && ALIASES.contains(plural)) {
      names.add(plural);
    }
    return new QuotaUsage(resource.storage().name(), names);
  }

  /// Whether a write can change how much is taken.
  boolean concerns(AdmissionPlugin.Attempt attempt) {
    boolean isCreate = attempt.operation() == Operation.CREATE;
    boolean isUpdate = attempt.operation() == Operation.UPDATE;
    String below = attempt.subresource();
    return switch (storage) {
      case "/pods" ->
          below.isEmpty() && (isCreate || isUpdate && changesTermination(attempt))
              || below.equals("resize") && isUpdate;
      case "/services", "/persistentvolumeclaims" -> below.isEmpty() && (isCreate || isUpdate);
      case "/events", "/namespaces" -> false;
      default -> below.isEmpty() && isCreate;
    };
  }

  private static boolean changesTermination(AdmissionPlugin.Attempt attempt) {
    return QuotaScopes.isTerminating(AdmissionPlugins.object(attempt))
        != QuotaScopes.isTerminating(AdmissionPlugins.old(attempt));
  }

  /// Which of the resources that a quota limits objects of this kind take.
  List<String> matching(Set<String> limited) {
    return limited.stream().filter(this::isTaken).sorted().toList();
  }

  private boolean isTaken(String name) {
    if (counted.contains(name)) {
      return true;
    }
    return switch (storage) {
      case "/pods" -> isOfPods(name);
      case "/services" -> OF_SERVICES.contains(name);
      case "/persistentvolumeclaims" ->
          OF_CLAIMS.contains(name)
              || OF_CLAIMS.stream().anyMatch(it -> name.endsWith(OF_CLASS + it));
      default -> false;
    };
  }

  private static boolean isOfPods(String name) {
    boolean isComputed =
        COMPUTED.stream()
            .flatMap(it -> Stream.of(it, REQUESTS + it, "limits." + it))
            .anyMatch(name::equals);
    return isComputed
        || name.equals("pods")
        || name.startsWith("hugepages-")
        || name.startsWith(REQUESTS + "hugepages-")
        || name.startsWith(REQUESTS) && !ResourceNames.isNative(name);
  }

  /// What an object takes.
  Map<String, Quantity> of(TreeNode object) {
    Map<String, Quantity> usage = new TreeMap<>();
    counted.forEach(name -> usage.put(name, ONE));
    switch (storage) {
      case "/pods" -> pod(object, usage);
      case "/services" -> service(object.at("spec"), usage);
      case "/persistentvolumeclaims" -> claim(object, usage);
      default -> {}
    }
    return usage;
  }

  private static void pod(TreeNode pod, Map<String, Quantity> usage) {
    String phase = pod.at("status").text("phase");
    if (phase.equals("Failed") || phase.equals("Succeeded")) {
      return;
    }
    TreeNode spec = pod.at("spec");
    Map<String, Quantity> overhead = ResourceLists.read(spec, "overhead");
    Map<String, Quantity> requests = amounts(spec, "requests");
    ResourceLists.add(requests, overhead);
    Map<String, Quantity> limits = amounts(spec, "limits");
    overhead.forEach(
        (name, more) ->
            limits.computeIfPresent(name, (_, limit) -> limit.isZero() ? limit : limit.add(more)));
    usage.putAll(computed(requests, limits));
  }

  private static Map<String, Quantity> amounts(TreeNode spec, String which) {
    Map<String, Quantity> amounts = PodResources.ofContainers(spec, which);
    amounts.putAll(ResourceLists.read(spec.at("resources"), which));
    return amounts;
  }

  /// What a pod or a container takes, by the names of quotas.
  static Map<String, Quantity> computed(
      Map<String, Quantity> requests, Map<String, Quantity> limits) {
    Map<String, Quantity> usage = new TreeMap<>();
    usage.put("pods", ONE);
    requests.forEach(
        (name, amount) -> {
          if (COMPUTED.contains(name) || ResourceNames.isHugePages(name)) {
            usage.put(name, amount);
            usage.put(REQUESTS + name, amount);
          } else if (ResourceNames.isExtended(name)) {
            usage.put(REQUESTS + name, amount);
          }
        });
    limits.forEach(
        (name, amount) -> {
          if (COMPUTED.contains(name)) {
            usage.put("limits." + name, amount);
          }
        });
    return usage;
  }

  private static void service(TreeNode spec, Map<String, Quantity> usage) {
    List<TreeNode> ports = spec.items("ports");
    boolean isBalanced = spec.text("type").equals("LoadBalancer");
    long nodePorts = 0;
    if (spec.text("type").equals("NodePort") || isBalanced) {
      boolean countsAll =
          !isBalanced || !Boolean.FALSE.equals(spec.get("allocateLoadBalancerNodePorts"));
      nodePorts =
          ports.stream().filter(port -> countsAll || port.number("nodePort", 0) != 0).count();
    }
    usage.put("services", ONE);
    usage.put("services.nodeports", Quantity.parse(Long.toString(nodePorts)));
    usage.put("services.loadbalancers", Quantity.parse(isBalanced ? "1" : "0"));
  }

  private static void claim(TreeNode claim, Map<String, Quantity> usage) {
    TreeNode spec = claim.at("spec");
    String annotated =
        claim
            .at("metadata")
            .textMap("annotations")
            .getOrDefault("volume.beta.kubernetes.io/storage-class", "");
    String storageClass = annotated.isEmpty() ? spec.text("storageClassName") : annotated;
    usage.put("persistentvolumeclaims", ONE);
    Quantity storage = ResourceLists.read(spec.at("resources"), "requests").get("storage");
    Quantity allocated =
        ResourceLists.read(claim.at("status"), "allocatedResources").get("storage");
    if (storage != null && allocated != null && allocated.compareTo(storage) > 0) {
      storage = allocated;
    }
    if (storage != null) {
      Quantity whole =
          Quantity.of(storage.toBigDecimal().setScale(0, RoundingMode.UP), storage.format());
      usage.put("requests.storage", whole);
      if (!storageClass.isEmpty()) {
        usage.put(storageClass + OF_CLASS + "requests.storage", whole);
      }
    }
    if (!storageClass.isEmpty()) {
      usage.put(storageClass + OF_CLASS + "persistentvolumeclaims", ONE);
    }
  }
}
