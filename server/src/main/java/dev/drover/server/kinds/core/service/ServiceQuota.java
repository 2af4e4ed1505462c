package dev.drover.server.kinds.core.service;

import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin.Attempt;
import dev.drover.server.core.QuotaEvaluator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// How services count against quotas: by number, node ports and load balancers.
///
/// In Go: `serviceEvaluator`.
public final class ServiceQuota implements QuotaEvaluator {
  private static final Set<String> RESOURCES =
      Set.of("services", "services.nodeports", "services.loadbalancers");

  @Override
  public boolean handles(Attempt attempt) {
    return QuotaEvaluator.isCreateOrUpdate(attempt);
  }

  @Override
  public boolean uses(String resource) {
    return RESOURCES.contains(resource);
  }

  @Override
  public void addUsage(TreeNode service, Map<String, Quantity> usage) {
    TreeNode spec = service.at("spec");
    List<TreeNode> ports = spec.items("ports");
    boolean isBalanced = spec.text("type").equals("LoadBalancer");
    long nodePorts = 0;
    if (spec.text("type").equals("NodePort") || isBalanced) {
      boolean countsAll =
          !isBalanced || !Boolean.FALSE.equals(spec.get("allocateLoadBalancerNodePorts"));
      nodePorts =
          ports.stream().filter(port -> countsAll || port.number("nodePort", 0) != 0).count();
    }
    usage.put("services", Quantity.parse("1"));
    usage.put("services.nodeports", Quantity.parse(Long.toString(nodePorts)));
    usage.put("services.loadbalancers", Quantity.parse(isBalanced ? "1" : "0"));
  }
}
