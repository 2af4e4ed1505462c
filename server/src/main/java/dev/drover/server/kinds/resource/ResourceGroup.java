package dev.drover.server.kinds.resource;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.apply.FieldFilter;
import dev.drover.server.core.GroupDefinition;
import dev.drover.server.core.KindDefinition;
import dev.drover.server.core.StorageForm;
import dev.drover.server.strategy.StorageVersion;
import dev.drover.server.table.Columns;
import java.util.List;

/// The group `resource.k8s.io`.
public final class ResourceGroup {
  private ResourceGroup() {}

  /// The group with its kinds.
  public static GroupDefinition definition() {
    return GroupDefinition.of("resource.k8s.io", 16_200)
        .version("v1", 21)
        .version("v1beta2", 15)
        .version("v1beta1", 9)
        .version("v1alpha3", 1)
        .kinds(
            KindDefinition.of("DeviceClass", new DeviceClassStrategy())
                .columns(List.of(Columns.name(), Columns.age())),
            KindDefinition.of("ResourceClaim", new ResourceClaimStrategy())
                .columns(ResourceColumns.resourceClaim())
                .quota(new ResourceClaimQuota())
                .resetFields(fields -> fields.withStatus(FieldFilter.without("spec", "metadata")))
                .inVersion("v1beta1", v1 -> converted(v1, V1Beta1Conversion.CLAIM)),
            KindDefinition.of("ResourceClaimTemplate", new ResourceClaimTemplateStrategy())
                .columns(List.of(Columns.name(), Columns.age()))
                .inVersion("v1beta1", v1 -> converted(v1, V1Beta1Conversion.CLAIM_TEMPLATE)),
            KindDefinition.of("ResourceSlice", new ResourceSliceStrategy())
                .columns(ResourceColumns.resourceSlice())
                .inVersion("v1beta1", v1 -> converted(v1, V1Beta1Conversion.SLICE)));
  }

  /// `v1beta1` has other fields than later versions, but the same rules.
  private static KindDefinition converted(KindDefinition v1, V1Beta1Conversion conversion) {
    return v1.strategy(new V1Beta1Strategy(conversion, v1.strategy()))
        .storage((name, served) -> storage(name, served, conversion));
  }

  private static StorageVersion storage(
      String name, GroupVersionKind served, V1Beta1Conversion conversion) {
    GroupVersionKind stable = served.withVersion("v1");
    return new StorageVersion(
        name,
        stable,
        tree -> StorageForm.renamed(conversion.toV1(tree), stable),
        tree -> StorageForm.renamed(conversion.fromV1(tree), served));
  }
}
