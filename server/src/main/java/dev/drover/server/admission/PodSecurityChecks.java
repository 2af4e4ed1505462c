package dev.drover.server.admission;

import dev.drover.schema.TreeNode;
import dev.drover.server.admission.PodSecurityPolicy.Standard;
import dev.drover.server.admission.PodSecurityViolations.Violation;
import java.util.List;

/// The checks of a pod security level, for each release.
///
/// In Go: the checks of `k8s.io/pod-security-admission/policy`; restricted ones take the place of
/// those of the baseline that they are a stricter form of.
final class PodSecurityChecks {
  private PodSecurityChecks() {}

  /// What a pod, or the pods of a template, do that a standard does not allow.
  static List<Violation> of(Standard standard, TreeNode metadata, TreeNode spec) {
    var pod = new PodSecurityViolations(metadata, spec, standard.minor());
    switch (standard.level()) {
      case PRIVILEGED -> {}
      case BASELINE -> baseline(pod, false);
      case RESTRICTED -> {
        baseline(pod, true);
        restricted(pod);
      }
    }
    return pod.violations();
  }

  private static void baseline(PodSecurityViolations pod, boolean isRestricted) {
    ProfileChecks.appArmor(pod);
    if (!isRestricted || pod.minor() < 22) {
      PrivilegeChecks.capabilities(pod);
    }
    HostChecks.hostNamespaces(pod);
    if (!isRestricted) {
      HostChecks.hostPaths(pod);
    }
    HostChecks.hostPorts(pod);
    if (pod.minor() >= 34) {
      HostChecks.hostsOfProbes(pod);
    }
    PrivilegeChecks.privileged(pod);
    if (!isRestricted || pod.minor() < 35) {
      if (pod.minor() < 35 || !hasOwnUsers(pod)) {
        PrivilegeChecks.procMount(pod);
      }
    }
    ProfileChecks.seLinux(pod);
    if (pod.minor() < 19) {
      ProfileChecks.seccompAnnotations(pod);
    } else if (!isRestricted) {
      ProfileChecks.seccomp(pod, false);
    }
    ProfileChecks.sysctls(pod);
    HostChecks.hostProcess(pod);
  }

  private static void restricted(PodSecurityViolations pod) {
    boolean isWindows = pod.spec().at("os").text("name").equals("windows");
    if (pod.minor() >= 8 && !(isWindows && pod.minor() >= 25)) {
      PrivilegeChecks.privilegeEscalation(pod);
    }
    if (pod.minor() >= 22 && !(isWindows && pod.minor() >= 25)) {
      PrivilegeChecks.droppedCapabilities(pod);
    }
    if (pod.minor() >= 35) {
      PrivilegeChecks.procMount(pod);
    }
    VolumeChecks.volumes(pod);
    boolean isRelaxed = pod.minor() >= 35 && hasOwnUsers(pod);
    if (!isRelaxed) {
      PrivilegeChecks.runAsNonRoot(pod);
    }
    if (pod.minor() >= 23 && !isRelaxed) {
      PrivilegeChecks.runAsUser(pod);
    }
    if (pod.minor() >= 19 && !(isWindows && pod.minor() >= 25)) {
      ProfileChecks.seccomp(pod, true);
    }
  }

  private static boolean hasOwnUsers(PodSecurityViolations pod) {
    return Boolean.FALSE.equals(pod.spec().get("hostUsers"));
  }
}
