package dev.drover.server.table;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.integer;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;
import static dev.drover.server.table.Columns.truth;

import dev.drover.api.GroupKind;
import dev.drover.schema.TreeNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Volumes, and what makes volumes.
final class StorageColumns {
  private static final String GROUP = "storage.k8s.io";

  /// Short names of access modes, in the order in which they are shown.
  private static final List<Map.Entry<String, String>> ACCESS_MODES =
      List.of(
          Map.entry("ReadWriteOnce", "RWO"),
          Map.entry("ReadOnlyMany", "ROX"),
          Map.entry("ReadWriteMany", "RWX"),
          Map.entry("ReadWriteOncePod", "RWOP"));

  private StorageColumns() {}

  static Map<GroupKind, List<Column>> all() {
    return Map.of(
        new GroupKind("", "PersistentVolume"), persistentVolume(),
        new GroupKind("", "PersistentVolumeClaim"), persistentVolumeClaim(),
        new GroupKind(GROUP, "StorageClass"), storageClass(),
        new GroupKind(GROUP, "VolumeAttributesClass"), volumeAttributesClass(),
        new GroupKind(GROUP, "VolumeAttachment"), volumeAttachment(),
        new GroupKind(GROUP, "CSINode"), csiNode(),
        new GroupKind(GROUP, "CSIDriver"), csiDriver());
  }

  private static List<Column> persistentVolume() {
    return List.of(
        name(),
        text("Capacity", Cells.textOr("spec.capacity.storage", "0")),
        text("Access Modes", volume -> accessModes(volume.at("spec"))),
        text("Reclaim Policy", Cells.text("spec.persistentVolumeReclaimPolicy")),
        text("Status", StorageColumns::phase),
        text("Claim", StorageColumns::claim),
        text("StorageClass", StorageColumns::className),
        text("VolumeAttributesClass", attributesClass()),
        text("Reason", Cells.text("status.reason")),
        age(),
        volumeMode());
  }

  private static List<Column> persistentVolumeClaim() {
    return List.of(
        name(),
        text("Status", StorageColumns::phase),
        text("Volume", Cells.text("spec.volumeName")),
        text("Capacity", claim -> isBound(claim) ? capacity(claim) : ""),
        text("Access Modes", claim -> isBound(claim) ? accessModes(claim.at("status")) : ""),
        text("StorageClass", StorageColumns::className),
        text("VolumeAttributesClass", attributesClass()),
        age(),
        volumeMode());
  }

  private static boolean isBound(TreeNode claim) {
    return !claim.at("spec").text("volumeName").isEmpty();
  }

  private static String capacity(TreeNode claim) {
    TreeNode capacity = Cells.at(claim, "status.capacity");
    return capacity.has("storage") ? capacity.text("storage") : "0";
  }

  private static String accessModes(TreeNode holder) {
    List<String> modes = holder.texts("accessModes");
    return ACCESS_MODES.stream()
        .filter(mode -> modes.contains(mode.getKey()))
        .map(Map.Entry::getValue)
        .collect(Collectors.joining(","));
  }

  private static String phase(TreeNode object) {
    return Cells.isBeingDeleted(object) ? "Terminating" : object.at("status").text("phase");
  }

  private static String claim(TreeNode volume) {
    return volume
        .at("spec")
        .child("claimRef")
        .map(claim -> claim.text("namespace") + "/" + claim.text("name"))
        .orElse("");
  }

  /// The class that an object names, in the old way or in the new one.
  private static String className(TreeNode object) {
    TreeNode annotations = object.at("metadata").at("annotations");
    String old = "volume.beta.kubernetes.io/storage-class";
    return annotations.has(old)
        ? annotations.text(old)
        : object.at("spec").text("storageClassName");
  }

  private static Column.Timeless attributesClass() {
    return Cells.textOr("spec.volumeAttributesClassName", Cells.UNSET);
  }

  private static Column volumeMode() {
    return text("VolumeMode", Cells.textOr("spec.volumeMode", Cells.UNSET)).wide();
  }

  private static List<Column> storageClass() {
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

  private static List<Column> volumeAttributesClass() {
    return List.of(name(), text("DriverName", Cells.text("driverName")), age());
  }

  private static List<Column> volumeAttachment() {
    return List.of(
        name(),
        text("Attacher", Cells.text("spec.attacher")).withFormat("name"),
        text("PV", Cells.text("spec.source.persistentVolumeName")),
        text("Node", Cells.text("spec.nodeName")),
        truth("Attached", Cells.truth("status.attached", false)),
        age());
  }

  private static List<Column> csiNode() {
    return List.of(name(), integer("Drivers", Cells.size("spec.drivers")), age());
  }

  private static List<Column> csiDriver() {
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
