package dev.drover.server.kinds.core.pod;

import dev.drover.schema.TreeNode;
import dev.drover.server.validation.VolumeClaimSpecs;

/// Defaults of a pod's volumes.
public final class VolumeDefaults {
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
        .ifPresent(template -> VolumeClaimSpecs.setSpecDefaults(template.orCreate("spec")));
  }

  /// What volumes of pods and persistent volumes have in common.
  public static void setSource(TreeNode volume) {
    volume.child("hostPath").ifPresent(v -> v.setDefault("type", ""));
    volume.child("iscsi").ifPresent(v -> Strings.setDefault(v, "iscsiInterface", "default"));
    volume.child("rbd").ifPresent(VolumeDefaults::rbd);
    volume.child("azureDisk").ifPresent(VolumeDefaults::azureDisk);
    volume.child("scaleIO").ifPresent(VolumeDefaults::scaleIo);
  }

  private static void image(TreeNode image) {
    Strings.setDefault(image, "pullPolicy", ImageName.defaultPullPolicy(image.text("reference")));
  }

  private static void downwardApi(TreeNode source) {
    source.setDefault("defaultMode", FILE_MODE);
    source.items("items").forEach(VolumeDefaults::fieldRef);
  }

  /// An environment variable or file that takes its content from a field.
  static void fieldRef(TreeNode user) {
    user.child("fieldRef").ifPresent(ref -> Strings.setDefault(ref, "apiVersion", "v1"));
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
    Strings.setDefault(rbd, "pool", "rbd");
    Strings.setDefault(rbd, "user", "admin");
    Strings.setDefault(rbd, "keyring", "/etc/ceph/keyring");
  }

  private static void azureDisk(TreeNode disk) {
    disk.setDefault("cachingMode", "ReadWrite");
    disk.setDefault("fsType", "ext4");
    disk.setDefault("readOnly", false);
    disk.setDefault("kind", "Shared");
  }

  private static void scaleIo(TreeNode volume) {
    Strings.setDefault(volume, "storageMode", "ThinProvisioned");
    Strings.setDefault(volume, "fsType", "xfs");
  }
}
