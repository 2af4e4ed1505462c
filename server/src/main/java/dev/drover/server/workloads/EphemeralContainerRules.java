package dev.drover.server.workloads;

import dev.drover.server.rules.Place;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Containers that are put into a running pod for a look around.
final class EphemeralContainerRules {
  /// Fields of ordinary containers that these may not have, in the order of the Go type.
  private static final List<String> REFUSED =
      List.of(
          "ports",
          "resources",
          "resizePolicy",
          "restartPolicy",
          "restartPolicyRules",
          "livenessProbe",
          "readinessProbe",
          "startupProbe",
          "lifecycle");

  private static final String REFUSAL = "cannot be set for an Ephemeral Container";

  private EphemeralContainerRules() {}

  static void check(Place spec, PodContext context) {
    Set<String> others = ContainerRules.names(spec.child("containers"));
    others.addAll(ContainerRules.names(spec.child("initContainers")));
    Set<String> names = new HashSet<>(others);
    for (Place container : spec.child("ephemeralContainers").items()) {
      ContainerRules.checkCommon(container, context);
      ContainerRules.checkOnlyForPod(container);
      ContainerRules.checkUnique(container.child("name"), names);
      Place target = container.child("targetContainerName");
      if (!target.isBlank() && !others.contains(target.text())) {
        target.notFound(target.text());
      }
      for (String field : REFUSED) {
        if (isSet(container, field)) {
          container.child(field).forbidden(REFUSAL);
        }
      }
      container.child("volumeMounts").each(EphemeralContainerRules::checkMount);
    }
  }

  /// Lists, and `resources`, which is always there, may be empty.
  private static boolean isSet(Place container, String field) {
    Place place = container.child(field);
    boolean mayBeEmpty = field.equals("resources") || place.value() instanceof List<?>;
    return mayBeEmpty ? place.size() > 0 : place.isPresent();
  }

  private static void checkMount(Place mount) {
    for (String field : List.of("subPath", "subPathExpr")) {
      if (!mount.child(field).isBlank()) {
        mount.child(field).forbidden(REFUSAL);
      }
    }
  }
}
