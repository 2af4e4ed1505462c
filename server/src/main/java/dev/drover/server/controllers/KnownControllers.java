package dev.drover.server.controllers;

import dev.drover.server.controllers.apps.DaemonSetController;
import dev.drover.server.controllers.apps.DeploymentController;
import dev.drover.server.controllers.apps.ReplicaSetController;
import dev.drover.server.controllers.apps.StatefulSetController;
import dev.drover.server.controllers.autoscaling.PodAutoscaler;
import dev.drover.server.controllers.batch.CronJobController;
import dev.drover.server.controllers.batch.JobController;
import dev.drover.server.controllers.batch.TtlAfterFinished;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.ControllerIdentity;
import dev.drover.server.controllers.core.NamedController;
import dev.drover.server.controllers.network.EndpointSliceController;
import dev.drover.server.controllers.network.EndpointsController;
import dev.drover.server.controllers.policy.DisruptionController;
import dev.drover.server.controllers.policy.PolicyStatusController;
import dev.drover.server.controllers.policy.ResourceQuotaController;
import dev.drover.server.controllers.volumes.ClaimProtection;
import dev.drover.server.controllers.volumes.VolumeBinder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/// The controllers by the names that kube-controller-manager gives them.
final class KnownControllers {
  private static final String PODS = "/pods";
  private static final String NODES = "/nodes";
  private static final String NAMESPACES = "/namespaces";
  private static final String SERVICES = "/services";
  private static final String CLAIMS = "/persistentvolumeclaims";
  private static final String VOLUMES = "/persistentvolumes";
  private static final String CONTROLLERS = "/replicationcontrollers";
  private static final String DEPLOYMENTS = "apps/deployments";
  private static final String REPLICA_SETS = "apps/replicasets";
  private static final String STATEFUL_SETS = "apps/statefulsets";
  private static final String REVISIONS = "apps/controllerrevisions";
  private static final String JOBS = "batch/jobs";
  private static final String CRON_JOBS = "batch/cronjobs";

  private KnownControllers() {}

  private static NamedController entry(
      String name, String account, Controller controller, String... watched) {
    return new NamedController(
        name, ControllerIdentity.serviceAccount(account), controller, Set.of(watched));
  }

  /// All controllers, by name.
  ///
  /// @param caPem the authority of the server's certificate
  private static List<NamedController> all(String caPem) {
    List<NamedController> all = new ArrayList<>();
    addWorkloads(all);
    addClusterControllers(all, caPem);
    addVolumes(all);
    all.sort(Comparator.comparing(NamedController::name));
    return all;
  }

  private static void addWorkloads(List<NamedController> all) {
    all.add(
        entry(
            "cronjob-controller", "cronjob-controller", new CronJobController(), CRON_JOBS, JOBS));
    all.add(
        entry(
            "daemonset-controller",
            "daemon-set-controller",
            new DaemonSetController(),
            "apps/daemonsets",
            REVISIONS,
            NODES,
            PODS));
    all.add(
        entry(
            "deployment-controller",
            "deployment-controller",
            new DeploymentController(),
            DEPLOYMENTS,
            REPLICA_SETS,
            PODS));
    all.add(
        entry(
            "horizontal-pod-autoscaler-controller",
            "horizontal-pod-autoscaler",
            new PodAutoscaler(),
            "autoscaling/horizontalpodautoscalers",
            DEPLOYMENTS,
            REPLICA_SETS,
            STATEFUL_SETS,
            CONTROLLERS,
            PODS));
    all.add(entry("job-controller", "job-controller", new JobController(), JOBS, PODS));
    all.add(
        entry(
            "replicaset-controller",
            "replicaset-controller",
            ReplicaSetController.ofReplicaSets(),
            REPLICA_SETS,
            PODS));
    all.add(
        entry(
            "replicationcontroller-controller",
            "replication-controller",
            ReplicaSetController.ofReplicationControllers(),
            CONTROLLERS,
            PODS));
    all.add(
        entry(
            "statefulset-controller",
            "statefulset-controller",
            new StatefulSetController(),
            STATEFUL_SETS,
            REVISIONS,
            PODS));
    all.add(
        entry(
            "ttl-after-finished-controller",
            "ttl-after-finished-controller",
            new TtlAfterFinished(),
            JOBS));
  }

  private static void addClusterControllers(List<NamedController> all, String caPem) {
    all.add(
        entry(
            "clusterrole-aggregation-controller",
            "clusterrole-aggregation-controller",
            new ClusterRoleAggregation(),
            "rbac.authorization.k8s.io/clusterroles"));
    all.add(
        entry(
            "disruption-controller",
            "disruption-controller",
            new DisruptionController(),
            "policy/poddisruptionbudgets",
            DEPLOYMENTS,
            REPLICA_SETS,
            STATEFUL_SETS,
            CONTROLLERS,
            PODS));
    all.add(
        entry(
            "endpoints-controller",
            "endpoint-controller",
            new EndpointsController(),
            SERVICES,
            "/endpoints",
            PODS));
    all.add(
        entry(
            "endpointslice-controller",
            "endpointslice-controller",
            new EndpointSliceController(),
            SERVICES,
            "discovery.k8s.io/endpointslices",
            NODES,
            PODS));
    all.add(
        entry("garbage-collector-controller", "generic-garbage-collector", new GarbageCollector()));
    all.add(entry("namespace-controller", "namespace-controller", new NamespaceController()));
    all.add(
        entry(
            "resourcequota-controller", "resourcequota-controller", new ResourceQuotaController()));
    all.add(
        entry(
            "root-ca-certificate-publisher-controller",
            "root-ca-cert-publisher",
            new RootCaPublisher(caPem),
            NAMESPACES,
            "/configmaps"));
    all.add(
        entry(
            "serviceaccount-controller",
            "service-account-controller",
            new ServiceAccountController(),
            NAMESPACES,
            "/serviceaccounts"));
    all.add(
        entry(
            "validatingadmissionpolicy-status-controller",
            "validatingadmissionpolicy-status-controller",
            new PolicyStatusController(),
            "admissionregistration.k8s.io/validatingadmissionpolicies"));
  }

  private static void addVolumes(List<NamedController> all) {
    all.add(
        entry(
            "persistentvolume-binder-controller",
            "persistent-volume-binder",
            new VolumeBinder(),
            CLAIMS,
            VOLUMES,
            "storage.k8s.io/storageclasses",
            PODS));
    all.add(
        entry(
            "persistentvolume-protection-controller",
            "pv-protection-controller",
            ClaimProtection.ofVolumes(),
            VOLUMES));
    all.add(
        entry(
            "persistentvolumeclaim-protection-controller",
            "pvc-protection-controller",
            ClaimProtection.ofClaims(),
            CLAIMS,
            PODS));
  }

  /// The names of all controllers.
  static List<String> names() {
    return all("").stream().map(NamedController::name).toList();
  }

  /// The controllers of these names, `*` for all, each once.
  ///
  /// @throws IllegalArgumentException when there is none of a name
  static List<NamedController> choose(Collection<String> names, String caPem) {
    List<String> known = names();
    for (String name : names) {
      if (!name.equals("*") && !known.contains(name)) {
        throw new IllegalArgumentException(
            "no controller '%s'; there are: %s, or * for all"
                .formatted(name, String.join(", ", known)));
      }
    }
    return all(caPem).stream()
        .filter(entry -> names.contains("*") || names.contains(entry.name()))
        .toList();
  }
}
