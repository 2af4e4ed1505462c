package dev.drover.server.admission;

import static dev.drover.server.admission.PodSecurityViolations.named;
import static dev.drover.server.admission.PodSecurityViolations.plural;
import static dev.drover.server.admission.PodSecurityViolations.quoted;
import static dev.drover.server.admission.PodSecurityViolations.security;

import dev.drover.schema.TreeNode;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Pod security checks of access to the node: its namespaces, paths, ports and addresses.
final class HostChecks {
  private HostChecks() {}

  static void hostNamespaces(PodSecurityViolations pod) {
    List<String> shared =
        List.of("hostNetwork", "hostPID", "hostIPC").stream()
            .filter(pod.spec()::isTrue)
            .map(name -> name + "=true")
            .toList();
    if (!shared.isEmpty()) {
      pod.violates("host namespaces", String.join(", ", shared));
    }
  }

  static void hostPaths(PodSecurityViolations pod) {
    List<String> bad =
        pod.spec().items("volumes").stream()
            .filter(v -> v.has("hostPath"))
            .map(v -> v.text("name"))
            .toList();
    if (!bad.isEmpty()) {
      pod.violates("hostPath volumes", plural("volume", "volumes", bad.size()) + " " + quoted(bad));
    }
  }

  static void hostPorts(PodSecurityViolations pod) {
    SortedSet<String> ports = new TreeSet<>();
    List<String> bad =
        pod.containersThat(
            c -> {
              List<String> mine =
                  c.items("ports").stream()
                      .map(port -> port.number("hostPort", 0))
                      .filter(port -> port != 0)
                      .map(String::valueOf)
                      .toList();
              ports.addAll(mine);
              return !mine.isEmpty();
            });
    if (!bad.isEmpty()) {
      pod.violates(
          "hostPort",
          "%s %s %s %s"
              .formatted(
                  named(bad),
                  plural("uses", "use", bad.size()),
                  plural("hostPort", "hostPorts", ports.size()),
                  String.join(", ", ports)));
    }
  }

  static void hostsOfProbes(PodSecurityViolations pod) {
    SortedSet<String> hosts = new TreeSet<>();
    SortedSet<String> bad = new TreeSet<>();
    for (TreeNode container : pod.containers()) {
      List<TreeNode> handlers =
          List.of(
              container.at("livenessProbe"),
              container.at("readinessProbe"),
              container.at("startupProbe"),
              container.at("lifecycle").at("postStart"),
              container.at("lifecycle").at("preStop"));
      for (TreeNode handler : handlers) {
        for (String kind : List.of("httpGet", "tcpSocket")) {
          String host = handler.at(kind).text("host");
          if (!host.isEmpty()) {
            hosts.add(host);
            bad.add(container.text("name"));
          }
        }
      }
    }
    if (!bad.isEmpty()) {
      pod.violates(
          "probe or lifecycle host",
          "%s %s %s %s"
              .formatted(
                  named(bad),
                  plural("uses", "use", bad.size()),
                  plural("probe or lifecycle host", "probe or lifecycle hosts", hosts.size()),
                  quoted(hosts)));
    }
  }

  static void hostProcess(PodSecurityViolations pod) {
    List<String> setters =
        pod.setters(owner -> security(owner).at("windowsOptions").isTrue("hostProcess"));
    if (!setters.isEmpty()) {
      pod.violates(
          "hostProcess",
          String.join(" and ", setters)
              + " must not set securityContext.windowsOptions.hostProcess=true");
    }
  }
}
