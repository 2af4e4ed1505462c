package dev.drover.server.controllers.apps;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.Counts;
import dev.drover.server.controllers.core.Item;

/// The bounds of the number of pods of a deployment during a rollout.
///
/// @param replicas how many it wants
/// @param surge how many it may have beyond
/// @param unavailable how many of them may be unavailable
record RolloutSize(boolean isRolling, long replicas, long surge, long unavailable) {
  static RolloutSize of(Item deployment) {
    TreeNode strategy = deployment.spec().at("strategy");
    long replicas = deployment.spec().number("replicas", 1);
    if (!strategy.text("type").equals("RollingUpdate")) {
      return new RolloutSize(false, replicas, 0, 0);
    }
    TreeNode update = strategy.at("rollingUpdate");
    long surge = Counts.scaled(update, "maxSurge", replicas, true, 0);
    long unavailable = Counts.scaled(update, "maxUnavailable", replicas, false, 0);
    if (surge == 0 && unavailable == 0) {
      unavailable = 1; // a percentage that was rounded to nothing
    }
    return new RolloutSize(true, replicas, surge, Math.min(unavailable, replicas));
  }

  /// How many pods there may be.
  long most() {
    return replicas + surge;
  }

  /// How many pods must be available.
  long fewestAvailable() {
    return replicas - unavailable;
  }
}
