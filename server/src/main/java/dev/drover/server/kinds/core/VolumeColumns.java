package dev.drover.server.kinds.core;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.schema.TreeNode;
import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Printer columns of persistent volumes and claims.
final class VolumeColumns {
  /// Short names of access modes, in the order in which they are shown.
  private static final List<Map.Entry<String, String>> ACCESS_MODES =
      List.of(
          Map.entry("ReadWriteOnce", "RWO"),
          Map.entry("ReadOnlyMany", "ROX"),
          Map.entry("ReadWriteMany", "RWX"),
          Map.entry("ReadWriteOncePod", "RWOP"));

  private VolumeColumns() {}

  static List<Column> persistentVolume() {
    return List.of(
        name(),
        text("Capacity", Cells.textOr("spec.capacity.storage", "0")),
        text("Access Modes", volume -> accessModes(volume.at("spec"))),
        text("Reclaim Policy", Cells.text("spec.persistentVolumeReclaimPolicy")),
        text("Status", VolumeColumns::phase),
        text("Claim", VolumeColumns::claim),
        text("StorageClass", VolumeColumns::className),
        text("VolumeAttributesClass", attributesClass()),
        text("Reason", Cells.text("status.reason")),
        age(),
        volumeMode());
  }

  static List<Column> persistentVolumeClaim() {
    return List.of(
        name(),
        text("Status", VolumeColumns::phase),
        text("Volume", Cells.text("spec.volumeName")),
        text("Capacity", claim -> isBound(claim) ? capacity(claim) : ""),
        text("Access Modes", claim -> isBound(claim) ? accessModes(claim.at("status")) : ""),
        text("StorageClass", VolumeColumns::className),
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
}
