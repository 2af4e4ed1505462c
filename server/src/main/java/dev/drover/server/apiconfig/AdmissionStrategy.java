package dev.drover.server.apiconfig;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.MetadataCheck;
import dev.drover.server.core.Strategy;
import java.util.List;

/// What the kinds of admission have in common: a change must name the version that it is of, and is
/// judged like a new object.
interface AdmissionStrategy extends Strategy {
  /// How the names end that belong to files beside the API server.
  String STATIC_SUFFIX = ".static.k8s.io";

  @Override
  default List<MetadataCheck> metadataChecks() {
    return List.of(MetadataCheck.AS_NEW);
  }

  @Override
  default boolean allowsUnconditionalUpdate() {
    return false;
  }

  @Override
  default List<String> warnings(TreeNode object) {
    return object.at("metadata").text("name").endsWith(STATIC_SUFFIX)
        ? List.of(
            "metadata.name: names ending with \""
                + STATIC_SUFFIX
                + "\" are reserved for static manifest-based configurations and cannot be managed"
                + " via the API")
        : List.of();
  }
}
