/// The kind `PriorityClass` of `scheduling.k8s.io`: [PriorityClassStrategy].
///
/// Reading order: [SchedulingGroup], then the strategy of each kind; columns last.
@NullMarked
package dev.drover.server.kinds.scheduling;

import org.jspecify.annotations.NullMarked;
