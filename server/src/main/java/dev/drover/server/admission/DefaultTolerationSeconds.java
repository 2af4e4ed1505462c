package dev.drover.server.admission;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Adds the tolerations of nodes that are not ready or unreachable, for five minutes, to new pods.
final class DefaultTolerationSeconds implements AdmissionPlugin {
  private static final long SECONDS = 300;

  @Override
  public void admit(Attempt attempt) {
    boolean isWrite =
        attempt.operation() == Operation.CREATE || attempt.operation() == Operation.UPDATE;
    if (isWrite && AdmissionPlugins.isFor(attempt, "/pods")) {
      TreeNode spec = AdmissionPlugins.object(attempt).orCreate("spec");
      List<TreeNode> before = spec.items("tolerations");
      add(spec, before, "node.kubernetes.io/not-ready");
      add(spec, before, "node.kubernetes.io/unreachable");
    }
  }

  private static void add(TreeNode spec, List<TreeNode> before, String key) {
    boolean isTolerated =
        before.stream()
            .filter(it -> it.text("key").isEmpty() || it.text("key").equals(key))
            .anyMatch(it -> it.text("effect").isEmpty() || it.text("effect").equals("NoExecute"));
    if (!isTolerated) {
      List<@Nullable Object> tolerations = new ArrayList<>(spec.list("tolerations"));
      tolerations.add(
          TreeNode.empty()
              .set("key", key)
              .set("operator", "Exists")
              .set("effect", "NoExecute")
              .set("tolerationSeconds", SECONDS)
              .map());
      spec.set("tolerations", tolerations);
    }
  }
}
