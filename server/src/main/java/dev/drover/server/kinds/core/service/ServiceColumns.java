package dev.drover.server.kinds.core.service;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.schema.TreeNode;
import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Printer columns of services and endpoints.
public final class ServiceColumns {
  private ServiceColumns() {}

  /// Columns of services.
  public static List<Column> service() {
    return List.of(
        name(),
        text("Type", Cells.text("spec.type")),
        text(
            "Cluster-IP",
            service ->
                service.at("spec").texts("clusterIPs").stream().findFirst().orElse(Cells.NONE)),
        text("External-IP", ServiceColumns::externalAddress),
        text("Port(s)", ServiceColumns::ports),
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

  /// The addresses that load balancers gave an object, in order.
  public static Stream<String> balancers(TreeNode object) {
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

  /// Columns of endpoints.
  public static List<Column> endpoints() {
    return List.of(name(), text("Endpoints", ServiceColumns::addresses), age());
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
}
