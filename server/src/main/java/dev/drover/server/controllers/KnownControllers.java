package dev.drover.server.controllers;

import dev.drover.server.controllers.apps.DaemonSetController;
import dev.drover.server.controllers.apps.DeploymentController;
import dev.drover.server.controllers.apps.ReplicaSetController;
import dev.drover.server.controllers.apps.StatefulSetController;
import dev.drover.server.controllers.batch.JobController;
import dev.drover.server.controllers.batch.TtlAfterFinished;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.ControllerIdentity;
import dev.drover.server.controllers.core.NamedController;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/// The controllers by the names that kube-controller-manager gives them.
final class KnownControllers {
  private static final String PODS = "/pods";
  private static final String JOBS = "batch/jobs";
  private static final String REVISIONS = "apps/controllerrevisions";

  private KnownControllers() {}

  private static NamedController entry(
      String name, String account, Controller controller, String... watched) {
    return new NamedController(
        name, ControllerIdentity.serviceAccount(account), controller, Set.of(watched));
  }

  private static final List<NamedController> ALL =
      List.of(
          entry(
              "clusterrole-aggregation-controller",
              "clusterrole-aggregation-controller",
              new ClusterRoleAggregation(),
              "rbac.authorization.k8s.io/clusterroles"),
          entry(
              "daemonset-controller",
              "daemon-set-controller",
              new DaemonSetController(),
              "apps/daemonsets",
              REVISIONS,
              "/nodes",
              PODS),
          entry(
              "deployment-controller",
              "deployment-controller",
              new DeploymentController(),
              "apps/deployments",
              "apps/replicasets",
              PODS),
          entry(
              "garbage-collector-controller", "generic-garbage-collector", new GarbageCollector()),
          entry("job-controller", "job-controller", new JobController(), JOBS, PODS),
          entry("namespace-controller", "namespace-controller", new NamespaceController()),
          entry(
              "replicaset-controller",
              "replicaset-controller",
              ReplicaSetController.ofReplicaSets(),
              "apps/replicasets",
              PODS),
          entry(
              "replicationcontroller-controller",
              "replication-controller",
              ReplicaSetController.ofReplicationControllers(),
              "/replicationcontrollers",
              PODS),
          entry(
              "serviceaccount-controller",
              "service-account-controller",
              new ServiceAccountController(),
              "/namespaces",
              "/serviceaccounts"),
          entry(
              "statefulset-controller",
              "statefulset-controller",
              new StatefulSetController(),
              "apps/statefulsets",
              REVISIONS,
              PODS),
          entry(
              "ttl-after-finished-controller",
              "ttl-after-finished-controller",
              new TtlAfterFinished(),
              JOBS));

  /// The names of all controllers.
  static List<String> names() {
    return ALL.stream().map(NamedController::name).toList();
  }

  /// The controllers of these names, `*` for all, each once.
  ///
  /// @throws IllegalArgumentException when there is none of a name
  static List<NamedController> choose(Collection<String> names) {
    for (String name : names) {
      if (!name.equals("*") && !names().contains(name)) {
        throw new IllegalArgumentException(
            "no controller '%s'; there are: %s, or * for all"
                .formatted(name, String.join(", ", names())));
      }
    }
    return ALL.stream()
        .filter(entry -> names.contains("*") || names.contains(entry.name()))
        .toList();
  }
}
