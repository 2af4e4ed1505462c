package dev.drover.server.kinds;

import dev.drover.api.GroupVersionKind;
import dev.drover.server.kinds.admissionregistration.PolicyBindingStrategy;
import dev.drover.server.kinds.admissionregistration.PolicyStrategy;
import dev.drover.server.kinds.admissionregistration.WebhookStrategy;
import dev.drover.server.kinds.apiextensions.CustomResourceDefinitionStrategy;
import dev.drover.server.kinds.apiregistration.ApiServiceStrategy;
import dev.drover.server.kinds.autoscaling.AutoscalerStrategy;
import dev.drover.server.kinds.certificates.CertificateSigningRequestStrategy;
import dev.drover.server.kinds.coordination.LeaseCandidateStrategy;
import dev.drover.server.kinds.coordination.LeaseStrategy;
import dev.drover.server.kinds.core.ConfigMapStrategy;
import dev.drover.server.kinds.core.EndpointsStrategy;
import dev.drover.server.kinds.core.EventStrategy;
import dev.drover.server.kinds.core.LimitRangeStrategy;
import dev.drover.server.kinds.core.NamespaceStrategy;
import dev.drover.server.kinds.core.NodeStrategy;
import dev.drover.server.kinds.core.PersistentVolumeClaimStrategy;
import dev.drover.server.kinds.core.PersistentVolumeStrategy;
import dev.drover.server.kinds.core.ResourceQuotaStrategy;
import dev.drover.server.kinds.core.SecretStrategy;
import dev.drover.server.kinds.core.ServiceAccountStrategy;
import dev.drover.server.kinds.core.service.ServiceStrategy;
import dev.drover.server.kinds.discovery.EndpointSliceStrategy;
import dev.drover.server.kinds.flowcontrol.FlowSchemaStrategy;
import dev.drover.server.kinds.flowcontrol.PriorityLevelConfigurationStrategy;
import dev.drover.server.kinds.networking.IngressClassStrategy;
import dev.drover.server.kinds.networking.IngressStrategy;
import dev.drover.server.kinds.networking.IpAddressStrategy;
import dev.drover.server.kinds.networking.NetworkPolicyStrategy;
import dev.drover.server.kinds.networking.ServiceCidrStrategy;
import dev.drover.server.kinds.node.RuntimeClassStrategy;
import dev.drover.server.kinds.policy.PodDisruptionBudgetStrategy;
import dev.drover.server.kinds.rbac.RoleBindingStrategy;
import dev.drover.server.kinds.rbac.RoleStrategy;
import dev.drover.server.kinds.resource.DeviceClassStrategy;
import dev.drover.server.kinds.resource.ResourceClaimStrategy;
import dev.drover.server.kinds.resource.ResourceClaimTemplateStrategy;
import dev.drover.server.kinds.resource.ResourceSliceStrategy;
import dev.drover.server.kinds.resource.V1Beta1Conversion;
import dev.drover.server.kinds.resource.V1Beta1Strategy;
import dev.drover.server.kinds.scheduling.PriorityClassStrategy;
import dev.drover.server.kinds.storage.CsiDriverStrategy;
import dev.drover.server.kinds.storage.CsiNodeStrategy;
import dev.drover.server.kinds.storage.CsiStorageCapacityStrategy;
import dev.drover.server.kinds.storage.StorageClassStrategy;
import dev.drover.server.kinds.storage.VolumeAttachmentStrategy;
import dev.drover.server.kinds.storage.VolumeAttributesClassStrategy;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.PlainDataStrategy;
import dev.drover.server.strategy.PlainStatusStrategy;
import dev.drover.server.strategy.Strategy;

/// Which rules belong to which kind.
final class KindStrategies {
  private KindStrategies() {}

  static Strategy of(GroupVersionKind kind) {
    return Workloads.strategy(kind).orElseGet(() -> ofOthers(kind));
  }

  private static Strategy ofOthers(GroupVersionKind kind) {
    return switch (kind.group()) {
      case "apiextensions.k8s.io" -> new CustomResourceDefinitionStrategy();
      case "" -> core(kind.kind());
      case "autoscaling" -> new AutoscalerStrategy(kind.version().equals("v1"));
      case "certificates.k8s.io" -> certificates(kind.kind());
      case "coordination.k8s.io" -> coordination(kind.kind());
      case "discovery.k8s.io" -> new EndpointSliceStrategy();
      case "events.k8s.io" -> new EventStrategy(true);
      case "networking.k8s.io" -> networking(kind.kind());
      case "node.k8s.io" -> new RuntimeClassStrategy();
      case "policy" -> new PodDisruptionBudgetStrategy();
      case "rbac.authorization.k8s.io" -> rbac(kind.kind());
      case "resource.k8s.io" ->
          kind.version().equals("v1beta1") ? firstBeta(kind.kind()) : resource(kind.kind());
      case "scheduling.k8s.io" -> new PriorityClassStrategy();
      case "storage.k8s.io" -> storage(kind.kind());
      case "apiregistration.k8s.io" -> new ApiServiceStrategy();
      case "admissionregistration.k8s.io" -> admission(kind.kind());
      case "flowcontrol.apiserver.k8s.io" ->
          kind.kind().equals("FlowSchema")
              ? new FlowSchemaStrategy()
              : new PriorityLevelConfigurationStrategy();
      default -> Strategy.PLAIN;
    };
  }

  private static Strategy core(String kind) {
    return switch (kind) {
      case "ConfigMap" -> new ConfigMapStrategy();
      case "Endpoints" -> new EndpointsStrategy();
      case "Event" -> new EventStrategy(false);
      case "LimitRange" -> new LimitRangeStrategy();
      case "Namespace" -> new NamespaceStrategy();
      case "Node" -> new NodeStrategy();
      case "PersistentVolume" -> new PersistentVolumeStrategy();
      case "PersistentVolumeClaim" -> new PersistentVolumeClaimStrategy();
      case "ResourceQuota" -> new ResourceQuotaStrategy();
      case "Secret" -> new SecretStrategy();
      case "Service" -> new ServiceStrategy();
      case "ServiceAccount" -> new ServiceAccountStrategy();
      default -> Strategy.PLAIN;
    };
  }

  private static Strategy admission(String kind) {
    return switch (kind) {
      case "MutatingWebhookConfiguration" -> new WebhookStrategy(true);
      case "ValidatingWebhookConfiguration" -> new WebhookStrategy(false);
      case "MutatingAdmissionPolicy" -> new PolicyStrategy(true);
      case "ValidatingAdmissionPolicy" -> new PolicyStrategy(false);
      case "MutatingAdmissionPolicyBinding" -> new PolicyBindingStrategy(true);
      case "ValidatingAdmissionPolicyBinding" -> new PolicyBindingStrategy(false);
      default -> Strategy.PLAIN;
    };
  }

  private static Strategy certificates(String kind) {
    return kind.equals("CertificateSigningRequest")
        ? new CertificateSigningRequestStrategy()
        : new PlainStatusStrategy(Generation.NONE);
  }

  private static Strategy coordination(String kind) {
    return kind.equals("Lease") ? new LeaseStrategy() : new LeaseCandidateStrategy();
  }

  private static Strategy networking(String kind) {
    return switch (kind) {
      case "Ingress" -> new IngressStrategy();
      case "IngressClass" -> new IngressClassStrategy();
      case "IPAddress" -> new IpAddressStrategy();
      case "NetworkPolicy" -> new NetworkPolicyStrategy();
      case "ServiceCIDR" -> new ServiceCidrStrategy();
      default -> Strategy.PLAIN;
    };
  }

  /// The first beta has another shape, but the same rules.
  private static Strategy firstBeta(String kind) {
    Strategy today = resource(kind);
    return switch (kind) {
      case "ResourceClaim" -> new V1Beta1Strategy(V1Beta1Conversion.CLAIM, today);
      case "ResourceClaimTemplate" -> new V1Beta1Strategy(V1Beta1Conversion.CLAIM_TEMPLATE, today);
      case "ResourceSlice" -> new V1Beta1Strategy(V1Beta1Conversion.SLICE, today);
      default -> today;
    };
  }

  private static Strategy resource(String kind) {
    return switch (kind) {
      case "DeviceClass" -> new DeviceClassStrategy();
      case "ResourceClaim" -> new ResourceClaimStrategy();
      case "ResourceClaimTemplate" -> new ResourceClaimTemplateStrategy();
      case "ResourceSlice" -> new ResourceSliceStrategy();
      default -> Strategy.PLAIN;
    };
  }

  private static Strategy storage(String kind) {
    return switch (kind) {
      case "CSIDriver" -> new CsiDriverStrategy();
      case "CSINode" -> new CsiNodeStrategy();
      case "CSIStorageCapacity" -> new CsiStorageCapacityStrategy();
      case "StorageClass" -> new StorageClassStrategy();
      case "VolumeAttachment" -> new VolumeAttachmentStrategy();
      case "VolumeAttributesClass" -> new VolumeAttributesClassStrategy();
      default -> new PlainDataStrategy();
    };
  }

  private static Strategy rbac(String kind) {
    return switch (kind) {
      case "Role" -> new RoleStrategy(true);
      case "ClusterRole" -> new RoleStrategy(false);
      case "RoleBinding" -> new RoleBindingStrategy(true);
      case "ClusterRoleBinding" -> new RoleBindingStrategy(false);
      default -> Strategy.PLAIN;
    };
  }
}
