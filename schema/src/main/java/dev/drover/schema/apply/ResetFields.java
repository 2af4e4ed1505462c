package dev.drover.schema.apply;

import dev.drover.api.GroupResource;

/// The fields that kube-apiserver resets when an object is written through one of its paths, and
/// that nobody comes to own by such a write.
///
/// In Go: the `GetResetFields` of the strategies.
public final class ResetFields {
  private ResetFields() {}

  /// What counts of a write to a built-in resource.
  ///
  /// @param subresource empty for the main path
  public static FieldFilter of(GroupResource resource, String subresource) {
    return switch (subresource) {
      case "" -> main(resource);
      case "status" -> status(resource);
      case "approval" -> FieldFilter.without("spec", "status.certificate");
      case "binding" -> FieldFilter.without("metadata", "spec", "status"); // by nobody
      case "finalize" -> FieldFilter.without("status");
      default -> FieldFilter.ALL;
    };
  }

  private static FieldFilter main(GroupResource resource) {
    return switch (resource.toString()) {
      case "certificatesigningrequests.certificates.k8s.io" ->
          FieldFilter.without("spec", "status");
      case "podcertificaterequests.certificates.k8s.io" -> FieldFilter.ALL;
      default -> FieldFilter.without("status");
    };
  }

  private static FieldFilter status(GroupResource resource) {
    return switch (resource.toString()) {
      case "pods" ->
          FieldFilter.without("spec", "metadata.deletionTimestamp", "metadata.ownerReferences");
      case "deployments.apps" -> FieldFilter.without("spec", "metadata.labels");
      case "certificatesigningrequests.certificates.k8s.io" ->
          FieldFilter.without("spec", "status.conditions");
      case "apiservices.apiregistration.k8s.io",
          "devicetaintrules.resource.k8s.io",
          "flowschemas.flowcontrol.apiserver.k8s.io",
          "podgroups.scheduling.k8s.io",
          "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
          "resourceclaims.resource.k8s.io",
          "resourcepoolstatusrequests.resource.k8s.io",
          "servicecidrs.networking.k8s.io",
          "storageversionmigrations.storagemigration.k8s.io",
          "storageversions.internal.apiserver.k8s.io",
          "validatingadmissionpolicies.admissionregistration.k8s.io",
          "volumeattachments.storage.k8s.io" ->
          FieldFilter.without("spec", "metadata");
      default -> FieldFilter.without("spec");
    };
  }

  /// What counts of a write to a custom resource.
  ///
  /// @param hasStatus whether its `status` is written through a path of its own
  public static FieldFilter ofCustom(String subresource, boolean hasStatus) {
    return switch (subresource) {
      case "" -> hasStatus ? FieldFilter.without("status") : FieldFilter.ALL;
      case "status" -> FieldFilter.without("metadata", "spec");
      default -> FieldFilter.ALL;
    };
  }
}
