package dev.drover.server.builtin;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.rules.Addresses;
import dev.drover.server.rules.Ip;
import dev.drover.server.rules.Place;
import java.util.ArrayList;
import java.util.List;

/// What load balancers report in the status of services.
final class LoadBalancers {
  private LoadBalancers() {}

  static List<FieldError> errors(TreeNode service, TreeNode old) {
    Place ingresses = Place.root(service).child("status", "loadBalancer", "ingress");
    if (!Services.isLoadBalancer(service.at("spec")) && ingresses.size() > 0) {
      ingresses.forbidden("may only be used when `spec.type` is 'LoadBalancer'");
      return ingresses.errors();
    }
    List<String> existing =
        old.at("status").at("loadBalancer").items("ingress").stream()
            .map(ingress -> ingress.text("ip"))
            .toList();
    ingresses.each(ingress -> check(ingress, existing));
    return ingresses.errors();
  }

  private static void check(Place ingress, List<String> existing) {
    Place ip = ingress.child("ip");
    Place mode = ingress.child("ipMode");
    if (!ip.isBlank()) {
      Addresses.checkLegacyIp(ip, existing);
    }
    if (!mode.isPresent()) {
      if (!ip.isBlank()) {
        mode.required("must be specified when `ip` is set");
      }
    } else if (ip.isBlank()) {
      mode.forbidden("may not be specified when `ip` is not set");
    } else {
      mode.needOneOf(List.of("Proxy", "VIP"));
    }
    checkHostname(ingress.child("hostname"));
  }

  static void checkHostname(Place hostname) {
    if (hostname.isBlank()) {
      return;
    }
    hostname.invalid(Names.dnsSubdomain(hostname.text()));
    if (Ip.parse(hostname.text()).isPresent()) {
      hostname.invalid("must be a DNS name, not an IP address");
    }
  }

  /// What is worth a warning in the addresses that load balancers report.
  static List<String> warnings(TreeNode object) {
    List<String> warnings = new ArrayList<>();
    for (Place ingress : Place.root(object).child("status", "loadBalancer", "ingress").items()) {
      String ip = ingress.child("ip").text();
      if (!ip.isEmpty()) {
        warnings.addAll(Addresses.ipWarnings(ingress.path(), ip));
      }
    }
    return warnings;
  }
}
