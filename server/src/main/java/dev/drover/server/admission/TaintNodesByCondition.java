package dev.drover.server.admission;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Taints a new node as not ready, until a controller removes the taint.
final class TaintNodesByCondition implements AdmissionPlugin {
  private static final String NOT_READY = "node.kubernetes.io/not-ready";
  private static final String NO_SCHEDULE = "NoSchedule";

  @Override
  public void admit(Attempt attempt) {
    if (!AdmissionPlugins.creates(attempt, "/nodes")) {
      return;
    }
    TreeNode spec = AdmissionPlugins.object(attempt).orCreate("spec");
    boolean isTainted =
        spec.items("taints").stream()
            .anyMatch(
                taint ->
                    taint.text("key").equals(NOT_READY)
                        && taint.text("effect").equals(NO_SCHEDULE));
    if (!isTainted) {
      List<@Nullable Object> taints = new ArrayList<>(spec.list("taints"));
      taints.add(TreeNode.empty().set("key", NOT_READY).set("effect", NO_SCHEDULE).map());
      spec.set("taints", taints);
    }
  }
}
