package dev.drover.server.kinds.resource;

import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin.Attempt;
import dev.drover.server.core.QuotaEvaluator;
import dev.drover.server.validation.ResourceLists;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Counts the devices of each class that a claim can get at most.
///
/// In Go: `core.claimEvaluator`, without extended resources.
final class ResourceClaimQuota implements QuotaEvaluator {
  private static final String OF_CLASS = ".deviceclass.resource.k8s.io/devices";
  private static final long MOST_RESULTS = 32; // of an allocation

  @Override
  public boolean handles(Attempt attempt) {
    return QuotaEvaluator.isCreateOrUpdate(attempt);
  }

  @Override
  public boolean uses(String resource) {
    return resource.endsWith(OF_CLASS);
  }

  @Override
  public void addUsage(TreeNode claim, Map<String, Quantity> usage) {
    for (TreeNode request : claim.at("spec").at("devices").items("requests")) {
      // v1beta1 has the fields of `exactly` in the request itself.
      TreeNode exactly = request.has("exactly") ? request.at("exactly") : request;
      List<TreeNode> alternatives = request.items("firstAvailable");
      Map<String, Long> most = new HashMap<>();
      for (TreeNode device : alternatives.isEmpty() ? List.of(exactly) : alternatives) {
        most.merge(device.text("deviceClassName"), count(device), Math::max);
      }
      most.forEach(
          (name, count) ->
              ResourceLists.add(usage, Map.of(name + OF_CLASS, Quantity.parse("" + count))));
    }
  }

  private static long count(TreeNode device) {
    return switch (device.text("allocationMode")) {
      case "ExactCount" -> device.number("count", 0);
      case "All" -> MOST_RESULTS;
      default -> 0; // of a later version
    };
  }
}
