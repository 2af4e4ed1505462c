package dev.drover.server.kinds.core.pod;

import dev.drover.api.Names;
import dev.drover.api.Quantity;
import dev.drover.api.text.GoText;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Validates the volumes of a pod.
final class VolumeValidation {
  /// The types of volumes in the order in which Kubernetes looks at them.
  private static final List<String> TYPES =
      List.of(
          "emptyDir",
          "hostPath",
          "gitRepo",
          "gcePersistentDisk",
          "awsElasticBlockStore",
          "secret",
          "nfs",
          "iscsi",
          "glusterfs",
          "flocker",
          "persistentVolumeClaim",
          "rbd",
          "cinder",
          "cephfs",
          "quobyte",
          "downwardAPI",
          "fc",
          "flexVolume",
          "configMap",
          "azureFile",
          "vsphereVolume",
          "photonPersistentDisk",
          "portworxVolume",
          "azureDisk",
          "storageos",
          "projected",
          "scaleIO",
          "csi",
          "ephemeral",
          "image");

  private VolumeValidation() {}

  /// Checks the list of volumes.
  ///
  /// @return the good ones by name
  static Map<String, TreeNode> check(FieldValidator volumes, PodContext context) {
    Set<String> ownClaims = new HashSet<>();
    for (FieldValidator volume : volumes.items()) {
      if (context.hasName() && volume.has("ephemeral")) {
        ownClaims.add(context.name() + "-" + volume.child("name").text());
      }
    }
    Map<String, TreeNode> good = new HashMap<>();
    for (FieldValidator volume : volumes.items()) {
      FieldValidator apart = volume.apart();
      checkTypes(apart, context);
      checkName(apart.child("name"), good.keySet());
      if (apart.errors().isEmpty()) {
        good.put(volume.child("name").text(), volume.node());
      }
      volume.report(apart.errors());
      FieldValidator claim = volume.child("persistentVolumeClaim", "claimName");
      if (ownClaims.contains(claim.text())) {
        claim.invalid("must not reference a PVC that gets created for an ephemeral volume");
      }
    }
    return good;
  }

  private static void checkName(FieldValidator name, Set<String> taken) {
    if (name.needText()) {
      name.checkText(Names::dnsLabel);
    }
    if (taken.contains(name.text())) {
      name.duplicate();
    }
  }

  private static void checkTypes(FieldValidator volume, PodContext context) {
    boolean isFirst = true;
    for (String type : TYPES) {
      if (!volume.has(type)) {
        continue;
      }
      if (isFirst) {
        checkType(type, volume, context);
      } else {
        volume.child(misspelt(type)).forbidden("may not specify more than 1 volume type");
      }
      if (type.equals("iscsi")) {
        NetworkVolumes.checkIscsiName(volume);
      }
      isFirst = false;
    }
    if (isFirst) {
      volume.required("must specify a volume type");
    }
  }

  /// Two types are so in complaints about a type too many.
  private static String misspelt(String type) {
    return switch (type) {
      case "cephfs" -> "cephFS";
      case "downwardAPI" -> "downwarAPI";
      default -> type;
    };
  }

  private static void checkType(String type, FieldValidator volume, PodContext context) {
    FieldValidator source = volume.child(type);
    switch (type) {
      case "emptyDir" -> checkEmptyDir(source);
      case "hostPath" -> HostVolumes.hostPath(source);
      case "gitRepo" -> HostVolumes.gitRepo(source);
      // Kubernetes' complaints have another name for this one.
      case "gcePersistentDisk" ->
          CloudVolumes.gcePersistentDisk(source.as(volume.path().child("persistentDisk")));
      case "awsElasticBlockStore" -> CloudVolumes.awsElasticBlockStore(source);
      case "secret" -> HostVolumes.secret(source);
      case "nfs" -> NetworkVolumes.nfs(source);
      case "iscsi" -> NetworkVolumes.iscsi(source);
      case "glusterfs" -> NetworkVolumes.glusterfs(source);
      case "flocker" -> NetworkVolumes.flocker(source);
      case "persistentVolumeClaim" -> source.child("claimName").needText();
      case "rbd" -> NetworkVolumes.rbd(source);
      case "cinder" -> CloudVolumes.cinder(source);
      case "cephfs" -> NetworkVolumes.cephfs(source);
      case "quobyte" -> NetworkVolumes.quobyte(source);
      case "downwardAPI" -> DownwardApiValidation.checkVolume(source);
      case "fc" -> NetworkVolumes.fc(source);
      case "flexVolume" -> HostVolumes.flexVolume(source);
      case "configMap" -> HostVolumes.configMap(source);
      case "azureFile" -> CloudVolumes.azureFile(source);
      case "vsphereVolume" -> source.child("volumePath").needText();
      case "photonPersistentDisk" -> source.child("pdID").needText();
      case "portworxVolume" -> source.child("volumeID").needText();
      case "azureDisk" -> CloudVolumes.azureDisk(source);
      case "storageos" -> CloudVolumes.storageOs(source);
      case "projected" -> ProjectedVolumes.check(source);
      case "scaleIO" -> CloudVolumes.scaleIo(source);
      case "csi" -> CloudVolumes.csi(source);
      case "ephemeral" -> {
        HostVolumes.ephemeral(source);
        checkClaimName(volume.child("name"), context);
      }
      case "image" -> checkImage(source, context);
      default -> throw new IllegalArgumentException("no type of volume: " + type);
    }
  }

  private static void checkEmptyDir(FieldValidator volume) {
    FieldValidator limit = volume.child("sizeLimit");
    if (!limit.isBlank() && Quantity.parse(limit.text()).signum() < 0) {
      limit.forbidden("SizeLimit field must be a valid resource quantity");
    }
  }

  /// The claim of an ephemeral volume gets the names of pod and volume.
  private static void checkClaimName(FieldValidator name, PodContext context) {
    if (context.hasName() && !name.isBlank()) {
      String claim = context.name() + "-" + name.text();
      Names.dnsSubdomain(claim)
          .forEach(complaint -> name.invalid("PVC name " + GoText.quote(claim) + ": " + complaint));
    }
  }

  private static void checkImage(FieldValidator image, PodContext context) {
    if (context.isPod()) {
      image.child("reference").needText();
    }
    ContainerValidation.checkPullPolicy(image.child("pullPolicy"));
  }
}
