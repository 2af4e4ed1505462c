package dev.drover.server.builtin;

import dev.drover.api.GroupVersionKind;
import dev.drover.server.apiconfig.ApiServiceStrategy;
import dev.drover.server.apiconfig.FlowSchemaStrategy;
import dev.drover.server.apiconfig.PolicyBindingStrategy;
import dev.drover.server.apiconfig.PolicyStrategy;
import dev.drover.server.apiconfig.PriorityLevelStrategy;
import dev.drover.server.apiconfig.WebhookStrategy;
import dev.drover.server.auth.CertificateRequestRules;
import dev.drover.server.core.Strategy;
import dev.drover.server.custom.DefinitionStrategy;
import dev.drover.server.devices.DeviceClassStrategy;
import dev.drover.server.devices.FirstBeta;
import dev.drover.server.devices.JudgedAsToday;
import dev.drover.server.devices.ResourceClaimStrategy;
import dev.drover.server.devices.ResourceClaimTemplateStrategy;
import dev.drover.server.devices.ResourceSliceStrategy;
import dev.drover.server.workloads.Workloads;

/// Which rules belong to which kind.
final class Rules {
  private Rules() {}

  static Strategy of(GroupVersionKind kind) {
    return Workloads.strategy(kind).orElseGet(() -> ofOthers(kind));
  }

  private static Strategy ofOthers(GroupVersionKind kind) {
    return switch (kind.group()) {
      case "apiextensions.k8s.io" -> new DefinitionStrategy();
      case "" -> core(kind.kind());
      case "autoscaling" -> new AutoscalerStrategy(kind.version().equals("v1"));
      case "certificates.k8s.io" -> certificates(kind.kind());
      case "coordination.k8s.io" -> coordination(kind.kind());
      case "discovery.k8s.io" -> new EndpointSliceStrategy();
      case "events.k8s.io" -> new EventStrategy(true);
      case "networking.k8s.io" -> networking(kind.kind());
      case "node.k8s.io" -> new RuntimeClassStrategy();
      case "policy" -> new DisruptionBudgetStrategy();
      case "rbac.authorization.k8s.io" -> rbac(kind.kind());
      case "resource.k8s.io" ->
          kind.version().equals("v1beta1") ? firstBeta(kind.kind()) : resource(kind.kind());
      case "scheduling.k8s.io" -> new PriorityClassStrategy();
      case "storage.k8s.io" -> storage(kind.kind());
      case "apiregistration.k8s.io" -> new ApiServiceStrategy();
      case "admissionregistration.k8s.io" -> admission(kind.kind());
      case "flowcontrol.apiserver.k8s.io" ->
          kind.kind().equals("FlowSchema") ? new FlowSchemaStrategy() : new PriorityLevelStrategy();
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
        ? new CertificateRequestRules()
        : new PlainStatusStrategy(false);
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
      case "ResourceClaim" -> new JudgedAsToday(FirstBeta.CLAIM, today);
      case "ResourceClaimTemplate" -> new JudgedAsToday(FirstBeta.CLAIM_TEMPLATE, today);
      case "ResourceSlice" -> new JudgedAsToday(FirstBeta.SLICE, today);
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
