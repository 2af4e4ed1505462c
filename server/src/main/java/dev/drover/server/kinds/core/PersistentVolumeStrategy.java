package dev.drover.server.kinds.core;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.StatusStrategy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.NodeLabels;
import dev.drover.server.validation.ResourceLists;
import dev.drover.server.validation.UnifiedDiff;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Prepares and validates persistent volumes.
public final class PersistentVolumeStrategy implements StatusStrategy {
  private static final String MOUNT_OPTIONS = "volume.beta.kubernetes.io/mount-options";

  /// Types of volumes for which mount options can be given by annotation.
  private static final List<String> MOUNTED =
      List.of(
          "gcePersistentDisk",
          "awsElasticBlockStore",
          "glusterfs",
          "nfs",
          "rbd",
          "quobyte",
          "iscsi",
          "cinder",
          "cephfs",
          "azureFile",
          "vsphereVolume",
          "azureDisk",
          "photonPersistentDisk");

  /// What a volume has beside its type, as Go names it.
  private static final List<String> NO_SOURCE =
      List.of(
          "Capacity",
          "AccessModes",
          "ClaimRef",
          "PersistentVolumeReclaimPolicy",
          "StorageClassName",
          "MountOptions",
          "VolumeMode",
          "NodeAffinity",
          "VolumeAttributesClassName");

  private static final Map<String, String> DEPRECATED = deprecated();

  @Override
  public void setDefaults(TreeNode object) {
    TreeNode spec = object.orCreate("spec");
    ResourceLists.setDefaults(spec, "capacity");
    if (spec.text("persistentVolumeReclaimPolicy").isEmpty()) {
      spec.set("persistentVolumeReclaimPolicy", "Retain");
    }
    spec.setDefault("volumeMode", "Filesystem");
    PersistentVolumeValidation.setDefaults(spec);
    TreeNode status = object.orCreate("status");
    if (status.text("phase").isEmpty()) {
      status.set("phase", "Pending");
    }
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    object
        .remove("status")
        .orCreate("status")
        .set("phase", "Pending")
        .set("lastPhaseTransitionTime", object.at("metadata").get("creationTimestamp"));
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS.preparing(this::prepareStatus);
  }

  /// A change of the phase sets its time.
  private void prepareStatus(TreeNode object, TreeNode old, String now) {
    UpdateStrategy.restoreAllButStatus(object, old);
    String field = "lastPhaseTransitionTime";
    TreeNode status = object.orCreate("status");
    TreeNode was = old.at("status");
    boolean isSamePhase = status.text("phase").equals(was.text("phase"));
    if (isSamePhase && !status.has(field)) {
      StatusStrategy.keep(status, was, field);
    } else if (!isSamePhase
        && (!status.has(field) || Objects.equals(status.get(field), was.get(field)))) {
      status.set(field, now);
    }
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator volume = FieldValidator.root(object);
    check(volume);
    checkMountOptions(volume);
    return volume.errors();
  }

  private static void check(FieldValidator volume) {
    PersistentVolumeValidation.check(volume.child("spec"), volume.child("metadata", "name").text());
  }

  private static void checkMountOptions(FieldValidator volume) {
    FieldValidator spec = volume.child("spec");
    FieldValidator annotations = volume.child("metadata", "annotations");
    if (annotations.has(MOUNT_OPTIONS) && MOUNTED.stream().noneMatch(spec::has)) {
      annotations
          .child(MOUNT_OPTIONS)
          .forbidden("may not specify mount options for this volume type");
    }
  }

  /// Everything is checked twice, and said twice.
  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator volume = FieldValidator.root(object);
    check(volume);
    checkMountOptions(volume);
    check(volume);
    needSameSource(volume.child("spec"), old.at("spec"));
    FieldValidator mode = volume.child("spec", "volumeMode");
    if (!Objects.equals(mode.value(), old.at("spec").get("volumeMode"))) {
      mode.as(FieldPath.of("volumeMode"))
          .invalid(
              mode.isPresent() ? new FieldError.Typed(mode.text()) : null,
              FieldValidator.IMMUTABLE);
    }
    needSameAffinity(volume.child("spec", "nodeAffinity"), old.at("spec"));
    FieldValidator attributes = volume.child("spec", "volumeAttributesClassName");
    if (old.at("spec").has("volumeAttributesClassName") && !attributes.isPresent()) {
      attributes.forbidden("update from non-nil value to nil is forbidden");
    }
    return volume.errors();
  }

  private static void needSameSource(FieldValidator spec, TreeNode was) {
    TreeNode now = TreeNode.copyOf(spec.node().map());
    if (was.has("csi") && !was.at("csi").has("controllerExpandSecretRef")) {
      now.child("csi").ifPresent(csi -> csi.remove("controllerExpandSecretRef"));
    }
    boolean isSame =
        PersistentVolumeValidation.TYPES.stream()
            .allMatch(type -> Objects.equals(now.get(type), was.get(type)));
    if (!isSame) {
      spec.child("persistentvolumesource")
          .forbidden(
              "spec.persistentvolumesource is immutable after creation\n"
                  + UnifiedDiff.of(source(was), source(now)));
    }
  }

  private static Map<String, @Nullable Object> source(TreeNode spec) {
    Map<String, @Nullable Object> shown = InternalForm.of("core/v1.PersistentVolumeSpec", spec);
    shown.keySet().removeAll(NO_SOURCE);
    return shown;
  }

  private static void needSameAffinity(FieldValidator affinity, TreeNode was) {
    if (was.has("nodeAffinity") && !isSameAffinity(affinity.node(), was.at("nodeAffinity"))) {
      affinity
          .as(FieldPath.of("nodeAffinity"))
          .invalid(
              affinity.isPresent()
                  ? InternalForm.of("core/v1.VolumeNodeAffinity", affinity.node())
                  : null,
              FieldValidator.IMMUTABLE + ", except for updating from beta label to GA");
    }
  }

  private static boolean isSameAffinity(TreeNode now, TreeNode was) {
    TreeNode renewed = TreeNode.copyOf(was.map());
    List<TreeNode> terms = renewed.at("required").items("nodeSelectorTerms");
    List<TreeNode> newTerms = now.at("required").items("nodeSelectorTerms");
    for (int i = 0; i < Math.min(terms.size(), newTerms.size()); i++) {
      for (String field : List.of("matchExpressions", "matchFields")) {
        renewKeys(terms.get(i).items(field), newTerms.get(i).items(field));
      }
    }
    return renewed.map().equals(now.map());
  }

  /// A key without a successor may become empty: so Kubernetes reads its own table.
  private static void renewKeys(List<TreeNode> requirements, List<TreeNode> newer) {
    for (int i = 0; i < Math.min(requirements.size(), newer.size()); i++) {
      String key = newer.get(i).text("key");
      if (NodeLabels.successor(requirements.get(i).text("key")).orElse("").equals(key)) {
        requirements.get(i).set("key", key);
      }
    }
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    List<String> warnings = new ArrayList<>();
    TreeNode spec = object.at("spec");
    TreeNode annotations = object.at("metadata").at("annotations");
    if (annotations.has("volume.beta.kubernetes.io/storage-class")) {
      warnings.add(
          "metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8;"
              + " use \"storageClassName\" attribute instead");
    }
    if (annotations.has(MOUNT_OPTIONS)) {
      warnings.add(
          "metadata.annotations["
              + MOUNT_OPTIONS
              + "]: deprecated since v1.31; use \"mountOptions\" attribute instead");
    }
    if (spec.text("persistentVolumeReclaimPolicy").equals("Recycle")) {
      warnings.add(
          "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead,"
              + " the recommended approach is to use dynamic provisioning.");
    }
    FieldValidator.root(object)
        .child("spec", "nodeAffinity", "required", "nodeSelectorTerms")
        .each(term -> warnings.addAll(NodeLabels.termWarnings(term, false)));
    DEPRECATED.forEach(
        (type, since) -> {
          if (spec.has(type)) {
            warnings.add("spec." + (type.equals("storageos") ? "storageOS" : type) + ": " + since);
          }
        });
    return warnings;
  }

  private static Map<String, String> deprecated() {
    Map<String, String> types = new LinkedHashMap<>();
    types.put("cephfs", "deprecated in v1.28, non-functional in v1.31+");
    types.put("photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+");
    types.put("scaleIO", "deprecated in v1.16, non-functional in v1.22+");
    types.put("storageos", "deprecated in v1.22, non-functional in v1.25+");
    types.put("glusterfs", "deprecated in v1.25, non-functional in v1.26+");
    types.put("rbd", "deprecated in v1.28, non-functional in v1.31+");
    return types;
  }

  @Override
  public Generation generation() {
    return Generation.NONE;
  }

  @Override
  public Deletion deletion() {
    return Deletion.RETURNS_OBJECT;
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_NEW, MetadataCheck.AS_NEW);
  }
}
