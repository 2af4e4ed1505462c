package dev.drover.server.admission;

import static dev.drover.server.admission.PodSecurityViolations.named;
import static dev.drover.server.admission.PodSecurityViolations.quoted;
import static dev.drover.server.admission.PodSecurityViolations.security;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Pod security checks of users and privileges of processes.
final class PrivilegeChecks {
  private static final Set<String> CAPABILITIES =
      Set.of(
          "AUDIT_WRITE",
          "CHOWN",
          "DAC_OVERRIDE",
          "FOWNER",
          "FSETID",
          "KILL",
          "MKNOD",
          "NET_BIND_SERVICE",
          "SETFCAP",
          "SETGID",
          "SETPCAP",
          "SETUID",
          "SYS_CHROOT");

  private PrivilegeChecks() {}

  static void privileged(PodSecurityViolations pod) {
    List<String> bad = pod.containersThat(c -> security(c).isTrue("privileged"));
    if (!bad.isEmpty()) {
      pod.violates("privileged", named(bad) + " must not set securityContext.privileged=true");
    }
  }

  static void privilegeEscalation(PodSecurityViolations pod) {
    List<String> bad =
        pod.containersThat(c -> !Boolean.FALSE.equals(security(c).get("allowPrivilegeEscalation")));
    if (!bad.isEmpty()) {
      pod.violates(
          "allowPrivilegeEscalation != false",
          named(bad) + " must set securityContext.allowPrivilegeEscalation=false");
    }
  }

  static void capabilities(PodSecurityViolations pod) {
    SortedSet<String> added = new TreeSet<>();
    List<String> bad =
        pod.containersThat(
            c -> {
              List<String> more = new ArrayList<>(security(c).at("capabilities").texts("add"));
              more.removeAll(CAPABILITIES);
              added.addAll(more);
              return !more.isEmpty();
            });
    if (!bad.isEmpty()) {
      pod.violates(
          "non-default capabilities",
          "%s must not include %s in securityContext.capabilities.add"
              .formatted(named(bad), quoted(added)));
    }
  }

  static void droppedCapabilities(PodSecurityViolations pod) {
    SortedSet<String> added = new TreeSet<>();
    List<String> keeping =
        pod.containersThat(c -> !security(c).at("capabilities").texts("drop").contains("ALL"));
    List<String> adding =
        pod.containersThat(
            c -> {
              List<String> more = new ArrayList<>(security(c).at("capabilities").texts("add"));
              more.removeAll(List.of("NET_BIND_SERVICE"));
              added.addAll(more);
              return !more.isEmpty();
            });
    List<String> details = new ArrayList<>();
    if (!keeping.isEmpty()) {
      details.add(named(keeping) + " must set securityContext.capabilities.drop=[\"ALL\"]");
    }
    if (!adding.isEmpty()) {
      details.add(
          "%s must not include %s in securityContext.capabilities.add"
              .formatted(named(adding), quoted(added)));
    }
    if (!details.isEmpty()) {
      pod.violates("unrestricted capabilities", String.join("; ", details));
    }
  }

  static void procMount(PodSecurityViolations pod) {
    SortedSet<String> types = new TreeSet<>();
    List<String> bad =
        pod.containersThat(
            c -> {
              boolean isBad =
                  security(c).has("procMount") && !security(c).text("procMount").equals("Default");
              if (isBad) {
                types.add(security(c).text("procMount"));
              }
              return isBad;
            });
    if (!bad.isEmpty()) {
      pod.violates(
          "procMount", named(bad) + " must not set securityContext.procMount to " + quoted(types));
    }
  }

  static void runAsNonRoot(PodSecurityViolations pod) {
    List<String> setters =
        pod.setters(owner -> Boolean.FALSE.equals(security(owner).get("runAsNonRoot")));
    if (!setters.isEmpty()) {
      pod.violates(
          "runAsNonRoot != true",
          String.join(" and ", setters) + " must not set securityContext.runAsNonRoot=false");
      return;
    }
    List<String> without =
        security(pod.spec()).isTrue("runAsNonRoot")
            ? List.of()
            : pod.containersThat(c -> !security(c).has("runAsNonRoot"));
    if (!without.isEmpty()) {
      pod.violates(
          "runAsNonRoot != true",
          "pod or " + named(without) + " must set securityContext.runAsNonRoot=true");
    }
  }

  static void runAsUser(PodSecurityViolations pod) {
    List<String> setters =
        pod.setters(
            owner ->
                security(owner).has("runAsUser") && security(owner).number("runAsUser", 1) == 0);
    if (!setters.isEmpty()) {
      pod.violates("runAsUser=0", String.join(" and ", setters) + " must not set runAsUser=0");
    }
  }
}
