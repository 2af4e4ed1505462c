package dev.drover.server.admission;

import static dev.drover.server.admission.PodSecurityViolations.plural;
import static dev.drover.server.admission.PodSecurityViolations.quoted;

import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Pod security checks of the types of volumes.
final class VolumeChecks {
  private static final Set<String> PLAIN_VOLUMES =
      Set.of(
          "configMap",
          "csi",
          "downwardAPI",
          "emptyDir",
          "ephemeral",
          "image",
          "persistentVolumeClaim",
          "projected",
          "secret");

  private VolumeChecks() {}

  static void volumes(PodSecurityViolations pod) {
    List<String> bad = new ArrayList<>();
    SortedSet<String> types = new TreeSet<>();
    for (TreeNode volume : pod.spec().items("volumes")) {
      List<String> given =
          volume.map().keySet().stream().filter(key -> !key.equals("name")).sorted().toList();
      if (given.stream().noneMatch(PLAIN_VOLUMES::contains)) {
        bad.add(volume.text("name"));
        types.add(given.isEmpty() ? "unknown" : given.getFirst());
      }
    }
    if (!bad.isEmpty()) {
      pod.violates(
          "restricted volume types",
          "%s %s %s %s %s"
              .formatted(
                  plural("volume", "volumes", bad.size()),
                  quoted(bad),
                  plural("uses", "use", bad.size()),
                  plural("restricted volume type", "restricted volume types", types.size()),
                  quoted(types)));
    }
  }
}
