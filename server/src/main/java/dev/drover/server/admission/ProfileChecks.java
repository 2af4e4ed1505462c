package dev.drover.server.admission;

import static dev.drover.server.admission.PodSecurityViolations.named;
import static dev.drover.server.admission.PodSecurityViolations.plural;
import static dev.drover.server.admission.PodSecurityViolations.quoted;
import static dev.drover.server.admission.PodSecurityViolations.security;

import dev.drover.schema.GoQuoting;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Pod security checks of kernel confinement: AppArmor, SELinux, seccomp, and sysctls.
final class ProfileChecks {
  /// Which sysctls are harmless, by the minor version since which they count as such.
  private static final Map<String, Integer> SYSCTLS =
      Map.ofEntries(
          Map.entry("kernel.shm_rmid_forced", 0),
          Map.entry("net.ipv4.ip_local_port_range", 0),
          Map.entry("net.ipv4.tcp_syncookies", 0),
          Map.entry("net.ipv4.ping_group_range", 0),
          Map.entry("net.ipv4.ip_unprivileged_port_start", 0),
          Map.entry("net.ipv4.ip_local_reserved_ports", 27),
          Map.entry("net.ipv4.tcp_keepalive_time", 29),
          Map.entry("net.ipv4.tcp_fin_timeout", 29),
          Map.entry("net.ipv4.tcp_keepalive_intvl", 29),
          Map.entry("net.ipv4.tcp_keepalive_probes", 29),
          Map.entry("net.ipv4.tcp_rmem", 32),
          Map.entry("net.ipv4.tcp_wmem", 32));

  private static final String APP_ARMOR = "container.apparmor.security.beta.kubernetes.io/";
  private static final String SECCOMP_POD = "seccomp.security.alpha.kubernetes.io/pod";
  private static final String SECCOMP = "container.seccomp.security.alpha.kubernetes.io/";

  private ProfileChecks() {}

  static void appArmor(PodSecurityViolations pod) {
    Predicate<TreeNode> isBad =
        owner ->
            security(owner).has("appArmorProfile")
                && !Set.of("RuntimeDefault", "Localhost").contains(appArmorType(owner));
    List<String> setters = new ArrayList<>();
    SortedSet<String> bad = pod.badValues(isBad, ProfileChecks::appArmorType, setters);
    List<String> forbidden = new ArrayList<>();
    pod.annotations()
        .forEach(
            (key, value) -> {
              boolean isAllowed =
                  value.isEmpty()
                      || value.equals("runtime/default")
                      || value.startsWith("localhost/");
              if (key.startsWith(APP_ARMOR) && !isAllowed) {
                forbidden.add(key + "=" + GoQuoting.quote(value));
              }
            });
    List<String> values = new ArrayList<>(bad);
    if (!forbidden.isEmpty()) {
      forbidden.sort(null);
      values.addAll(forbidden);
      setters.add(plural("annotation", "annotations", forbidden.size()));
    }
    if (!setters.isEmpty()) {
      pod.violates(
          plural("forbidden AppArmor profile", "forbidden AppArmor profiles", values.size()),
          String.join(" and ", setters)
              + " must not set AppArmor profile type to "
              + quoted(values));
    }
  }

  private static String appArmorType(TreeNode owner) {
    return security(owner).at("appArmorProfile").text("type");
  }

  static void seLinux(PodSecurityViolations pod) {
    Set<String> allowed = new TreeSet<>(Set.of("", "container_t", "container_init_t"));
    allowed.add("container_kvm_t");
    if (pod.minor() >= 31) {
      allowed.add("container_engine_t");
    }
    SortedSet<String> types = new TreeSet<>();
    Set<String> fields = new TreeSet<>();
    Predicate<TreeNode> isBad =
        owner -> {
          TreeNode options = security(owner).at("seLinuxOptions");
          boolean isBadType = !allowed.contains(options.text("type"));
          if (isBadType) {
            types.add(options.text("type"));
          }
          boolean hasMore = false;
          for (String field : List.of("user", "role")) {
            if (!options.text(field).isEmpty()) {
              fields.add(field);
              hasMore = true;
            }
          }
          return isBadType || hasMore;
        };
    List<String> setters = pod.setters(isBad);
    if (setters.isEmpty()) {
      return;
    }
    List<String> data = new ArrayList<>();
    if (!types.isEmpty()) {
      data.add(plural("type", "types", types.size()) + " " + quoted(types));
    }
    for (String field : List.of("user", "role")) {
      if (fields.contains(field)) {
        data.add(field + " may not be set");
      }
    }
    pod.violates(
        "seLinuxOptions",
        "%s set forbidden securityContext.seLinuxOptions: %s"
            .formatted(String.join(" and ", setters), String.join("; ", data)));
  }

  static void seccompAnnotations(PodSecurityViolations pod) {
    SortedSet<String> forbidden = new TreeSet<>();
    List<String> keys = new ArrayList<>(List.of(SECCOMP_POD));
    pod.containers().forEach(container -> keys.add(SECCOMP + container.text("name")));
    for (String key : keys) {
      String value = pod.annotations().get(key);
      if (value != null
          && !value.equals("runtime/default")
          && !value.equals("docker/default")
          && !value.startsWith("localhost/")) {
        forbidden.add(key + "=" + GoQuoting.quote(value));
      }
    }
    if (!forbidden.isEmpty()) {
      pod.violates(
          "seccompProfile",
          "forbidden %s %s"
              .formatted(
                  plural("annotation", "annotations", forbidden.size()),
                  String.join(", ", forbidden)));
    }
  }

  static void seccomp(PodSecurityViolations pod, boolean isRequired) {
    Predicate<TreeNode> hasOne = owner -> security(owner).has("seccompProfile");
    Predicate<TreeNode> isGood =
        owner -> Set.of("RuntimeDefault", "Localhost").contains(seccompType(owner));
    List<String> setters = new ArrayList<>();
    SortedSet<String> bad =
        pod.badValues(hasOne.and(isGood.negate()), ProfileChecks::seccompType, setters);
    if (!setters.isEmpty()) {
      pod.violates(
          "seccompProfile",
          "%s must not set securityContext.seccompProfile.type to %s"
              .formatted(String.join(" and ", setters), quoted(bad)));
      return;
    }
    List<String> without =
        isRequired && !hasOne.test(pod.spec()) ? pod.containersThat(hasOne.negate()) : List.of();
    if (!without.isEmpty()) {
      pod.violates(
          "seccompProfile",
          "pod or %s must set securityContext.seccompProfile.type to \"RuntimeDefault\" or \"Localhost\""
              .formatted(named(without)));
    }
  }

  private static String seccompType(TreeNode owner) {
    return security(owner).at("seccompProfile").text("type");
  }

  static void sysctls(PodSecurityViolations pod) {
    List<String> bad =
        pod.spec().at("securityContext").items("sysctls").stream()
            .map(sysctl -> sysctl.text("name"))
            .filter(name -> SYSCTLS.getOrDefault(name, Integer.MAX_VALUE) > knownMinor(pod))
            .toList();
    if (!bad.isEmpty()) {
      pod.violates("forbidden sysctls", String.join(", ", bad));
    }
  }

  static int knownMinor(PodSecurityViolations pod) {
    return Math.min(pod.minor(), Integer.MAX_VALUE - 1);
  }
}
