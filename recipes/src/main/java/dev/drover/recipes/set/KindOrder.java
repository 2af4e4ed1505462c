package dev.drover.recipes.set;

import dev.drover.api.GroupKind;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The order in which objects of different kinds are applied: those that others depend on first.
/// Deletions use the reverse order.
final class KindOrder {
  private static final List<List<String>> RANKS =
      List.of(
          List.of("Namespace"),
          List.of("CustomResourceDefinition.apiextensions.k8s.io"),
          List.of(
              "PriorityClass.scheduling.k8s.io",
              "StorageClass.storage.k8s.io",
              "RuntimeClass.node.k8s.io",
              "IngressClass.networking.k8s.io"),
          List.of(
              "ResourceQuota",
              "LimitRange",
              "NetworkPolicy.networking.k8s.io",
              "PodDisruptionBudget.policy"),
          List.of("ServiceAccount"),
          List.of("Secret", "ConfigMap"),
          List.of("PersistentVolume", "PersistentVolumeClaim"),
          List.of("ClusterRole.rbac.authorization.k8s.io", "Role.rbac.authorization.k8s.io"),
          List.of(
              "ClusterRoleBinding.rbac.authorization.k8s.io",
              "RoleBinding.rbac.authorization.k8s.io"),
          List.of("Service"),
          List.of(
              "Pod",
              "ReplicationController",
              "DaemonSet.apps",
              "Deployment.apps",
              "ReplicaSet.apps",
              "StatefulSet.apps",
              "Job.batch",
              "CronJob.batch"),
          List.of("HorizontalPodAutoscaler.autoscaling", "Ingress.networking.k8s.io"),
          List.of(), // all other kinds: custom resources need their controllers and configuration
          List.of("APIService.apiregistration.k8s.io"),
          List.of(
              "MutatingWebhookConfiguration.admissionregistration.k8s.io",
              "ValidatingWebhookConfiguration.admissionregistration.k8s.io",
              "ValidatingAdmissionPolicy.admissionregistration.k8s.io",
              "ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io"));

  private static final Map<GroupKind, Integer> RANK = ranks();
  private static final int OTHER = RANKS.indexOf(List.<String>of());

  static final Comparator<ObjectRef> APPLY =
      Comparator.comparingInt((ObjectRef ref) -> rank(ref.gvk().groupKind()))
          .thenComparing(ref -> ref.gvk().groupKind().toString())
          .thenComparing(ObjectRef::key);

  private KindOrder() {}

  private static Map<GroupKind, Integer> ranks() {
    Map<GroupKind, Integer> ranks = new HashMap<>();
    for (int i = 0; i < RANKS.size(); i++) {
      for (String kind : RANKS.get(i)) {
        ranks.put(GroupKind.parse(kind), i);
      }
    }
    return Map.copyOf(ranks);
  }

  static int rank(GroupKind kind) {
    return RANK.getOrDefault(kind, OTHER);
  }
}
