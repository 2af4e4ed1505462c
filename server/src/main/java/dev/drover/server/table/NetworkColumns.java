package dev.drover.server.table;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.api.GroupKind;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Services, and what leads to them.
final class NetworkColumns {
  private static final String GROUP = "networking.k8s.io";

  private NetworkColumns() {}

  static Map<GroupKind, List<Column>> all() {
    return Map.of(
        new GroupKind("", "Service"), service(),
        new GroupKind("", "Endpoints"), endpoints(),
        new GroupKind("discovery.k8s.io", "EndpointSlice"), endpointSlice(),
        new GroupKind(GROUP, "Ingress"), ingress(),
        new GroupKind(GROUP, "IngressClass"), ingressClass(),
        new GroupKind(GROUP, "NetworkPolicy"), networkPolicy(),
        new GroupKind(GROUP, "ServiceCIDR"), serviceCidr(),
        new GroupKind(GROUP, "IPAddress"), ipAddress());
  }

  private static List<Column> service() {
    return List.of(
        name(),
        text("Type", Cells.text("spec.type")),
        text(
            "Cluster-IP",
            service ->
                service.at("spec").texts("clusterIPs").stream().findFirst().orElse(Cells.NONE)),
        text("External-IP", NetworkColumns::externalAddress),
        text("Port(s)", NetworkColumns::ports),
        age(),
        text("Selector", Cells.labels("spec.selector")).wide());
  }

  private static String externalAddress(TreeNode service) {
    TreeNode spec = service.at("spec");
    List<String> external = spec.texts("externalIPs");
    return switch (spec.text("type")) {
      case "ClusterIP", "NodePort" -> external.isEmpty() ? Cells.NONE : String.join(",", external);
      case "LoadBalancer" -> {
        String all =
            Stream.concat(balancers(service), external.stream()).collect(Collectors.joining(","));
        yield all.isEmpty() ? "<pending>" : all;
      }
      case "ExternalName" -> spec.text("externalName");
      default -> Cells.UNKNOWN;
    };
  }

  private static Stream<String> balancers(TreeNode object) {
    return Cells.at(object, "status.loadBalancer").items("ingress").stream()
        .map(point -> point.text(point.text("ip").isEmpty() ? "hostname" : "ip"))
        .filter(address -> !address.isEmpty())
        .distinct()
        .sorted();
  }

  private static String ports(TreeNode service) {
    String all =
        service.at("spec").items("ports").stream()
            .map(
                port -> {
                  long node = port.number("nodePort", 0);
                  return port.number("port", 0)
                      + (node > 0 ? ":" + node : "")
                      + "/"
                      + port.text("protocol");
                })
            .collect(Collectors.joining(","));
    return all.isEmpty() ? Cells.NONE : all;
  }

  private static List<Column> endpoints() {
    return List.of(name(), text("Endpoints", NetworkColumns::addresses), age());
  }

  private static String addresses(TreeNode endpoints) {
    List<TreeNode> subsets = endpoints.items("subsets");
    if (subsets.isEmpty()) {
      return Cells.NONE;
    }
    List<String> all = new ArrayList<>();
    for (TreeNode subset : subsets) {
      List<String> addresses =
          subset.items("addresses").stream().map(address -> address.text("ip")).toList();
      List<TreeNode> ports = subset.items("ports");
      if (ports.isEmpty()) {
        all.addAll(addresses);
      }
      for (TreeNode port : ports) {
        addresses.forEach(address -> all.add(withPort(address, port.number("port", 0))));
      }
    }
    return Cells.firstThree(all, "");
  }

  private static String withPort(String address, long port) {
    return (address.contains(":") ? "[" + address + "]" : address) + ":" + port;
  }

  private static List<Column> endpointSlice() {
    return List.of(
        name(),
        text("AddressType", Cells.text("addressType")),
        text(
            "Ports",
            slice ->
                Cells.firstThree(
                    slice.items("ports").stream().map(NetworkColumns::slicePort).toList(),
                    Cells.UNSET)),
        text(
            "Endpoints",
            slice ->
                Cells.firstThree(
                    slice.items("endpoints").stream()
                        .flatMap(endpoint -> endpoint.texts("addresses").stream())
                        .toList(),
                    Cells.UNSET)),
        age());
  }

  private static String slicePort(TreeNode port) {
    if (port.has("port")) {
      return Long.toString(port.number("port", 0));
    }
    return port.has("name") ? port.text("name") : "*";
  }

  private static List<Column> ingress() {
    return List.of(
        name(),
        text("Class", Cells.textOr("spec.ingressClassName", Cells.NONE)),
        text("Hosts", NetworkColumns::hosts),
        text("Address", ingress -> balancers(ingress).collect(Collectors.joining(","))),
        text("Ports", ingress -> ingress.at("spec").items("tls").isEmpty() ? "80" : "80, 443"),
        age());
  }

  /// The first three hosts; the rules after those count as more even when they have no host.
  private static String hosts(TreeNode ingress) {
    List<TreeNode> rules = ingress.at("spec").items("rules");
    List<String> hosts = new ArrayList<>();
    boolean hasMore = false;
    for (TreeNode rule : rules) {
      hasMore = hosts.size() == 3;
      if (!hasMore && !rule.text("host").isEmpty()) {
        hosts.add(rule.text("host"));
      }
    }
    if (hosts.isEmpty()) {
      return "*";
    }
    return String.join(",", hosts) + (hasMore ? " + " + (rules.size() - 3) + " more..." : "");
  }

  private static List<Column> ingressClass() {
    return List.of(
        name(
            ingressClass ->
                ingressClass.at("metadata").text("name")
                    + (Cells.hasAnnotation(
                            ingressClass, "ingressclass.kubernetes.io/is-default-class")
                        ? " (default)"
                        : "")),
        text("Controller", Cells.text("spec.controller")),
        text("Parameters", NetworkColumns::parameters),
        age());
  }

  private static String parameters(TreeNode ingressClass) {
    return ingressClass
        .at("spec")
        .child("parameters")
        .map(
            parameters ->
                parameters.text("kind")
                    + (parameters.has("apiGroup") ? "." + parameters.text("apiGroup") : "")
                    + "/"
                    + parameters.text("name"))
        .orElse(Cells.NONE);
  }

  private static List<Column> networkPolicy() {
    return List.of(name(), text("Pod-Selector", Cells.selector("spec.podSelector")), age());
  }

  private static List<Column> serviceCidr() {
    return List.of(
        name(), text("CIDRs", cidr -> String.join(",", cidr.at("spec").texts("cidrs"))), age());
  }

  private static List<Column> ipAddress() {
    return List.of(
        name(), text("ParentRef", NetworkColumns::parent), Columns.unannounced(age().cell()));
  }

  private static String parent(TreeNode address) {
    return address
        .at("spec")
        .child("parentRef")
        .map(
            parent -> {
              String group = parent.text("group").isEmpty() ? "" : "." + parent.text("group");
              String namespace = parent.text("namespace");
              return (parent.text("resource") + group).toLowerCase(Locale.ROOT)
                  + (namespace.isEmpty() ? "" : "/" + namespace)
                  + "/"
                  + parent.text("name");
            })
        .orElse(Cells.NONE);
  }
}
