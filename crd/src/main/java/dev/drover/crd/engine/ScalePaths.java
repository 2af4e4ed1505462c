package dev.drover.crd.engine;

import dev.drover.schema.TreeNode;
import java.util.Optional;

/// The paths of the fields that the `Scale` of an object shows, such as `.spec.replicas`.
///
/// @param selector to a label selector as text
public record ScalePaths(String specReplicas, String statusReplicas, Optional<String> selector) {
  /// Reads `subresources.scale` of a version.
  public static ScalePaths of(TreeNode scale) {
    String selector = scale.text("labelSelectorPath");
    return new ScalePaths(
        scale.text("specReplicasPath"),
        scale.text("statusReplicasPath"),
        selector.isEmpty() ? Optional.empty() : Optional.of(selector));
  }
}
