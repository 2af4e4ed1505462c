package dev.drover.server.kinds.admissionregistration;

import dev.drover.schema.apply.FieldFilter;
import dev.drover.server.core.GroupDefinition;
import dev.drover.server.core.KindDefinition;

/// The group `admissionregistration.k8s.io`.
public final class AdmissionRegistrationGroup {
  private AdmissionRegistrationGroup() {}

  /// The group with its kinds.
  public static GroupDefinition definition() {
    return GroupDefinition.of("admissionregistration.k8s.io", 16_700)
        .version("v1", 15)
        .version("v1beta1", 12)
        .version("v1alpha1", 9)
        .kinds(
            KindDefinition.of("MutatingWebhookConfiguration", new WebhookStrategy(true))
                .columns(AdmissionColumns.webhooks()),
            KindDefinition.of("ValidatingWebhookConfiguration", new WebhookStrategy(false))
                .columns(AdmissionColumns.webhooks()),
            KindDefinition.of("MutatingAdmissionPolicy", new PolicyStrategy(true))
                .columns(AdmissionColumns.admissionPolicy("Mutations", "spec.mutations"))
                .hashedAs("v1beta1"),
            KindDefinition.of("ValidatingAdmissionPolicy", new PolicyStrategy(false))
                .columns(AdmissionColumns.admissionPolicy("Validations", "spec.validations"))
                .resetFields(fields -> fields.withStatus(FieldFilter.without("spec", "metadata"))),
            KindDefinition.of("MutatingAdmissionPolicyBinding", new PolicyBindingStrategy(true))
                .columns(AdmissionColumns.policyBinding())
                .hashedAs("v1beta1"),
            KindDefinition.of("ValidatingAdmissionPolicyBinding", new PolicyBindingStrategy(false))
                .columns(AdmissionColumns.policyBinding()));
  }
}
