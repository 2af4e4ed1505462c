package dev.drover.server.controllers.policy;

import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import dev.drover.server.admission.QuotaUsage;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.validation.ResourceLists;
import java.util.Map;
import java.util.TreeMap;

/// Counts what quotas limit: copies their limits to the status, and corrects the usage that
/// admission counts upwards, after deletions.
///
/// In Go: `resourcequota.Controller`.
public final class ResourceQuotaController implements Controller {
  private static final Quantity NONE = Quantity.parse("0");

  @Override
  public void pass(ClusterPass cluster) {
    cluster.forEach(
        cluster.of("/resourcequotas"),
        quota -> {
          if (!quota.isBeingDeleted()) {
            cluster.updateStatus(quota, status(cluster, quota));
          }
        });
  }

  private static TreeNode status(ClusterPass cluster, Item quota) {
    Map<String, Quantity> hard = ResourceLists.read(quota.spec(), "hard");
    Map<String, Quantity> used = new TreeMap<>();
    hard.keySet().forEach(name -> used.put(name, NONE));
    for (Item item : cluster.in(quota.namespace())) {
      QuotaUsage usage = QuotaUsage.of(item.resource());
      boolean counts =
          !usage.matching(hard.keySet()).isEmpty()
              && usage.isInScopes(quota.object(), item.object());
      if (counts) {
        Map<String, Quantity> more = new TreeMap<>(usage.of(item.object()));
        more.keySet().retainAll(hard.keySet());
        ResourceLists.add(used, more);
      }
    }
    TreeNode status = TreeNode.copyOf(quota.status().map());
    ResourceLists.write(status, "hard", hard);
    ResourceLists.write(status, "used", used);
    return status;
  }
}
