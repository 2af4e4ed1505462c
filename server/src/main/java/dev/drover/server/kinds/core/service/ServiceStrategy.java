package dev.drover.server.kinds.core.service;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.CrossObjectRules;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.Naming;
import dev.drover.server.strategy.SelectableFields;
import dev.drover.server.strategy.StatusStrategy;
import dev.drover.server.strategy.StoredObjects;
import dev.drover.server.strategy.UpdatePolicy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.IpFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Prepares and validates services.
///
/// Kubernetes takes addresses and ports before it looks whether the service is valid at all, and
/// complains about them first. Here they are taken last, at the moment of the write; validation
/// looks at a trial.
public final class ServiceStrategy implements StatusStrategy {
  private static final long AFFINITY_SECONDS = 10_800;
  private static final String OLD_HINTS = "service.kubernetes.io/topology-aware-hints";

  @Override
  public void setDefaults(TreeNode object) {
    TreeNode spec = object.orCreate("spec");
    if (spec.text("sessionAffinity").isEmpty()) {
      spec.set("sessionAffinity", "None");
    }
    setAffinityDefaults(spec);
    if (spec.text("type").isEmpty()) {
      spec.set("type", "ClusterIP");
    }
    for (TreeNode port : spec.items("ports")) {
      if (port.text("protocol").isEmpty()) {
        port.set("protocol", "TCP");
      }
      Object target = port.get("targetPort");
      if (target == null || target.equals(0L) || target.equals("")) {
        port.set("targetPort", port.number("port", 0));
      }
    }
    if (Services.isReachedFromOutside(spec) && spec.text("externalTrafficPolicy").isEmpty()) {
      spec.set("externalTrafficPolicy", "Cluster");
    }
    if (Services.isReachedThroughNodes(spec) || Services.isType(spec, "ClusterIP")) {
      spec.setDefault("internalTrafficPolicy", "Cluster");
    }
    if (Services.isLoadBalancer(spec)) {
      spec.setDefault("allocateLoadBalancerNodePorts", true);
      for (TreeNode ingress : object.at("status").at("loadBalancer").items("ingress")) {
        if (!ingress.text("ip").isEmpty()) {
          ingress.setDefault("ipMode", "VIP");
        }
      }
    }
  }

  private static void setAffinityDefaults(TreeNode spec) {
    switch (spec.text("sessionAffinity")) {
      case "None" -> spec.remove("sessionAffinityConfig");
      case "ClientIP" -> {
        if (!spec.at("sessionAffinityConfig").at("clientIP").has("timeoutSeconds")) {
          spec.remove("sessionAffinityConfig")
              .orCreate("sessionAffinityConfig")
              .orCreate("clientIP")
              .set("timeoutSeconds", AFFINITY_SECONDS);
        }
      }
      default -> {} // left to validation
    }
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    ServiceIpFamilies.alignAddresses(object.orCreate("spec"), null);
    if (ServiceIpFamilies.complete(object, null).isEmpty()) {
      StatusStrategy.super.prepareForCreate(object);
    }
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    TreeNode spec = object.orCreate("spec");
    TreeNode oldSpec = old.at("spec");
    keepAllocated(spec, oldSpec);
    ServiceIpFamilies.alignAddresses(spec, oldSpec);
    if (ServiceIpFamilies.complete(object, old).isEmpty()) {
      StatusStrategy.super.prepareForUpdate(object, old, now);
      ServiceUpdateValidation.dropFieldsOfOldType(object, old);
    }
  }

  /// What was allocated stays when a client leaves it out.
  private static void keepAllocated(TreeNode spec, TreeNode old) {
    if (!Services.isExternalName(old) && !Services.isExternalName(spec)) {
      if (spec.text("clusterIP").isEmpty() && old.has("clusterIP")) {
        spec.set("clusterIP", old.get("clusterIP"));
      }
      if (spec.list("clusterIPs").isEmpty() && !old.list("clusterIPs").isEmpty()) {
        spec.set("clusterIPs", old.get("clusterIPs"));
      }
    }
    if (Services.getsNodePorts(old) && Services.getsNodePorts(spec)) {
      keepNodePorts(spec, old);
    }
    if (Services.needsHealthCheck(old)
        && Services.needsHealthCheck(spec)
        && spec.number("healthCheckNodePort", 0) == 0) {
      StatusStrategy.keep(spec, old, "healthCheckNodePort");
    }
  }

  private static void keepNodePorts(TreeNode spec, TreeNode old) {
    Set<Long> used = new HashSet<>(ServiceAllocator.nodePorts(spec));
    used.retainAll(ServiceAllocator.nodePorts(old));
    Map<String, Long> byName = new HashMap<>();
    for (TreeNode port : old.items("ports")) {
      byName.put(port.text("name"), port.number("nodePort", 0));
    }
    for (TreeNode port : spec.items("ports")) {
      long before = byName.getOrDefault(port.text("name"), 0L);
      if (port.number("nodePort", 0) == 0 && before != 0 && !used.contains(before)) {
        port.set("nodePort", before);
      }
    }
  }

  @Override
  public CrossObjectRules crossObjectRules() {
    return new CrossObjectRules(ServiceStrategy::requireInRange, ServiceStrategy::allocate);
  }

  private static void allocate(TreeNode object, @Nullable TreeNode old, StoredObjects others) {
    ServiceAllocator.run(object, old, others);
    if (old != null && Services.isExternalName(object.at("spec"))) {
      object.at("spec").remove("internalTrafficPolicy"); // which was checked, but means nothing
    }
  }

  private static List<FieldError> requireInRange(
      TreeNode object, @Nullable TreeNode old, StoredObjects others) {
    if (ServiceIpFamilies.complete(TreeNode.copyOf(object.map()), old).isEmpty()) {
      ServiceAllocator.requireInRange(object, old, others);
    }
    return List.of();
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    List<FieldError> first = ServiceIpFamilies.complete(TreeNode.copyOf(object.map()), null);
    return first.isEmpty()
        ? ServiceValidation.errors(ServiceAllocator.trial(object, null), null)
        : first;
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    List<FieldError> first = ServiceIpFamilies.complete(TreeNode.copyOf(object.map()), old);
    return first.isEmpty()
        ? ServiceUpdateValidation.errors(ServiceAllocator.trial(object, old), old)
        : first;
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS
        .validating(this::validateStatus)
        .warning((object, _) -> statusWarnings(object));
  }

  private List<FieldError> validateStatus(TreeNode object, TreeNode old) {
    return LoadBalancerStatus.errors(object, old);
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    List<String> warnings = new ArrayList<>();
    TreeNode spec = object.at("spec");
    FieldPath path = FieldPath.of("spec");
    if (object.at("metadata").at("annotations").has(OLD_HINTS)) {
      warnings.add(
          "annotation "
              + OLD_HINTS
              + " is deprecated, please use service.kubernetes.io/topology-mode instead");
    }
    boolean isHeadless =
        Services.isType(spec, "ClusterIP") && spec.text("clusterIP").equals(Services.NONE);
    List<String> externalIps = spec.texts("externalIPs");
    if (isHeadless) {
      if (!spec.text("loadBalancerIP").isEmpty()) {
        warnings.add("spec.loadBalancerIP is ignored for headless services");
      }
      if (!externalIps.isEmpty()) {
        warnings.add("spec.externalIPs is ignored for headless services");
      }
      if (!spec.text("sessionAffinity").equals("None")) {
        warnings.add("spec.SessionAffinity is ignored for headless services");
      }
    } else {
      warnAddresses(warnings, path.child("clusterIPs"), spec.texts("clusterIPs"));
    }
    warnAddresses(warnings, path.child("externalIPs"), externalIps);
    if (!externalIps.isEmpty() && !isHeadless && !Services.isExternalName(spec)) {
      warnings.add(
          "spec.externalIPs is deprecated and may no longer be implemented in some clusters");
    }
    warnings.addAll(IpFields.ipWarnings(path.child("loadBalancerIP"), spec.text("loadBalancerIP")));
    List<String> ranges = spec.texts("loadBalancerSourceRanges");
    for (int i = 0; i < ranges.size(); i++) {
      FieldPath range = path.child("loadBalancerSourceRanges").index(i);
      warnings.addAll(IpFields.cidrWarnings(range, ranges.get(i)));
    }
    if (Services.isExternalName(spec) && !externalIps.isEmpty()) {
      warnings.add("spec.externalIPs is ignored when spec.type is \"ExternalName\"");
    }
    if (!Services.isExternalName(spec) && !spec.text("externalName").isEmpty()) {
      warnings.add("spec.externalName is ignored when spec.type is not \"ExternalName\"");
    }
    if (spec.text("trafficDistribution").equals("PreferClose")) {
      warnings.add(
          "spec.trafficDistribution: \"PreferClose\" is deprecated; use \"PreferSameZone\"");
    }
    return warnings;
  }

  private static void warnAddresses(List<String> warnings, FieldPath path, List<String> addresses) {
    for (int i = 0; i < addresses.size(); i++) {
      warnings.addAll(IpFields.ipWarnings(path.index(i), addresses.get(i)));
    }
  }

  @Override
  public Naming naming() {
    return Naming.LABEL;
  }

  @Override
  public Generation generation() {
    return Generation.NONE;
  }

  @Override
  public UpdatePolicy updatePolicy() {
    return UpdatePolicy.CREATES;
  }

  @Override
  public SelectableFields selectableFields() {
    return this::fieldsOf;
  }

  private Map<String, String> fieldsOf(TreeNode object) {
    TreeNode spec = object.at("spec");
    return Map.of("spec.clusterIP", spec.text("clusterIP"), "spec.type", spec.text("type"));
  }

  @Override
  public Deletion deletion() {
    return Deletion.RETURNS_OBJECT;
  }

  private List<String> statusWarnings(TreeNode object) {
    return LoadBalancerStatus.warnings(object);
  }
}
