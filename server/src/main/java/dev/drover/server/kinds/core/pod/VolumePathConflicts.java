package dev.drover.server.kinds.core.pod;

import dev.drover.schema.GoQuoting;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import java.util.ArrayList;
import java.util.List;

/// Finds files of a volume that hide each other: two of one name, or one where another has a
/// folder.
final class VolumePathConflicts {
  private VolumePathConflicts() {}

  /// A file and where it comes from.
  private record File(String path, String source) {
    @Override
    public String toString() {
      String quoted = GoQuoting.quote(path);
      return source.isEmpty() ? quoted : quoted + " (" + source + ")";
    }

    boolean overlaps(File other) {
      return !path.isEmpty()
          && !other.path.isEmpty()
          && ((path + "/").startsWith(other.path + "/")
              || (other.path + "/").startsWith(path + "/"));
    }
  }

  static List<String> warnings(FieldValidator volumes) {
    List<String> warnings = new ArrayList<>();
    for (FieldValidator volume : volumes.items()) {
      TreeNode node = volume.node();
      String name = node.text("name");
      TreeNode configMap = node.at("configMap");
      TreeNode secret = node.at("secret");
      check(name, quoted("ConfigMap", configMap.text("name")), items(configMap, ""), warnings);
      check(name, quoted("Secret", secret.text("secretName")), items(secret, ""), warnings);
      check(name, "DownwardAPI", items(node.at("downwardAPI"), ""), warnings);
      if (node.has("projected")) {
        check(name, "Projected", projected(name, node.at("projected"), warnings), warnings);
      }
    }
    return warnings;
  }

  private static String quoted(String kind, String name) {
    return kind + " " + GoQuoting.quote(name);
  }

  private static List<File> items(TreeNode source, String description) {
    return source.items("items").stream()
        .map(item -> new File(item.text("path"), description))
        .toList();
  }

  private static List<File> projected(String volume, TreeNode projected, List<String> warnings) {
    List<File> files = new ArrayList<>();
    for (TreeNode source : projected.items("sources")) {
      if (source.map().isEmpty()) {
        warnings.add("volume " + GoQuoting.quote(volume) + " (Projected) has no sources provided");
      }
      files.addAll(projected(source));
    }
    return files;
  }

  private static List<File> projected(TreeNode source) {
    for (String kind : List.of("configMap", "secret", "downwardAPI")) {
      if (!source.at(kind).items("items").isEmpty()) {
        String name = source.at(kind).text("name");
        return items(
            source.at(kind),
            switch (kind) {
              case "configMap" -> quoted("ConfigMap", name);
              case "secret" -> quoted("Secret", name);
              default -> "DownwardAPI";
            });
      }
    }
    if (source.has("serviceAccountToken")) {
      String path = source.at("serviceAccountToken").text("path");
      return List.of(new File(path, "ServiceAccountToken"));
    }
    if (source.has("clusterTrustBundle")) {
      TreeNode bundle = source.at("clusterTrustBundle");
      String name = bundle.has("name") ? bundle.text("name") : bundle.text("signerName");
      return List.of(new File(bundle.text("path"), quoted("ClusterTrustBundle", name)));
    }
    List<File> files = new ArrayList<>();
    TreeNode certificate = source.at("podCertificate");
    add(files, certificate.text("certificateChainPath"), "PodCertificate chain");
    add(files, certificate.text("keyPath"), "PodCertificate key");
    add(files, certificate.text("credentialBundlePath"), "PodCertificate credential bundle");
    return files;
  }

  private static void add(List<File> files, String path, String source) {
    if (!path.isEmpty()) {
      files.add(new File(path, source));
    }
  }

  private static void check(
      String volume, String description, List<File> files, List<String> warnings) {
    List<File> before = new ArrayList<>();
    for (File given : files) {
      File file = new File(given.path().replaceFirst("/+$", ""), given.source());
      for (File other : before) {
        if (file.overlaps(other)) {
          warnings.add(
              "volume %s (%s): overlapping paths: %s with %s"
                  .formatted(GoQuoting.quote(volume), description, file, other));
        }
      }
      before.add(file);
    }
  }
}
