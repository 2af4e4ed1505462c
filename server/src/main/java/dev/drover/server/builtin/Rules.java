package dev.drover.server.builtin;

import dev.drover.api.GroupVersionKind;
import dev.drover.server.auth.CertificateRequestRules;
import dev.drover.server.core.Strategy;
import dev.drover.server.custom.DefinitionStrategy;
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
      case "certificates.k8s.io" -> certificates(kind.kind());
      case "coordination.k8s.io" -> coordination(kind.kind());
      case "events.k8s.io" -> new EventStrategy(true);
      case "rbac.authorization.k8s.io" -> rbac(kind.kind());
      default -> Strategy.PLAIN;
    };
  }

  private static Strategy core(String kind) {
    return switch (kind) {
      case "ConfigMap" -> new ConfigMapStrategy();
      case "Event" -> new EventStrategy(false);
      case "Namespace" -> new NamespaceStrategy();
      case "Secret" -> new SecretStrategy();
      case "Service" -> new ServiceStrategy();
      case "ServiceAccount" -> new ServiceAccountStrategy();
      default -> Strategy.PLAIN;
    };
  }

  private static Strategy certificates(String kind) {
    return kind.equals("CertificateSigningRequest")
        ? new CertificateRequestRules()
        : Strategy.PLAIN;
  }

  private static Strategy coordination(String kind) {
    return kind.equals("Lease") ? new LeaseStrategy() : Strategy.PLAIN;
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
