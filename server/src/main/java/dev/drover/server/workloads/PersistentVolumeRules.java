package dev.drover.server.workloads;

import dev.drover.api.Names;
import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import dev.drover.server.rules.FilePaths;
import dev.drover.server.rules.Formats;
import dev.drover.server.rules.NodeSelectors;
import dev.drover.server.rules.Place;
import java.util.List;

/// What a persistent volume may be.
///
/// In Go: {@index validation.ValidatePersistentVolumeSpec}.
public final class PersistentVolumeRules {
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

  private PersistentVolumeRules() {}

  /// Defaults of what kind of volume it is.
  public static void setDefaults(TreeNode spec) {
    VolumeDefaults.setSource(spec);
  }

  /// Checks the `spec` of a volume.
  ///
  /// @param name the volume's
  public static void check(Place spec, String name) {
    checkAccessModes(spec.child("accessModes"));
    checkCapacity(spec.child("capacity"));
    Place policy = spec.child("persistentVolumeReclaimPolicy");
    if (!policy.isBlank()) {
      policy.needOneOf(POLICIES);
    }
    spec.child("nodeAffinity").ifPresent(PersistentVolumeRules::checkAffinity);
    checkTypes(spec, name);
    if (isRoot(spec.child("hostPath")) && policy.text().equals("Recycle")) {
      policy.forbidden("may not be 'recycle' for a hostPath mount of '/'");
    }
    Place storageClass = spec.child("storageClassName");
    if (!storageClass.isBlank()) {
      storageClass.checkText(Names::dnsSubdomain);
    }
    spec.child("volumeMode").ifPresent(mode -> mode.needOneOf(VOLUME_MODES));
    checkAttributesClass(spec);
  }

  /// Checks the `spec` of a volume that is no object of its own, but part of another.
  public static void checkInline(Place spec) {
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
    Place policy = spec.child("persistentVolumeReclaimPolicy");
    if (!policy.isBlank() && !policy.text().equals("Retain")) {
      policy.forbidden("may only be Retain " + inline);
    }
    if (spec.has("nodeAffinity")) {
      spec.child("nodeAffinity").forbidden("may not be specified " + inline);
    }
    checkTypes(spec, "");
    Place storageClass = spec.child("storageClassName");
    if (!storageClass.isBlank()) {
      storageClass.forbidden("may not be specified " + inline);
    }
    Place mode = spec.child("volumeMode");
    if (mode.isPresent() && !mode.text().equals("Filesystem")) {
      mode.forbidden("may not specify volumeMode other than Filesystem " + inline);
    }
  }

  private static void checkAccessModes(Place modes) {
    if (modes.size() == 0) {
      modes.required("");
    }
    List<String> given = modes.items().stream().map(Place::text).toList();
    modes.each(mode -> mode.as(modes.path()).needOneOf(MODES));
    if (given.contains("ReadWriteOncePod")
        && given.stream().anyMatch(m -> MODES.contains(m) && !m.equals("ReadWriteOncePod"))) {
      modes.forbidden("may not use ReadWriteOncePod with other access modes");
    }
  }

  private static void checkCapacity(Place capacity) {
    if (capacity.size() == 0) {
      capacity.required("");
    }
    if (!capacity.has("storage") || capacity.size() > 1) {
      capacity.notSupported(
          capacity.isPresent() ? capacity.node().map() : null, List.of("storage"));
    }
    for (Place amount : capacity.entries().values()) {
      Quantity quantity = Quantity.parse(amount.text());
      if (quantity.toLong() < 0) {
        amount.invalid(quantity.toLong(), "must be a valid resource quantity");
      }
      if (quantity.signum() <= 0) {
        amount.invalid("must be greater than zero");
      }
    }
  }

  private static void checkAffinity(Place affinity) {
    Place required = affinity.child("required");
    if (required.isPresent()) {
      NodeSelectors.check(required);
    } else {
      required.required("must specify required node constraints");
    }
  }

  private static void checkTypes(Place spec, String name) {
    boolean found = false;
    for (String type : TYPES) {
      Place source = spec.child(type);
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

  private static void checkType(String type, Place spec, String name) {
    Place source = spec.child(type);
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

  private static void checkGluster(Place source) {
    NetworkVolumes.glusterfs(source);
    Place namespace = source.child("endpointsNamespace");
    if (namespace.isPresent() && namespace.isBlank()) {
      namespace.invalid("if the endpointnamespace is set, it must be a valid namespace name");
    } else if (namespace.isPresent()) {
      namespace.checkText(Names::dnsLabel);
    }
  }

  private static void checkIscsi(Place source, String name) {
    Place portal = source.child("targetPortal");
    portal.needText();
    if (source.has("initiatorName")
        && Formats.length(name + ":" + portal.text()) > ISCSI_NAME_LENGTH) {
      source
          .child("targetportal")
          .invalid(
              portal.text(),
              "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if"
                  + " iscsi.initiatorName is specified.");
    }
    Place iqn = source.child("iqn");
    if (iqn.needText()) {
      NetworkVolumes.initiatorOfVolume(iqn);
    }
    source.child("lun").needRange(0, 255);
    Place secret = source.child("secretRef");
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

  private static void checkAzureFile(Place source) {
    CloudVolumes.azureFile(source);
    source.child("secretNamespace").ifPresent(Place::needText);
  }

  private static void checkLocal(Place source, Place spec) {
    Place path = source.child("path");
    if (path.needText()) {
      FilePaths.checkNoBacksteps(path);
    }
    if (!spec.has("nodeAffinity")) {
      spec.child("nodeAffinity").required("Local volume requires node affinity");
    }
  }

  private static void checkCsi(Place source) {
    CloudVolumes.checkDriverName(source.child("driver"));
    source.child("volumeHandle").needText();
    for (String secret :
        List.of(
            "controllerPublishSecretRef",
            "controllerExpandSecretRef",
            "nodePublishSecretRef",
            "nodeExpandSecretRef")) {
      source.child(secret).ifPresent(PersistentVolumeRules::checkSecret);
    }
  }

  private static void checkSecret(Place secret) {
    Place name = secret.child("name");
    if (name.needText()) {
      name.checkText(Names::dnsSubdomain);
    }
    Place namespace = secret.child("namespace");
    if (namespace.needText()) {
      namespace.checkText(Names::dnsLabel);
    }
  }

  private static void needNames(Place secret) {
    if (secret.isPresent()) {
      secret.child("name").needText();
      secret.child("namespace").needText();
    }
  }

  private static boolean isRoot(Place hostPath) {
    return hostPath.isPresent() && FilePaths.isRoot(hostPath.child("path").text());
  }

  private static void checkAttributesClass(Place spec) {
    Place name = spec.child("volumeAttributesClassName");
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
