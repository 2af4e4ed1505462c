package dev.drover.server.workloads;

import dev.drover.api.Names;
import dev.drover.server.rules.Addresses;
import dev.drover.server.rules.Formats;
import dev.drover.server.rules.LabelSelectors;
import dev.drover.server.rules.Place;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What the `spec` of a pod, or of a template for pods, may look like.
///
/// Kubernetes is lenient with objects that were stored by former releases. Nothing here is older
/// than the rules, so they are the strict ones.
///
/// In Go: {@index validation.ValidatePodSpec}.
final class PodSpecRules {
  private static final List<String> RESTART_POLICIES = List.of("Always", "OnFailure", "Never");
  private static final List<String> DNS_POLICIES =
      List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");
  private static final int HOST_NAME_LENGTH = 64;

  private PodSpecRules() {}

  /// Checks a `spec`.
  ///
  /// @param whole what it is the spec of
  /// @param isMirror whether it is the copy of a pod that only its kubelet knows
  static void check(Place spec, PodContext whole, boolean isMirror) {
    if (!spec.has("terminationGracePeriodSeconds")) {
      spec.child("terminationGracePeriodSeconds").required("");
    }
    PodContext context = whole.withVolumes(VolumeRules.check(spec.child("volumes"), whole));
    PodResourceRules.checkClaims(spec.child("resourceClaims"), isMirror);
    ContainerRules.check(spec, context);
    PodResourceRules.checkPod(spec);
    checkHostNetworkPorts(spec, context);
    Place restartPolicy = spec.child("restartPolicy");
    if (restartPolicy.needText()) {
      restartPolicy.needOneOf(RESTART_POLICIES);
    }
    Place dnsPolicy = spec.child("dnsPolicy");
    if (dnsPolicy.needText()) {
      dnsPolicy.needOneOf(DNS_POLICIES);
    }
    LabelSelectors.checkLabels(spec.child("nodeSelector"));
    SecurityRules.checkPod(spec, whole.oldSpec());
    AffinityRules.check(spec.child("affinity"));
    DnsConfig.check(spec);
    spec.child("readinessGates")
        .each(gate -> gate.child("conditionType").checkText(Names::qualifiedName));
    checkSchedulingGates(spec.child("schedulingGates"));
    AffinityRules.checkSpread(spec.child("topologySpreadConstraints"));
    WindowsRules.checkHostProcesses(spec);
    checkHostUsers(spec);
    checkHostNameOverride(spec);
    checkNames(spec);
    PodResourceRules.checkOverhead(spec.child("overhead"));
    WindowsRules.checkSystem(spec);
    EnvRules.checkFileVolumes(spec);
  }

  private static void checkNames(Place spec) {
    checkIfGiven(spec.child("serviceAccountName"));
    checkIfGiven(spec.child("nodeName"));
    Place deadline = spec.child("activeDeadlineSeconds");
    if (deadline.isPresent()) {
      deadline.needRange(1, Integer.MAX_VALUE);
    }
    for (String name : List.of("hostname", "subdomain")) {
      if (!spec.child(name).isBlank()) {
        spec.child(name).checkText(Names::dnsLabel);
      }
    }
    Tolerations.check(spec.child("tolerations"));
    spec.child("hostAliases").each(PodSpecRules::checkHostAlias);
    checkIfGiven(spec.child("priorityClassName"));
    spec.child("runtimeClassName").ifPresent(name -> name.checkText(Names::dnsSubdomain));
    Place preemption = spec.child("preemptionPolicy");
    if (preemption.isPresent() && preemption.needText()) {
      preemption.needOneOf(List.of("PreemptLowerPriority", "Never"));
    }
  }

  private static void checkIfGiven(Place name) {
    if (!name.isBlank()) {
      name.checkText(Names::dnsSubdomain);
    }
  }

  private static void checkHostAlias(Place alias) {
    Addresses.check(alias.child("ip"));
    alias.child("hostnames").each(name -> name.checkText(Names::dnsSubdomain));
  }

  /// On the host's network, a port of the container is one of the host.
  private static void checkHostNetworkPorts(Place spec, PodContext context) {
    if (!spec.child("hostNetwork").isTrue()) {
      return;
    }
    for (Place container : spec.child("containers").items()) {
      for (Place port : container.child("ports").items()) {
        Place hostPort = port.child("hostPort");
        boolean counts = context.isPod() || hostPort.number() != 0;
        if (counts && hostPort.number() != port.child("containerPort").number()) {
          hostPort.invalid(
              hostPort.number(), "must match `containerPort` when `hostNetwork` is true");
        }
      }
    }
  }

  private static void checkSchedulingGates(Place gates) {
    Set<String> names = new HashSet<>();
    for (Place gate : gates.items()) {
      String name = gate.child("name").text();
      Names.qualifiedName(name).forEach(complaint -> gate.invalid(name, complaint));
      if (!names.add(name)) {
        gate.duplicate(name);
      }
    }
  }

  /// Users of its own go with none of the host's namespaces.
  private static void checkHostUsers(Place spec) {
    String complaint = "when `hostUsers` is false";
    if (!Boolean.FALSE.equals(spec.child("hostUsers").value())) {
      return;
    }
    if (spec.child("hostNetwork").isTrue()) {
      spec.child("hostNetwork").forbidden(complaint);
    }
    if (spec.child("hostPID").isTrue()) {
      spec.child("HostPID").forbidden(complaint);
    }
    if (spec.child("hostIPC").isTrue()) {
      spec.child("HostIPC").forbidden(complaint);
    }
    for (Place container : Containers.places(spec)) {
      if (container.child("volumeDevices").size() > 0) {
        container.child("volumeDevices").forbidden(complaint);
      }
    }
  }

  private static void checkHostNameOverride(Place spec) {
    Place name = spec.child("hostnameOverride");
    if (!name.isPresent()) {
      return;
    }
    if (spec.child("setHostnameAsFQDN").isTrue()) {
      name.forbidden("may not be specified when setHostnameAsFQDN is true");
    }
    if (spec.child("hostNetwork").isTrue()) {
      name.forbidden("may not be specified when hostNetwork is true");
    }
    if (Formats.length(name.text()) > HOST_NAME_LENGTH) {
      name.tooLong(HOST_NAME_LENGTH);
    }
    name.checkText(Names::dnsSubdomain);
  }
}
