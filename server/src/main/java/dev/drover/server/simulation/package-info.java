/// A simulated cluster: nodes that are ready, a scheduler, and kubelets that report that pods run,
/// or how they fail. No container is started. Reading order:
/// [Simulation][dev.drover.server.simulation.Simulation] lists the parts. `ContainerBehavior` has
/// the annotations that steer pods; `SimulatedKubelet` moves each pod on by a `PodStep`, and that
/// each container by a `ContainerStep`.
@NullMarked
package dev.drover.server.simulation;

import org.jspecify.annotations.NullMarked;
