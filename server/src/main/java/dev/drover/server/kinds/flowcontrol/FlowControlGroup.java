package dev.drover.server.kinds.flowcontrol;

import dev.drover.schema.apply.FieldFilter;
import dev.drover.server.core.GroupDefinition;
import dev.drover.server.core.KindDefinition;

/// The group `flowcontrol.apiserver.k8s.io`.
public final class FlowControlGroup {
  private FlowControlGroup() {}

  /// The group with its kinds.
  public static GroupDefinition definition() {
    return GroupDefinition.of("flowcontrol.apiserver.k8s.io", 16_100)
        .version("v1", 21)
        .version("v1beta3", 18)
        .version("v1beta2", 15)
        .version("v1beta1", 12)
        .kinds(
            KindDefinition.of("FlowSchema", new FlowSchemaStrategy())
                .columns(FlowControlColumns.flowSchema())
                .resetFields(fields -> fields.withStatus(FieldFilter.without("spec", "metadata"))),
            KindDefinition.of(
                    "PriorityLevelConfiguration", new PriorityLevelConfigurationStrategy())
                .columns(FlowControlColumns.priorityLevel())
                .resetFields(fields -> fields.withStatus(FieldFilter.without("spec", "metadata"))));
  }
}
