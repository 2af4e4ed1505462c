package dev.drover.server.kinds.core.pod;

import dev.drover.server.validation.FieldValidator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Validates ephemeral containers, which are added to running pods for debugging.
final class EphemeralContainerValidation {
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

  private EphemeralContainerValidation() {}

  static void check(FieldValidator spec, PodContext context) {
    Set<String> others = ContainerValidation.names(spec.child("containers"));
    others.addAll(ContainerValidation.names(spec.child("initContainers")));
    Set<String> names = new HashSet<>(others);
    for (FieldValidator container : spec.child("ephemeralContainers").items()) {
      ContainerValidation.checkCommon(container, context);
      ContainerValidation.checkOnlyForPod(container);
      ContainerValidation.checkUnique(container.child("name"), names);
      FieldValidator target = container.child("targetContainerName");
      if (!target.isBlank() && !others.contains(target.text())) {
        target.notFound(target.text());
      }
      for (String field : REFUSED) {
        if (isSet(container, field)) {
          container.child(field).forbidden(REFUSAL);
        }
      }
      container.child("volumeMounts").each(EphemeralContainerValidation::checkMount);
    }
  }

  /// Lists, and `resources`, which is always there, may be empty.
  private static boolean isSet(FieldValidator container, String field) {
    FieldValidator place = container.child(field);
    boolean mayBeEmpty = field.equals("resources") || place.value() instanceof List<?>;
    return mayBeEmpty ? place.size() > 0 : place.isPresent();
  }

  private static void checkMount(FieldValidator mount) {
    for (String field : List.of("subPath", "subPathExpr")) {
      if (!mount.child(field).isBlank()) {
        mount.child(field).forbidden(REFUSAL);
      }
    }
  }
}
