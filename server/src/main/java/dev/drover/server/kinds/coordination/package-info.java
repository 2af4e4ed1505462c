/// Kinds of `coordination.k8s.io`: [LeaseStrategy] and [LeaseCandidateStrategy].
@NullMarked
package dev.drover.server.kinds.coordination;

import org.jspecify.annotations.NullMarked;
