package dev.drover.server.kinds.core;

import dev.drover.api.Names;
import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import dev.drover.server.kinds.core.pod.CloudVolumes;
import dev.drover.server.kinds.core.pod.HostVolumes;
import dev.drover.server.kinds.core.pod.NetworkVolumes;
import dev.drover.server.kinds.core.pod.VolumeDefaults;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.FilePaths;
import dev.drover.server.validation.NodeSelectorValidation;
import dev.drover.server.validation.StringFormats;
import java.util.List;

/// Validates persistent volumes.
///
/// In Go: {@index validation.ValidatePersistentVolumeSpec}.
public final class PersistentVolumeValidation {
  /// The fields that say what kind of volume it is, in the order in which they are checked.
  public static final List<String> TYPES =
      List.of(
          "hostPath",
          "gcePersistentDisk",
          "awsElasticBlockStore",
          "glusterfs",
          "flocker",
          "nfs",
          "rbd",
          "quobyte",
          "cephfs",
          "iscsi",
          "cinder",
          "fc",
          "flexVolume",
          "azureFile",
          "vsphereVolume",
          "photonPersistentDisk",
          "portworxVolume",
          "azureDisk",
          "scaleIO",
          "local",
          "storageos",
          "csi");

  private static final List<String> MODES =
      List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");
  private static final List<String> POLICIES = List.of("Delete", "Recycle", "Retain");
  private static final List<String> VOLUME_MODES = List.of("Block", "Filesystem");
  private static final int ISCSI_NAME_LENGTH = 64;

  private PersistentVolumeValidation() {}

  /// Defaults of what kind of volume it is.
  public static void setDefaults(TreeNode spec) {
    VolumeDefaults.setSource(spec);
  }

  /// Checks the `spec` of a volume.
  ///
  /// @param name the volume's
  public static void check(FieldValidator spec, String name) {
    checkAccessModes(spec.child("accessModes"));
    checkCapacity(spec.child("capacity"));
    FieldValidator policy = spec.child("persistentVolumeReclaimPolicy");
    if (!policy.isBlank()) {
      policy.needOneOf(POLICIES);
    }
    spec.child("nodeAffinity").ifPresent(PersistentVolumeValidation::checkAffinity);
    checkTypes(spec, name);
    if (isRoot(spec.child("hostPath")) && policy.text().equals("Recycle")) {
      policy.forbidden("may not be 'recycle' for a hostPath mount of '/'");
    }
    FieldValidator storageClass = spec.child("storageClassName");
    if (!storageClass.isBlank()) {
      storageClass.checkText(Names::dnsSubdomain);
    }
    spec.child("volumeMode").ifPresent(mode -> mode.needOneOf(VOLUME_MODES));
    checkAttributesClass(spec);
  }

  /// Checks the `spec` of a volume that is no object of its own, but part of another.
  public static void checkInline(FieldValidator spec) {
    String inline = "in the context of inline volumes";
    for (String field : List.of("claimRef", "capacity")) {
      if (field.equals("claimRef") ? spec.has(field) : spec.child(field).size() > 0) {
        spec.child(field).forbidden("may not be specified " + inline);
      }
    }
    if (!spec.has("csi")) {
      spec.child("csi").required("has to be specified " + inline);
    }
    checkAccessModes(spec.child("accessModes"));
    FieldValidator policy = spec.child("persistentVolumeReclaimPolicy");
    if (!policy.isBlank() && !policy.text().equals("Retain")) {
      policy.forbidden("may only be Retain " + inline);
    }
    if (spec.has("nodeAffinity")) {
      spec.child("nodeAffinity").forbidden("may not be specified " + inline);
    }
    checkTypes(spec, "");
    FieldValidator storageClass = spec.child("storageClassName");
    if (!storageClass.isBlank()) {
      storageClass.forbidden("may not be specified " + inline);
    }
    FieldValidator mode = spec.child("volumeMode");
    if (mode.isPresent() && !mode.text().equals("Filesystem")) {
      mode.forbidden("may not specify volumeMode other than Filesystem " + inline);
    }
  }

  private static void checkAccessModes(FieldValidator modes) {
    if (modes.size() == 0) {
      modes.required("");
    }
    List<String> given = modes.items().stream().map(FieldValidator::text).toList();
    modes.each(mode -> mode.as(modes.path()).needOneOf(MODES));
    if (given.contains("ReadWriteOncePod")
        && given.stream().anyMatch(m -> MODES.contains(m) && !m.equals("ReadWriteOncePod"))) {
      modes.forbidden("may not use ReadWriteOncePod with other access modes");
    }
  }

  private static void checkCapacity(FieldValidator capacity) {
    if (capacity.size() == 0) {
      capacity.required("");
    }
    if (!capacity.has("storage") || capacity.size() > 1) {
      capacity.notSupported(
          capacity.isPresent() ? capacity.node().map() : null, List.of("storage"));
    }
    for (FieldValidator amount : capacity.entries().values()) {
      Quantity quantity = Quantity.parse(amount.text());
      if (quantity.toLong() < 0) {
        amount.invalid(quantity.toLong(), "must be a valid resource quantity");
      }
      if (quantity.signum() <= 0) {
        amount.invalid("must be greater than zero");
      }
    }
  }

  private static void checkAffinity(FieldValidator affinity) {
    FieldValidator required = affinity.child("required");
    if (required.isPresent()) {
      NodeSelectorValidation.check(required);
    } else {
      required.required("must specify required node constraints");
    }
  }

  private static void checkTypes(FieldValidator spec, String name) {
    boolean found = false;
    for (String type : TYPES) {
      FieldValidator source = spec.child(type);
      if (!source.isPresent()) {
        continue;
      }
      if (found && !type.equals("flexVolume")) { // which Kubernetes forgets to ask
        source
            .as(spec.path().child(type.equals("cephfs") ? "cephFS" : type))
            .forbidden("may not specify more than 1 volume type");
      } else {
        checkType(type, spec, name);
      }
      found = true;
    }
    if (!found) {
      spec.required("must specify a volume type");
    }
  }

  private static void checkType(String type, FieldValidator spec, String name) {
    FieldValidator source = spec.child(type);
    switch (type) {
      case "hostPath" -> HostVolumes.hostPath(source);
      // Kubernetes' complaints have another name for this one.
      case "gcePersistentDisk" ->
          CloudVolumes.gcePersistentDisk(source.as(spec.path().child("persistentDisk")));
      case "awsElasticBlockStore" -> CloudVolumes.awsElasticBlockStore(source);
      case "glusterfs" -> checkGluster(source);
      case "flocker" -> NetworkVolumes.flocker(source);
      case "nfs" -> NetworkVolumes.nfs(source);
      case "rbd" -> NetworkVolumes.rbd(source);
      case "quobyte" -> NetworkVolumes.quobyte(source);
      case "cephfs" -> NetworkVolumes.cephfs(source);
      case "iscsi" -> checkIscsi(source, name);
      case "cinder" -> {
        source.child("volumeID").needText();
        needNames(source.child("secretRef"));
      }
      case "fc" -> NetworkVolumes.fc(source);
      case "flexVolume" -> HostVolumes.flexVolume(source);
      case "azureFile" -> checkAzureFile(source);
      case "vsphereVolume" -> source.child("volumePath").needText();
      case "photonPersistentDisk" -> source.child("pdID").needText();
      case "portworxVolume" -> source.child("volumeID").needText();
      case "azureDisk" -> CloudVolumes.azureDisk(source);
      case "scaleIO" -> CloudVolumes.scaleIo(source);
      case "local" -> checkLocal(source, spec);
      case "storageos" -> {
        CloudVolumes.storageOsVolume(source);
        needNames(source.child("secretRef"));
      }
      case "csi" -> checkCsi(source);
      default -> throw new IllegalArgumentException("no type of volume: " + type);
    }
  }

  private static void checkGluster(FieldValidator source) {
    NetworkVolumes.glusterfs(source);
    FieldValidator namespace = source.child("endpointsNamespace");
    if (namespace.isPresent() && namespace.isBlank()) {
      namespace.invalid("if the endpointnamespace is set, it must be a valid namespace name");
    } else if (namespace.isPresent()) {
      namespace.checkText(Names::dnsLabel);
    }
  }

  private static void checkIscsi(FieldValidator source, String name) {
    FieldValidator portal = source.child("targetPortal");
    portal.needText();
    if (source.has("initiatorName")
        && StringFormats.length(name + ":" + portal.text()) > ISCSI_NAME_LENGTH) {
      source
          .child("targetportal")
          .invalid(
              portal.text(),
              "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if"
                  + " iscsi.initiatorName is specified.");
    }
    FieldValidator iqn = source.child("iqn");
    if (iqn.needText()) {
      NetworkVolumes.initiatorOfVolume(iqn);
    }
    source.child("lun").needRange(0, 255);
    FieldValidator secret = source.child("secretRef");
    boolean needsSecret =
        source.child("chapAuthDiscovery").isTrue() || source.child("chapAuthSession").isTrue();
    if (needsSecret && !secret.isPresent()) {
      secret.required("");
    }
    secret.ifPresent(ref -> ref.child("name").needText());
    source
        .child("initiatorName")
        .as(source.path().child("initiatorname"))
        .ifPresent(NetworkVolumes::initiatorOfVolume);
  }

  private static void checkAzureFile(FieldValidator source) {
    CloudVolumes.azureFile(source);
    source.child("secretNamespace").ifPresent(FieldValidator::needText);
  }

  private static void checkLocal(FieldValidator source, FieldValidator spec) {
    FieldValidator path = source.child("path");
    if (path.needText()) {
      FilePaths.checkNoBacksteps(path);
    }
    if (!spec.has("nodeAffinity")) {
      spec.child("nodeAffinity").required("Local volume requires node affinity");
    }
  }

  private static void checkCsi(FieldValidator source) {
    CloudVolumes.checkDriverName(source.child("driver"));
    source.child("volumeHandle").needText();
    for (String secret :
        List.of(
            "controllerPublishSecretRef",
            "controllerExpandSecretRef",
            "nodePublishSecretRef",
            "nodeExpandSecretRef")) {
      source.child(secret).ifPresent(PersistentVolumeValidation::checkSecret);
    }
  }

  private static void checkSecret(FieldValidator secret) {
    FieldValidator name = secret.child("name");
    if (name.needText()) {
      name.checkText(Names::dnsSubdomain);
    }
    FieldValidator namespace = secret.child("namespace");
    if (namespace.needText()) {
      namespace.checkText(Names::dnsLabel);
    }
  }

  private static void needNames(FieldValidator secret) {
    if (secret.isPresent()) {
      secret.child("name").needText();
      secret.child("namespace").needText();
    }
  }

  private static boolean isRoot(FieldValidator hostPath) {
    return hostPath.isPresent() && FilePaths.isRoot(hostPath.child("path").text());
  }

  private static void checkAttributesClass(FieldValidator spec) {
    FieldValidator name = spec.child("volumeAttributesClassName");
    if (!name.isPresent()) {
      return;
    }
    if (name.needText("an empty string is disallowed")) {
      name.checkText(Names::dnsSubdomain);
    }
    if (!spec.has("csi")) {
      spec.child("csi").required("has to be specified when using volumeAttributesClassName");
    }
  }
}
