package dev.drover.server.kinds.storage;

import dev.drover.schema.apply.FieldFilter;
import dev.drover.server.core.GroupDefinition;
import dev.drover.server.core.KindDefinition;

/// The group `storage.k8s.io`.
public final class StorageGroup {
  private StorageGroup() {}

  /// The group with its kinds.
  public static GroupDefinition definition() {
    return GroupDefinition.of("storage.k8s.io", 16_800)
        .version("v1", 15)
        .version("v1beta1", 9)
        .version("v1alpha1", 1)
        .kinds(
            KindDefinition.of("CSIDriver", new CsiDriverStrategy())
                .columns(StorageColumns.csiDriver()),
            KindDefinition.of("CSINode", new CsiNodeStrategy()).columns(StorageColumns.csiNode()),
            KindDefinition.of("CSIStorageCapacity", new CsiStorageCapacityStrategy()),
            KindDefinition.of("StorageClass", new StorageClassStrategy())
                .columns(StorageColumns.storageClass()),
            KindDefinition.of("VolumeAttachment", new VolumeAttachmentStrategy())
                .columns(StorageColumns.volumeAttachment())
                .resetFields(fields -> fields.withStatus(FieldFilter.without("spec", "metadata"))),
            KindDefinition.of("VolumeAttributesClass", new VolumeAttributesClassStrategy())
                .columns(StorageColumns.volumeAttributesClass()));
  }
}
