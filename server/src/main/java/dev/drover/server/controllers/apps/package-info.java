/// Controllers of `apps`: deployments, replica sets, stateful sets, daemon sets.
///
/// Reading order: `ReplicaSetController` is the simplest. `DeploymentController` gives the order of
/// a rollout; `DeploymentRevisions` knows the replica sets, `DeploymentScaling` their sizes,
/// `DeploymentStatus` reports. `StatefulSetController` and `DaemonSetController` keep their
/// templates as `ControllerRevisions`.
@NullMarked
package dev.drover.server.controllers.apps;

import org.jspecify.annotations.NullMarked;
