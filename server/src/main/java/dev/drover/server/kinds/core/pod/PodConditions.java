package dev.drover.server.kinds.core.pod;

import dev.drover.schema.TreeNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Conditions of pods that the server itself sets.
final class PodConditions {
  private PodConditions() {}

  /// Sets a condition to true.
  ///
  /// @param reason and message may be empty
  static void set(TreeNode pod, String type, String reason, String message, Instant now) {
    TreeNode status = pod.orCreate("status");
    Map<String, @Nullable Object> condition = new TreeMap<>();
    condition.put("type", type);
    condition.put("status", "True");
    condition.put("lastProbeTime", null);
    condition.put("lastTransitionTime", now.truncatedTo(ChronoUnit.SECONDS).toString());
    if (!reason.isEmpty()) {
      condition.put("reason", reason);
      condition.put("message", message);
    }
    List<@Nullable Object> conditions = new ArrayList<>();
    boolean isNew = true;
    for (TreeNode before : status.items("conditions")) {
      if (before.text("type").equals(type)) {
        isNew = false;
        if (before.text("status").equals("True")) {
          condition.put("lastTransitionTime", before.get("lastTransitionTime"));
        }
        conditions.add(condition);
      } else {
        conditions.add(before.map());
      }
    }
    if (isNew) {
      conditions.add(condition);
    }
    status.set("conditions", conditions);
  }

  static boolean isReady(TreeNode pod) {
    return pod.at("status").items("conditions").stream()
        .anyMatch(c -> c.text("type").equals("Ready") && Objects.equals(c.get("status"), "True"));
  }
}
