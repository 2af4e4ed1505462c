package dev.drover.server.validation;

import dev.drover.api.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Warnings for labels of nodes that have been renamed.
public final class NodeLabels {
  private static final Map<String, String> DEPRECATED =
      Map.of(
          "beta.kubernetes.io/arch",
          "deprecated since v1.14; use \"kubernetes.io/arch\" instead",
          "beta.kubernetes.io/os",
          "deprecated since v1.14; use \"kubernetes.io/os\" instead",
          "failure-domain.beta.kubernetes.io/region",
          "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead",
          "failure-domain.beta.kubernetes.io/zone",
          "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead",
          "beta.kubernetes.io/instance-type",
          "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead",
          "app.kubernetes.io/created-by",
          "deprecated since v1.9",
          "scheduler.alpha.kubernetes.io/preferAvoidPods",
          "deprecated since v1.22; use Taints and Tolerations instead",
          "node-role.kubernetes.io/master",
          "use \"node-role.kubernetes.io/control-plane\" instead");

  private static final Map<String, String> SUCCESSORS =
      Map.of(
          "beta.kubernetes.io/arch", "kubernetes.io/arch",
          "beta.kubernetes.io/os", "kubernetes.io/os",
          "failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region",
          "failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone",
          "beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type");

  private NodeLabels() {}

  /// The better name of a label.
  public static Optional<String> successor(String key) {
    return Optional.ofNullable(SUCCESSORS.get(key));
  }

  /// What is worth a warning in a term that selects nodes.
  ///
  /// In Go: {@index node.GetWarningsForNodeSelectorTerm}.
  ///
  /// @param checksValues whether values that no label can have are worth one
  public static List<String> termWarnings(FieldValidator term, boolean checksValues) {
    List<String> warnings = new ArrayList<>();
    for (FieldValidator expression : term.child("matchExpressions").items()) {
      FieldValidator key = expression.child("key");
      deprecation(key.text())
          .ifPresent(text -> warnings.add(key.path() + ": " + key.text() + " is " + text));
      for (FieldValidator value :
          checksValues ? expression.child("values").items() : List.<FieldValidator>of()) {
        Names.labelValue(value.text())
            .forEach(
                text -> warnings.add(value.path() + ": " + value.text() + " is invalid, " + text));
      }
    }
    return warnings;
  }

  /// What to say of a label that should no longer be used.
  ///
  /// In Go: {@index node.GetNodeLabelDeprecatedMessage}.
  public static Optional<String> deprecation(String key) {
    return Optional.ofNullable(DEPRECATED.get(key));
  }
}
