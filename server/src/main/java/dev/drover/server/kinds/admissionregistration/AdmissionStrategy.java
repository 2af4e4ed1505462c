package dev.drover.server.kinds.admissionregistration;

import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.strategy.UpdatePolicy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The common rules of the kinds of admission: an update needs a resource version, and is validated
/// like a new object.
interface AdmissionStrategy extends Strategy {
  /// How the names end that belong to files beside the API server.
  String STATIC_SUFFIX = ".static.k8s.io";

  @Override
  default MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_NEW);
  }

  @Override
  default UpdatePolicy updatePolicy() {
    return UpdatePolicy.CONDITIONAL;
  }

  @Override
  default List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    List<String> warnings = new ArrayList<>();
    if (object.at("metadata").text("name").endsWith(STATIC_SUFFIX)) {
      warnings.add(
          "metadata.name: names ending with \""
              + STATIC_SUFFIX
              + "\" are reserved for static manifest-based configurations and cannot be managed"
              + " via the API");
    }
    return warnings;
  }
}
