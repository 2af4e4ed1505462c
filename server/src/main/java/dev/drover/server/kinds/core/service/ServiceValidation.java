package dev.drover.server.kinds.core.service;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.IpFields;
import dev.drover.server.validation.LabelSelectorValidation;
import dev.drover.server.validation.StringFormats;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Validates services.
///
/// In Go: `validateService`.
final class ServiceValidation {
  private static final String HINTS = "service.kubernetes.io/topology-aware-hints";
  private static final String MODE = "service.kubernetes.io/topology-mode";
  private static final String SOURCE_RANGES =
      "service.beta.kubernetes.io/load-balancer-source-ranges";
  private static final String ONLY_LOAD_BALANCER = "may only be used when `type` is 'LoadBalancer'";
  private static final long MAX_AFFINITY_SECONDS = 86_400;
  private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");

  private ServiceValidation() {}

  /// @param old null for a new service
  static List<FieldError> errors(TreeNode service, @Nullable TreeNode old) {
    FieldValidator object = FieldValidator.root(service);
    FieldValidator spec = object.child("spec");
    TreeNode oldSpec = old == null ? TreeNode.empty() : old.at("spec");
    checkTopology(object.child("metadata", "annotations"));
    checkType(spec);
    checkPorts(spec);
    LabelSelectorValidation.checkLabels(spec.child("selector"));
    checkAffinity(spec);
    ServiceIpFamilies.check(spec, oldSpec);
    checkExternalIps(spec.child("externalIPs"), oldSpec.texts("externalIPs"));
    spec.child("type").needOneOf(List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort"));
    checkNodePorts(spec);
    checkDoublePorts(spec.child("ports"));
    checkSourceRanges(object, spec, old);
    FieldValidator allocates = spec.child("allocateLoadBalancerNodePorts");
    if (allocates.isPresent() && !Services.isLoadBalancer(spec.node())) {
      allocates.forbidden(ONLY_LOAD_BALANCER);
    }
    checkLoadBalancerClass(spec);
    checkTraffic(spec);
    return object.errors();
  }

  private static void checkTopology(FieldValidator annotations) {
    FieldValidator mode = annotations.entry(MODE);
    FieldValidator hints = annotations.entry(HINTS);
    if (mode.isPresent() && hints.isPresent() && !mode.text().equals(hints.text())) {
      mode.invalid("must match annotations[" + HINTS + "] when both are specified");
    }
  }

  private static void checkType(FieldValidator spec) {
    TreeNode node = spec.node();
    boolean isHeadless = Services.isHeadless(node);
    FieldValidator ports = spec.child("ports");
    if (ports.size() == 0 && !isHeadless && !Services.isExternalName(node)) {
      ports.required("");
    }
    if (Services.isReachedThroughNodes(node) && isHeadless) {
      spec.child("clusterIPs")
          .items()
          .getFirst()
          .invalid("may not be set to 'None' for " + node.text("type") + " services");
    }
    if (!Services.isExternalName(node)) {
      return;
    }
    for (String field : List.of("clusterIPs", "ipFamilies", "ipFamilyPolicy")) {
      spec.child(field).ifPresent(it -> it.forbidden("may not be set for ExternalName services"));
    }
    FieldValidator externalName = spec.child("externalName");
    String name = externalName.text();
    String bare = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    if (bare.isEmpty()) {
      externalName.required("");
    } else {
      Names.dnsSubdomain(bare).forEach(complaint -> externalName.invalid(bare, complaint));
    }
  }

  private static void checkPorts(FieldValidator spec) {
    List<FieldValidator> ports = spec.child("ports").items();
    Set<String> names = new HashSet<>();
    for (FieldValidator port : ports) {
      FieldValidator name = port.child("name");
      if (!name.isBlank()) {
        name.invalid(Names.dnsLabel(name.text()));
        if (!names.add(name.text())) {
          name.duplicate();
        }
      } else if (ports.size() > 1) {
        name.required("");
      }
      FieldValidator number = port.child("port");
      StringFormats.portNumber(number.number()).forEach(it -> number.invalid(number.number(), it));
      port.child("protocol").needOneOf(PROTOCOLS);
      checkTarget(port.child("targetPort"));
      FieldValidator appProtocol = port.child("appProtocol");
      appProtocol.ifPresent(it -> it.invalid(Names.qualifiedName(it.text())));
    }
  }

  private static void checkTarget(FieldValidator target) {
    target.invalid(
        target.value() instanceof String name
            ? StringFormats.portName(name)
            : StringFormats.portNumber(target.number()));
  }

  private static void checkAffinity(FieldValidator spec) {
    FieldValidator affinity = spec.child("sessionAffinity");
    affinity.needOneOf(List.of("ClientIP", "None"));
    FieldValidator timeout = spec.child("sessionAffinityConfig", "clientIP", "timeoutSeconds");
    boolean isBounded = timeout.number() > 0 && timeout.number() <= MAX_AFFINITY_SECONDS;
    if (affinity.text().equals("ClientIP") && !isBounded) {
      timeout.invalid("must be greater than 0 and less than " + MAX_AFFINITY_SECONDS);
    }
  }

  private static void checkExternalIps(FieldValidator addresses, List<String> existing) {
    for (FieldValidator address : addresses.items()) {
      int before = address.errors().size();
      IpFields.checkLegacyIp(address, existing);
      if (address.errors().size() == before) {
        address.invalid(IpFields.endpoint(address.text()));
      }
    }
  }

  private static void checkNodePorts(FieldValidator spec) {
    Set<String> seen = new HashSet<>();
    List<FieldValidator> ports = spec.child("ports").items();
    if (Services.isType(spec.node(), "ClusterIP")) {
      for (FieldValidator port : ports) {
        if (port.child("nodePort").number() != 0) {
          port.child("nodePort").forbidden("may not be used when `type` is 'ClusterIP'");
        }
      }
    }
    for (FieldValidator port : ports) {
      FieldValidator nodePort = port.child("nodePort");
      String key = port.child("protocol").text() + nodePort.number();
      if (nodePort.number() != 0 && !seen.add(key)) {
        nodePort.duplicate();
      }
    }
  }

  private static void checkDoublePorts(FieldValidator ports) {
    Set<Object> keys = new HashSet<>();
    for (FieldValidator port : ports.items()) {
      TreeNode key =
          TreeNode.empty()
              .set("protocol", port.child("protocol").text())
              .set("port", port.child("port").number());
      if (!keys.add(key.map())) {
        port.duplicate(InternalForm.of("core/v1.ServicePort", key));
      }
    }
  }

  private static void checkSourceRanges(
      FieldValidator object, FieldValidator spec, @Nullable TreeNode old) {
    boolean isLoadBalancer = Services.isLoadBalancer(spec.node());
    FieldValidator ranges = spec.child("loadBalancerSourceRanges");
    if (ranges.size() > 0) {
      FieldValidator complained = ranges.as(spec.path().child("LoadBalancerSourceRanges"));
      if (!isLoadBalancer) {
        complained.forbidden(ONLY_LOAD_BALANCER);
      }
      List<String> existing =
          old == null
              ? List.of()
              : old.at("spec").texts("loadBalancerSourceRanges").stream()
                  .map(String::strip)
                  .toList();
      for (FieldValidator range : complained.items()) {
        String text = range.text().strip();
        if (!existing.contains(text)) {
          IpFields.legacyCidr(text).forEach(complaint -> range.invalid(text, complaint));
        }
      }
      return;
    }
    FieldValidator annotation = object.child("metadata", "annotations").entry(SOURCE_RANGES);
    if (!annotation.isPresent()) {
      return;
    }
    if (!isLoadBalancer) {
      annotation.forbidden(ONLY_LOAD_BALANCER);
    }
    boolean isOld =
        old != null
            && annotation.text().equals(old.at("metadata").at("annotations").get(SOURCE_RANGES));
    if (!isOld && !annotation.text().isBlank()) {
      for (String part : annotation.text().strip().split(",", -1)) {
        String text = part.strip();
        IpFields.legacyCidr(text).forEach(complaint -> annotation.invalid(text, complaint));
      }
    }
  }

  static void checkLoadBalancerClass(FieldValidator spec) {
    FieldValidator name = spec.child("loadBalancerClass");
    if (!name.isPresent()) {
      return;
    }
    if (Services.isLoadBalancer(spec.node())) {
      name.invalid(Names.qualifiedName(name.text()));
    } else {
      name.forbidden(ONLY_LOAD_BALANCER);
    }
  }

  private static void checkTraffic(FieldValidator spec) {
    TreeNode node = spec.node();
    FieldValidator external = spec.child("externalTrafficPolicy");
    if (Services.isReachedFromOutside(node)) {
      external.needOneOf(List.of("Cluster", "Local"));
    } else if (!external.isBlank()) {
      external.invalid("may only be set for externally-accessible services");
    }
    FieldValidator health = spec.child("healthCheckNodePort");
    if (Services.needsHealthCheck(node)) {
      if (health.number() != 0) { // else it gets one
        health.invalid(StringFormats.portNumber(health.number()));
      }
    } else if (health.number() != 0) {
      health.invalid(
          "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'");
    }
    spec.child("internalTrafficPolicy").ifPresent(it -> it.needOneOf(List.of("Cluster", "Local")));
    spec.child("trafficDistribution")
        .ifPresent(it -> it.needOneOf(List.of("PreferClose", "PreferSameZone", "PreferSameNode")));
  }
}
