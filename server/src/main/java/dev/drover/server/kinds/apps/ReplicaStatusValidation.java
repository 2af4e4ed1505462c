package dev.drover.server.kinds.apps;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import java.util.List;

/// Validates the replica counters in the `status` of workloads.
public final class ReplicaStatusValidation {
  private static final String TOO_MANY = "cannot be greater than status.replicas";

  private ReplicaStatusValidation() {}

  /// Checks that counters are not negative.
  static FieldValidator checkCounters(TreeNode object, List<String> counters) {
    FieldValidator status = FieldValidator.root(object).child("status");
    counters.forEach(counter -> status.child(counter).needNonNegative());
    return status;
  }

  /// Checks that parts are not greater than the whole.
  ///
  /// @param parts those of `replicas`
  /// @param readyReplicas how the complaint about pods that are available but not ready calls these
  static void checkParts(FieldValidator status, List<String> parts, String readyReplicas) {
    long all = status.child("replicas").number();
    for (String part : parts) {
      if (status.child(part).number() > all) {
        status.child(part).invalid(status.child(part).number(), TOO_MANY);
      }
    }
    FieldValidator available = status.child("availableReplicas");
    if (available.number() > status.child("readyReplicas").number()) {
      available.invalid(available.number(), "cannot be greater than " + readyReplicas);
    }
  }

  /// Checks that hashes that collided are not forgotten.
  static void checkCollisions(FieldValidator status, TreeNode old) {
    FieldValidator count = status.child("collisionCount");
    TreeNode was = old.at("status");
    boolean isForgotten = !count.isPresent() || count.number() < was.number("collisionCount", 0);
    if (was.has("collisionCount") && isForgotten) {
      count.invalid(count.number(), "cannot be decremented");
    }
  }

  /// The whole of it for replica sets and replication controllers.
  public static List<FieldError> checkReplicas(TreeNode object, List<String> counters) {
    FieldValidator status = checkCounters(object, counters);
    checkParts(
        status,
        List.of("fullyLabeledReplicas", "readyReplicas", "availableReplicas"),
        "readyReplicas");
    return status.errors();
  }
}
