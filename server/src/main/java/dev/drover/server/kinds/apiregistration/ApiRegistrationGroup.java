package dev.drover.server.kinds.apiregistration;

import dev.drover.schema.apply.FieldFilter;
import dev.drover.server.core.GroupDefinition;
import dev.drover.server.core.KindDefinition;

/// The group `apiregistration.k8s.io`, which discovery lists first.
public final class ApiRegistrationGroup {
  private ApiRegistrationGroup() {}

  /// The group with its kinds.
  public static GroupDefinition definition() {
    return GroupDefinition.of("apiregistration.k8s.io", 18_000)
        .version("v1", 1)
        .kinds(
            KindDefinition.of("APIService", new ApiServiceStrategy())
                .columns(ApiServiceColumns.apiService())
                .resetFields(fields -> fields.withStatus(FieldFilter.without("spec", "metadata"))));
  }
}
