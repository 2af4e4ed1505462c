package dev.drover.server.kinds.storage;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.integer;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;
import static dev.drover.server.table.Columns.truth;

import dev.drover.schema.TreeNode;
import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import java.util.List;
import java.util.stream.Collectors;

/// Printer columns of the group `storage.k8s.io`.
final class StorageColumns {
  private StorageColumns() {}

  static List<Column> storageClass() {
    return List.of(
        name(StorageColumns::nameOfClass),
        text("Provisioner", Cells.text("provisioner")),
        text("ReclaimPolicy", Cells.textOr("reclaimPolicy", "Delete")),
        text("VolumeBindingMode", Cells.textOr("volumeBindingMode", "Immediate")),
        text("AllowVolumeExpansion", Cells.truth("allowVolumeExpansion", false)),
        age());
  }

  private static String nameOfClass(TreeNode storageClass) {
    boolean isDefault =
        Cells.hasAnnotation(storageClass, "storageclass.kubernetes.io/is-default-class")
            || Cells.hasAnnotation(
                storageClass, "storageclass.beta.kubernetes.io/is-default-class");
    return storageClass.at("metadata").text("name") + (isDefault ? " (default)" : "");
  }

  static List<Column> volumeAttributesClass() {
    return List.of(name(), text("DriverName", Cells.text("driverName")), age());
  }

  static List<Column> volumeAttachment() {
    return List.of(
        name(),
        text("Attacher", Cells.text("spec.attacher")).withFormat("name"),
        text("PV", Cells.text("spec.source.persistentVolumeName")),
        text("Node", Cells.text("spec.nodeName")),
        truth("Attached", Cells.truth("status.attached", false)),
        age());
  }

  static List<Column> csiNode() {
    return List.of(name(), integer("Drivers", Cells.size("spec.drivers")), age());
  }

  static List<Column> csiDriver() {
    return List.of(
        name(),
        truth("AttachRequired", Cells.truth("spec.attachRequired", true)),
        truth("PodInfoOnMount", Cells.truth("spec.podInfoOnMount", false)),
        truth("StorageCapacity", Cells.truth("spec.storageCapacity", false)),
        text("TokenRequests", StorageColumns::audiences),
        truth("RequiresRepublish", Cells.truth("spec.requiresRepublish", false)),
        text("Modes", StorageColumns::lifecycleModes),
        age());
  }

  private static String audiences(TreeNode driver) {
    if (!driver.at("spec").has("tokenRequests")) {
      return Cells.UNSET;
    }
    return driver.at("spec").items("tokenRequests").stream()
        .map(request -> request.text("audience"))
        .collect(Collectors.joining(","));
  }

  private static String lifecycleModes(TreeNode driver) {
    String modes = String.join(",", driver.at("spec").texts("volumeLifecycleModes"));
    return modes.isEmpty() ? Cells.NONE : modes;
  }
}
