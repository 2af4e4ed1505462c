package dev.drover.server.simulation;

import dev.drover.server.controllers.core.ControllerIdentity;
import dev.drover.server.controllers.core.NamedController;
import java.util.List;
import java.util.Set;

/// The parts of a cluster beside its controllers: nodes, a scheduler, kubelets.
public final class Simulation {
  private static final String NODES = "/nodes";
  private static final String PODS = "/pods";

  private Simulation() {}

  /// Nodes, scheduler and kubelets as controllers.
  ///
  /// @param nodes how many nodes there are at the start
  public static List<NamedController> controllers(int nodes) {
    ControllerIdentity kubelet =
        ControllerIdentity.component("system:node:simulated", "kubelet", "system:nodes");
    return List.of(
        new NamedController("simulated-nodes", kubelet, new SimulatedNodes(nodes), Set.of(NODES)),
        new NamedController(
            "simulated-scheduler",
            ControllerIdentity.component("system:kube-scheduler", "default-scheduler"),
            new SimulatedScheduler(),
            Set.of(NODES, PODS, SimulatedVolumes.CLAIMS, SimulatedVolumes.CLASSES)),
        new NamedController(
            "simulated-volumes",
            ControllerIdentity.component(
                "system:serviceaccount:kube-system:simulated-volumes", "simulated-volumes"),
            new SimulatedVolumes(),
            Set.of(SimulatedVolumes.CLAIMS, SimulatedVolumes.CLASSES)),
        new NamedController(
            "simulated-kubelet", kubelet, new SimulatedKubelet(), Set.of(NODES, PODS)));
  }
}
