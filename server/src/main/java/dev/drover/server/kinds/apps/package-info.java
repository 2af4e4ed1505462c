/// Kinds of `apps`: deployments, replica sets, stateful sets, daemon sets, controller revisions.
///
/// Reading order: [DeploymentStrategy]; `WorkloadDefaults` and `ReplicaStatusValidation` are shared
/// by all kinds of this package. Pod templates are checked by [dev.drover.server.kinds.core.pod].
@NullMarked
package dev.drover.server.kinds.apps;

import org.jspecify.annotations.NullMarked;
