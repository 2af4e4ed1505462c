package dev.drover.server.rest;

import dev.drover.api.DeleteOptions;
import dev.drover.crd.engine.MetadataValidation;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.Strategy;
import java.util.ArrayList;
import java.util.List;

/// The finalizers that carry the propagation policy of a deletion to the garbage collector.
///
/// In Go: `deletionFinalizersForGarbageCollection`.
final class Dependents {
  private Dependents() {}

  /// The finalizers of an object after a request to delete it.
  static List<String> finalizers(Strategy strategy, TreeNode metadata, DeleteOptions options) {
    List<String> finalizers = metadata.texts("finalizers");
    boolean supported = strategy.deletion().dependents() != Deletion.Dependents.NONE;
    List<String> after = new ArrayList<>(finalizers);
    after.removeAll(List.of(MetadataValidation.ORPHAN, MetadataValidation.FOREGROUND));
    if (supported && areOrphaned(strategy, finalizers, options)) {
      after.add(MetadataValidation.ORPHAN);
    }
    if (supported && areDeletedFirst(finalizers, options)) {
      after.add(MetadataValidation.FOREGROUND);
    }
    boolean isSame = after.size() == finalizers.size() && after.containsAll(finalizers);
    return isSame ? finalizers : after; // in the old order
  }

  /// The deleting client decides, then the object, then the kind.
  private static boolean areOrphaned(
      Strategy strategy, List<String> finalizers, DeleteOptions options) {
    Boolean orphan = options.orphanDependents();
    if (orphan != null) {
      return orphan;
    }
    String policy = options.propagationPolicy();
    if (policy != null) {
      return policy.equals("Orphan");
    }
    for (String finalizer : finalizers) {
      if (finalizer.equals(MetadataValidation.ORPHAN)
          || finalizer.equals(MetadataValidation.FOREGROUND)) {
        return finalizer.equals(MetadataValidation.ORPHAN);
      }
    }
    return strategy.deletion().dependents() == Deletion.Dependents.ORPHAN;
  }

  private static boolean areDeletedFirst(List<String> finalizers, DeleteOptions options) {
    if (options.orphanDependents() != null) {
      return false;
    }
    String policy = options.propagationPolicy();
    if (policy != null) {
      return policy.equals("Foreground");
    }
    for (String finalizer : finalizers) {
      if (finalizer.equals(MetadataValidation.ORPHAN)
          || finalizer.equals(MetadataValidation.FOREGROUND)) {
        return finalizer.equals(MetadataValidation.FOREGROUND);
      }
    }
    return false;
  }
}
