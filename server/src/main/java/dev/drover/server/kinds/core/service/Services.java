package dev.drover.server.kinds.core.service;

import dev.drover.schema.TreeNode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Facts about services that several parts need. All methods take the `spec`.
public final class Services {
  static final String NONE = "None";
  static final String IPV4 = "IPv4";
  static final String IPV6 = "IPv6";
  static final String SINGLE_STACK = "SingleStack";

  private Services() {}

  static boolean isType(TreeNode spec, String type) {
    return spec.text("type").equals(type);
  }

  public static boolean isExternalName(TreeNode spec) {
    return isType(spec, "ExternalName");
  }

  static boolean isLoadBalancer(TreeNode spec) {
    return isType(spec, "LoadBalancer");
  }

  static boolean isHeadless(TreeNode spec) {
    return spec.texts("clusterIPs").equals(List.of(NONE));
  }

  static boolean isReachedThroughNodes(TreeNode spec) {
    return isType(spec, "NodePort") || isLoadBalancer(spec);
  }

  /// Whether every port gets a node port even if it asks for none.
  static boolean getsNodePorts(TreeNode spec) {
    return isType(spec, "NodePort")
        || isLoadBalancer(spec) && !Boolean.FALSE.equals(spec.get("allocateLoadBalancerNodePorts"));
  }

  /// Whether traffic from outside reaches the service.
  static boolean isReachedFromOutside(TreeNode spec) {
    return isReachedThroughNodes(spec)
        || isType(spec, "ClusterIP") && !spec.list("externalIPs").isEmpty();
  }

  static boolean needsHealthCheck(TreeNode spec) {
    return isLoadBalancer(spec) && spec.text("externalTrafficPolicy").equals("Local");
  }

  static boolean isSame(TreeNode spec, TreeNode old, String field) {
    return Objects.equals(spec.get(field), old.get(field));
  }

  /// Services of type `ExternalName` have no traffic of their own, even if a policy is left.
  public static Map<String, @Nullable Object> withoutUnusedPolicy(
      Map<String, @Nullable Object> service) {
    TreeNode spec = TreeNode.view(service).at("spec");
    if (!isExternalName(spec) || !spec.has("internalTrafficPolicy")) {
      return service;
    }
    TreeNode copy = TreeNode.copyOf(service);
    copy.at("spec").remove("internalTrafficPolicy");
    return copy.map();
  }
}
