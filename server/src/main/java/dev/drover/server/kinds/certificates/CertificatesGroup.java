package dev.drover.server.kinds.certificates;

import dev.drover.schema.apply.FieldFilter;
import dev.drover.server.core.GroupDefinition;
import dev.drover.server.core.KindDefinition;
import dev.drover.server.core.SubresourceDefinition;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.PlainStatusStrategy;

/// The group `certificates.k8s.io`.
public final class CertificatesGroup {
  private CertificatesGroup() {}

  /// The group with its kinds.
  public static GroupDefinition definition() {
    return GroupDefinition.of("certificates.k8s.io", 17_300)
        .version("v1", 15)
        .version("v1beta1", 9)
        .version("v1alpha1", 1)
        .kinds(
            KindDefinition.of("CertificateSigningRequest", new CertificateSigningRequestStrategy())
                .columns(CertificateColumns.signingRequest())
                .resetFields(
                    fields ->
                        fields
                            .withMain(FieldFilter.without("spec", "status"))
                            .withStatus(FieldFilter.without("spec", "status.conditions")))
                .subresource(
                    "approval",
                    SubresourceDefinition.update(CertificateSigningRequestStrategy.approval())),
            KindDefinition.of("ClusterTrustBundle", new PlainStatusStrategy(Generation.NONE))
                .columns(CertificateColumns.trustBundle())
                .disabled(),
            KindDefinition.of("PodCertificateRequest", new PlainStatusStrategy(Generation.NONE))
                .resetFields(fields -> fields.withMain(FieldFilter.ALL))
                .disabled());
  }
}
