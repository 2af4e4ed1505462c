package dev.drover.server.kinds.core.pod;

import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.FilePaths;
import dev.drover.server.validation.TemplateMetadata;
import dev.drover.server.validation.VolumeClaimSpecs;
import java.util.List;
import java.util.Locale;

/// Volumes that come from the node or from other objects of the cluster.
public final class HostVolumes {
  private static final List<String> HOST_PATH_TYPES =
      List.of(
          "",
          "BlockDevice",
          "CharDevice",
          "Directory",
          "DirectoryOrCreate",
          "File",
          "FileOrCreate",
          "Socket");

  private HostVolumes() {}

  public static void hostPath(FieldValidator volume) {
    FieldValidator path = volume.child("path");
    if (path.needText()) {
      FilePaths.checkNoBacksteps(path);
      volume.child("type").ifPresent(type -> type.needOneOf(HOST_PATH_TYPES));
    }
  }

  static void gitRepo(FieldValidator volume) {
    volume.child("repository").needText();
    FilePaths.checkDescending(volume.child("directory"));
  }

  static void secret(FieldValidator volume) {
    volume.child("secretName").needText();
    files(volume);
  }

  static void configMap(FieldValidator volume) {
    volume.child("name").needText();
    files(volume);
  }

  private static void files(FieldValidator volume) {
    FilePaths.checkMode(volume.child("defaultMode"));
    volume.child("items").each(HostVolumes::keyToPath);
  }

  /// An entry of a config map or secret that becomes a file.
  static void keyToPath(FieldValidator item) {
    item.child("key").needText();
    item.child("path").needText();
    FilePaths.checkNotReserved(item.child("path"));
    FilePaths.checkMode(item.child("mode"));
  }

  public static void flexVolume(FieldValidator volume) {
    volume.child("driver").needText();
    volume
        .child("options")
        .entries()
        .forEach(
            (key, option) -> {
              if (isReserved(key)) {
                option.invalid(key, "kubernetes.io and k8s.io namespaces are reserved");
              }
            });
  }

  private static boolean isReserved(String key) {
    int slash = key.indexOf('/');
    String namespace = slash < 0 ? key : key.substring(0, slash);
    String normalized = "." + namespace.toLowerCase(Locale.ROOT);
    return normalized.endsWith(".kubernetes.io") || normalized.endsWith(".k8s.io");
  }

  static void ephemeral(FieldValidator volume) {
    FieldValidator template = volume.child("volumeClaimTemplate");
    if (!template.isPresent()) {
      template.required("");
      return;
    }
    TemplateMetadata.check(template.child("metadata"));
    VolumeClaimSpecs.checkSpec(template.child("spec"));
  }
}
