package dev.drover.server.kinds.core.service;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import java.util.List;
import java.util.Objects;

/// Validates updates of services, and clears the fields that a change of type releases.
final class ServiceUpdateValidation {
  private static final String ONCE = "may not change once set";

  private ServiceUpdateValidation() {}

  /// Takes away what the new type has no use for, unless the client has just set it.
  static void dropFieldsOfOldType(TreeNode object, TreeNode oldObject) {
    TreeNode spec = object.orCreate("spec");
    TreeNode old = oldObject.at("spec");
    if (!Services.isExternalName(old) && Services.isExternalName(spec)) {
      if (Services.isSame(spec, old, "clusterIP") && Services.isSame(spec, old, "clusterIPs")) {
        spec.remove("clusterIP").remove("clusterIPs");
      }
      dropIfSame(spec, old, "ipFamilies");
      dropIfSame(spec, old, "ipFamilyPolicy");
    }
    if (Services.isReachedThroughNodes(old)
        && !Services.isReachedThroughNodes(spec)
        && ServiceAllocator.nodePorts(old).containsAll(ServiceAllocator.nodePorts(spec))) {
      spec.items("ports").forEach(port -> port.remove("nodePort"));
    }
    if (Services.needsHealthCheck(old) && !Services.needsHealthCheck(spec)) {
      dropIfSame(spec, old, "healthCheckNodePort");
    }
    if (Services.isLoadBalancer(old) && !Services.isLoadBalancer(spec)) {
      dropIfSame(spec, old, "allocateLoadBalancerNodePorts");
      dropIfSame(spec, old, "loadBalancerClass");
    }
    if (Services.isReachedFromOutside(old) && !Services.isReachedFromOutside(spec)) {
      dropIfSame(spec, old, "externalTrafficPolicy");
    }
    if (!Services.isLoadBalancer(spec)) {
      object.at("status").remove("loadBalancer");
    }
  }

  private static void dropIfSame(TreeNode spec, TreeNode old, String field) {
    if (Services.isSame(spec, old, field)) {
      spec.remove(field);
    }
  }

  /// What is wrong with a change, and with the service as it then is.
  static List<FieldError> errors(TreeNode object, TreeNode old) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    TreeNode now = object.at("spec");
    TreeNode was = old.at("spec");
    if (!Services.isExternalName(now) && !Services.isExternalName(was)) {
      checkAddresses(spec, now, was);
      if (!Services.isHeadless(now) && !Services.isHeadless(was)) {
        checkFamilies(spec, now, was);
      }
    }
    FieldValidator loadBalancerClass = spec.child("loadBalancerClass");
    if (Services.isLoadBalancer(now)
        && Services.isLoadBalancer(was)
        && !Services.isSame(now, was, "loadBalancerClass")) {
      loadBalancerClass.invalid(ONCE);
    }
    ServiceValidation.checkLoadBalancerClass(spec);
    if (Services.needsHealthCheck(was)
        && Services.needsHealthCheck(now)
        && !Services.isSame(now, was, "healthCheckNodePort")) {
      spec.child("healthCheckNodePort").forbidden(FieldValidator.IMMUTABLE);
    }
    spec.report(ServiceValidation.errors(object, old));
    return spec.errors();
  }

  private static void checkAddresses(FieldValidator spec, TreeNode now, TreeNode was) {
    if (Services.isHeadless(now) && Services.isHeadless(was)) {
      return;
    }
    List<String> addresses = now.texts("clusterIPs");
    List<String> before = was.texts("clusterIPs");
    Object shown = addresses.isEmpty() ? null : addresses;
    if (addresses.size() == before.size()) {
      for (int i = 0; i < before.size(); i++) {
        if (!before.get(i).equals(addresses.get(i))) {
          item(spec, "clusterIPs", i).invalid(shown, ONCE);
        }
      }
      return;
    }
    if (addresses.isEmpty()) {
      item(spec, "clusterIPs", 0).invalid(shown, "primary clusterIP can not be unset");
    } else if (!before.isEmpty() && !addresses.getFirst().equals(before.getFirst())) {
      item(spec, "clusterIPs", 0).invalid(shown, ONCE);
    }
    if (addresses.size() == 1 && before.size() > 1) {
      needSingleStack(spec, "clusterIP");
    }
  }

  private static void checkFamilies(FieldValidator spec, TreeNode now, TreeNode was) {
    List<String> families = now.texts("ipFamilies");
    List<String> before = was.texts("ipFamilies");
    Object addresses = now.get("clusterIPs");
    FieldValidator first = item(spec, "ipFamilies", 0);
    if (families.size() == before.size()) {
      for (int i = 0; i < before.size(); i++) {
        if (!before.get(i).equals(families.get(i))) {
          first.invalid(families, ONCE);
        }
      }
      return;
    }
    if (families.size() < before.size() && now.list("clusterIPs").isEmpty()) {
      first.invalid(families.isEmpty() ? null : families, "primary ipFamily can not be unset");
    }
    if (!families.isEmpty()
        && !before.isEmpty()
        && !Objects.equals(families.getFirst(), before.getFirst())) {
      first.invalid(addresses, ONCE);
    }
    if (families.size() == 1 && before.size() > 1) {
      needSingleStack(spec, "ipFamily");
    }
  }

  private static void needSingleStack(FieldValidator spec, String what) {
    FieldValidator policy = spec.child("ipFamilyPolicy");
    if (!policy.text().equals(Services.SINGLE_STACK)) {
      policy.invalid("must be set to 'SingleStack' when releasing the secondary " + what);
    }
  }

  private static FieldValidator item(FieldValidator spec, String list, int index) {
    FieldValidator place = spec.child(list);
    return place.as(place.path().index(index));
  }
}
