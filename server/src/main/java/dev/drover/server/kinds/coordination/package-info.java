/// Kinds of `coordination.k8s.io`: [LeaseStrategy] and [LeaseCandidateStrategy].
///
/// Reading order: [CoordinationGroup], then the strategy of each kind; columns last.
@NullMarked
package dev.drover.server.kinds.coordination;

import org.jspecify.annotations.NullMarked;
