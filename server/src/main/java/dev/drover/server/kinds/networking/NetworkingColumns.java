package dev.drover.server.kinds.networking;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.schema.TreeNode;
import dev.drover.server.kinds.core.service.ServiceColumns;
import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import dev.drover.server.table.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Printer columns of the group `networking.k8s.io`.
final class NetworkingColumns {
  private NetworkingColumns() {}

  static List<Column> ingress() {
    return List.of(
        name(),
        text("Class", Cells.textOr("spec.ingressClassName", Cells.NONE)),
        text("Hosts", NetworkingColumns::hosts),
        text(
            "Address",
            ingress -> ServiceColumns.balancers(ingress).collect(Collectors.joining(","))),
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

  static List<Column> ingressClass() {
    return List.of(
        name(
            ingressClass ->
                ingressClass.at("metadata").text("name")
                    + (Cells.hasAnnotation(
                            ingressClass, "ingressclass.kubernetes.io/is-default-class")
                        ? " (default)"
                        : "")),
        text("Controller", Cells.text("spec.controller")),
        text("Parameters", NetworkingColumns::parameters),
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

  static List<Column> networkPolicy() {
    return List.of(name(), text("Pod-Selector", Cells.selector("spec.podSelector")), age());
  }

  static List<Column> serviceCidr() {
    return List.of(
        name(), text("CIDRs", cidr -> String.join(",", cidr.at("spec").texts("cidrs"))), age());
  }

  static List<Column> ipAddress() {
    return List.of(
        name(), text("ParentRef", NetworkingColumns::parent), Columns.unannounced(age().cell()));
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
