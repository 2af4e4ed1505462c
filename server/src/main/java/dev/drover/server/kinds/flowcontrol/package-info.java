/// Kinds of `flowcontrol.apiserver.k8s.io`: flow schemas and priority levels.
///
/// Reading order: [FlowSchemaStrategy] with `FlowRuleValidation` and `FlowSubjectValidation`,
/// [PriorityLevelConfigurationStrategy].
@NullMarked
package dev.drover.server.kinds.flowcontrol;

import org.jspecify.annotations.NullMarked;
