package dev.drover.server.workloads;

import dev.drover.schema.TreeNode;
import dev.drover.server.rules.Claims;

/// Defaults of a pod's volumes.
final class VolumeDefaults {
  private static final long FILE_MODE = 0644;
  private static final long TOKEN_SECONDS = 3600;

  private VolumeDefaults() {}

  static void set(TreeNode volume) {
    if (volume.map().entrySet().stream()
        .noneMatch(e -> !e.getKey().equals("name") && e.getValue() != null)) {
      volume.orCreate("emptyDir");
    }
    volume.child("image").ifPresent(VolumeDefaults::image);
    setSource(volume);
    volume.child("secret").ifPresent(v -> v.setDefault("defaultMode", FILE_MODE));
    volume.child("configMap").ifPresent(v -> v.setDefault("defaultMode", FILE_MODE));
    volume.child("downwardAPI").ifPresent(VolumeDefaults::downwardApi);
    volume.child("projected").ifPresent(VolumeDefaults::projected);
    volume
        .child("ephemeral")
        .flatMap(v -> v.child("volumeClaimTemplate"))
        .ifPresent(template -> Claims.setSpecDefaults(template.orCreate("spec")));
  }

  /// What volumes of pods and persistent volumes have in common.
  static void setSource(TreeNode volume) {
    volume.child("hostPath").ifPresent(v -> v.setDefault("type", ""));
    volume.child("iscsi").ifPresent(v -> Texts.setDefault(v, "iscsiInterface", "default"));
    volume.child("rbd").ifPresent(VolumeDefaults::rbd);
    volume.child("azureDisk").ifPresent(VolumeDefaults::azureDisk);
    volume.child("scaleIO").ifPresent(VolumeDefaults::scaleIo);
  }

  private static void image(TreeNode image) {
    Texts.setDefault(image, "pullPolicy", ImageName.defaultPullPolicy(image.text("reference")));
  }

  private static void downwardApi(TreeNode source) {
    source.setDefault("defaultMode", FILE_MODE);
    source.items("items").forEach(VolumeDefaults::fieldRef);
  }

  /// An environment variable or file that takes its content from a field.
  static void fieldRef(TreeNode user) {
    user.child("fieldRef").ifPresent(ref -> Texts.setDefault(ref, "apiVersion", "v1"));
  }

  private static void projected(TreeNode volume) {
    volume.setDefault("defaultMode", FILE_MODE);
    for (TreeNode source : volume.items("sources")) {
      source.at("downwardAPI").items("items").forEach(VolumeDefaults::fieldRef);
      source
          .child("serviceAccountToken")
          .ifPresent(token -> token.setDefault("expirationSeconds", TOKEN_SECONDS));
    }
  }

  private static void rbd(TreeNode rbd) {
    Texts.setDefault(rbd, "pool", "rbd");
    Texts.setDefault(rbd, "user", "admin");
    Texts.setDefault(rbd, "keyring", "/etc/ceph/keyring");
  }

  private static void azureDisk(TreeNode disk) {
    disk.setDefault("cachingMode", "ReadWrite");
    disk.setDefault("fsType", "ext4");
    disk.setDefault("readOnly", false);
    disk.setDefault("kind", "Shared");
  }

  private static void scaleIo(TreeNode volume) {
    Texts.setDefault(volume, "storageMode", "ThinProvisioned");
    Texts.setDefault(volume, "fsType", "xfs");
  }
}
