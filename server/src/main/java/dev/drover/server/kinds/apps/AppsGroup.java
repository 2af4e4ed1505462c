package dev.drover.server.kinds.apps;

import dev.drover.schema.apply.FieldFilter;
import dev.drover.server.core.GroupDefinition;
import dev.drover.server.core.KindDefinition;
import dev.drover.server.core.ScaleShape;
import dev.drover.server.kinds.core.pod.PodTemplateColumns;
import dev.drover.server.table.Cells;

/// The group `apps`.
public final class AppsGroup {
  private AppsGroup() {}

  /// The group with its kinds.
  public static GroupDefinition definition() {
    return GroupDefinition.of("apps", 17_800)
        .version("v1", 15)
        .kinds(
            KindDefinition.of("ControllerRevision", new ControllerRevisionStrategy())
                .columns(AppsColumns.controllerRevision()),
            KindDefinition.of("DaemonSet", new DaemonSetStrategy())
                .columns(AppsColumns.daemonSet()),
            KindDefinition.of("Deployment", new DeploymentStrategy())
                .columns(AppsColumns.deployment())
                .scale(ScaleShape.BY_SELECTOR)
                .resetFields(
                    fields -> fields.withStatus(FieldFilter.without("spec", "metadata.labels"))),
            KindDefinition.of("ReplicaSet", new ReplicaSetStrategy())
                .columns(PodTemplateColumns.replicas(Cells.selector("spec.selector")))
                .scale(ScaleShape.BY_SELECTOR),
            KindDefinition.of("StatefulSet", new StatefulSetStrategy())
                .columns(AppsColumns.statefulSet())
                .scale(ScaleShape.BY_SELECTOR));
  }
}
