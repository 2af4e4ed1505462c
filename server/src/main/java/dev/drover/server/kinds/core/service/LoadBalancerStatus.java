package dev.drover.server.kinds.core.service;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Ip;
import dev.drover.server.validation.IpFields;
import java.util.ArrayList;
import java.util.List;

/// What load balancers report in the status of services.
public final class LoadBalancerStatus {
  private LoadBalancerStatus() {}

  static List<FieldError> errors(TreeNode service, TreeNode old) {
    FieldValidator ingresses =
        FieldValidator.root(service).child("status", "loadBalancer", "ingress");
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

  private static void check(FieldValidator ingress, List<String> existing) {
    FieldValidator ip = ingress.child("ip");
    FieldValidator mode = ingress.child("ipMode");
    if (!ip.isBlank()) {
      IpFields.checkLegacyIp(ip, existing);
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

  public static void checkHostname(FieldValidator hostname) {
    if (hostname.isBlank()) {
      return;
    }
    hostname.invalid(Names.dnsSubdomain(hostname.text()));
    if (Ip.parse(hostname.text()).isPresent()) {
      hostname.invalid("must be a DNS name, not an IP address");
    }
  }

  /// What is worth a warning in the addresses that load balancers report.
  public static List<String> warnings(TreeNode object) {
    List<String> warnings = new ArrayList<>();
    for (FieldValidator ingress :
        FieldValidator.root(object).child("status", "loadBalancer", "ingress").items()) {
      String ip = ingress.child("ip").text();
      if (!ip.isEmpty()) {
        warnings.addAll(IpFields.ipWarnings(ingress.path(), ip));
      }
    }
    return warnings;
  }
}
