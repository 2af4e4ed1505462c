package dev.drover.server.workloads;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.Strategy;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Daemon sets.
public final class DaemonSetStrategy implements Strategy {
  @Override
  public void setDefaults(TreeNode object) {
    WorkloadDefaults.setDaemonSet(object);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    Statuses.reset(
        object,
        "currentNumberScheduled",
        "numberMisscheduled",
        "desiredNumberScheduled",
        "numberReady");
    if (templateGeneration(object) < 1) {
      object
          .orCreate("metadata")
          .orCreate("annotations")
          .set(WorkloadDefaults.TEMPLATE_GENERATION, "1");
    }
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old) {
    Statuses.keep(object, old);
    long generation = templateGeneration(old);
    boolean sameTemplate = template(object).equals(template(old));
    object
        .orCreate("metadata")
        .orCreate("annotations")
        .set(
            WorkloadDefaults.TEMPLATE_GENERATION,
            Long.toString(sameTemplate ? generation : generation + 1));
  }

  private static Map<String, @Nullable Object> template(TreeNode set) {
    return set.at("spec").at("template").map();
  }

  private static long templateGeneration(TreeNode set) {
    String text = set.at("metadata").at("annotations").text(WorkloadDefaults.TEMPLATE_GENERATION);
    return text.isEmpty() ? 0 : Long.parseLong(text);
  }
}
