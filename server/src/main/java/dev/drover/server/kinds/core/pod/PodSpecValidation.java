package dev.drover.server.kinds.core.pod;

import dev.drover.api.Names;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.IpFields;
import dev.drover.server.validation.LabelSelectorValidation;
import dev.drover.server.validation.StringFormats;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Validates the `spec` of pods and pod templates.
///
/// Kubernetes is lenient with objects that were stored by former releases. Nothing here is older
/// than the rules, so they are the strict ones.
///
/// In Go: {@index validation.ValidatePodSpec}.
final class PodSpecValidation {
  private static final List<String> RESTART_POLICIES = List.of("Always", "OnFailure", "Never");
  private static final List<String> DNS_POLICIES =
      List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");
  private static final int HOST_NAME_LENGTH = 64;

  private PodSpecValidation() {}

  /// Checks a `spec`.
  ///
  /// @param whole what it is the spec of
  /// @param isMirror whether it is the copy of a pod that only its kubelet knows
  static void check(FieldValidator spec, PodContext whole, boolean isMirror) {
    if (!spec.has("terminationGracePeriodSeconds")) {
      spec.child("terminationGracePeriodSeconds").required("");
    }
    PodContext context = whole.withVolumes(VolumeValidation.check(spec.child("volumes"), whole));
    PodResourceValidation.checkClaims(spec.child("resourceClaims"), isMirror);
    ContainerValidation.check(spec, context);
    PodResourceValidation.checkPod(spec);
    checkHostNetworkPorts(spec, context);
    FieldValidator restartPolicy = spec.child("restartPolicy");
    if (restartPolicy.needText()) {
      restartPolicy.needOneOf(RESTART_POLICIES);
    }
    FieldValidator dnsPolicy = spec.child("dnsPolicy");
    if (dnsPolicy.needText()) {
      dnsPolicy.needOneOf(DNS_POLICIES);
    }
    LabelSelectorValidation.checkLabels(spec.child("nodeSelector"));
    SecurityContextValidation.checkPod(spec, whole.oldSpec());
    AffinityValidation.check(spec.child("affinity"));
    DnsValidation.check(spec);
    spec.child("readinessGates")
        .each(gate -> gate.child("conditionType").checkText(Names::qualifiedName));
    checkSchedulingGates(spec.child("schedulingGates"));
    AffinityValidation.checkSpread(spec.child("topologySpreadConstraints"));
    WindowsValidation.checkHostProcesses(spec);
    checkHostUsers(spec);
    checkHostNameOverride(spec);
    checkNames(spec);
    PodResourceValidation.checkOverhead(spec.child("overhead"));
    WindowsValidation.checkSystem(spec);
    EnvValidation.checkFileVolumes(spec);
  }

  private static void checkNames(FieldValidator spec) {
    checkIfGiven(spec.child("serviceAccountName"));
    checkIfGiven(spec.child("nodeName"));
    FieldValidator deadline = spec.child("activeDeadlineSeconds");
    if (deadline.isPresent()) {
      deadline.needRange(1, Integer.MAX_VALUE);
    }
    for (String name : List.of("hostname", "subdomain")) {
      if (!spec.child(name).isBlank()) {
        spec.child(name).checkText(Names::dnsLabel);
      }
    }
    TolerationValidation.check(spec.child("tolerations"));
    spec.child("hostAliases").each(PodSpecValidation::checkHostAlias);
    checkIfGiven(spec.child("priorityClassName"));
    spec.child("runtimeClassName").ifPresent(name -> name.checkText(Names::dnsSubdomain));
    FieldValidator preemption = spec.child("preemptionPolicy");
    if (preemption.isPresent() && preemption.needText()) {
      preemption.needOneOf(List.of("PreemptLowerPriority", "Never"));
    }
  }

  private static void checkIfGiven(FieldValidator name) {
    if (!name.isBlank()) {
      name.checkText(Names::dnsSubdomain);
    }
  }

  private static void checkHostAlias(FieldValidator alias) {
    IpFields.check(alias.child("ip"));
    alias.child("hostnames").each(name -> name.checkText(Names::dnsSubdomain));
  }

  /// On the host's network, a port of the container is one of the host.
  private static void checkHostNetworkPorts(FieldValidator spec, PodContext context) {
    if (!spec.child("hostNetwork").isTrue()) {
      return;
    }
    for (FieldValidator container : spec.child("containers").items()) {
      for (FieldValidator port : container.child("ports").items()) {
        FieldValidator hostPort = port.child("hostPort");
        boolean counts = context.isPod() || hostPort.number() != 0;
        if (counts && hostPort.number() != port.child("containerPort").number()) {
          hostPort.invalid(
              hostPort.number(), "must match `containerPort` when `hostNetwork` is true");
        }
      }
    }
  }

  private static void checkSchedulingGates(FieldValidator gates) {
    Set<String> names = new HashSet<>();
    for (FieldValidator gate : gates.items()) {
      String name = gate.child("name").text();
      Names.qualifiedName(name).forEach(complaint -> gate.invalid(name, complaint));
      if (!names.add(name)) {
        gate.duplicate(name);
      }
    }
  }

  /// Users of its own go with none of the host's namespaces.
  private static void checkHostUsers(FieldValidator spec) {
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
    for (FieldValidator container : Containers.places(spec)) {
      if (container.child("volumeDevices").size() > 0) {
        container.child("volumeDevices").forbidden(complaint);
      }
    }
  }

  private static void checkHostNameOverride(FieldValidator spec) {
    FieldValidator name = spec.child("hostnameOverride");
    if (!name.isPresent()) {
      return;
    }
    if (spec.child("setHostnameAsFQDN").isTrue()) {
      name.forbidden("may not be specified when setHostnameAsFQDN is true");
    }
    if (spec.child("hostNetwork").isTrue()) {
      name.forbidden("may not be specified when hostNetwork is true");
    }
    if (StringFormats.length(name.text()) > HOST_NAME_LENGTH) {
      name.tooLong(HOST_NAME_LENGTH);
    }
    name.checkText(Names::dnsSubdomain);
  }
}
