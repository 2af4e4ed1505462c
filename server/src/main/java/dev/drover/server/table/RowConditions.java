package dev.drover.server.table;

import dev.drover.api.GroupKind;
import dev.drover.schema.TreeNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a table says of a whole row: that a pod is done, so that clients may leave it out.
public final class RowConditions {
  private RowConditions() {}

  /// The conditions of an object's row; none for most.
  public static List<Map<String, @Nullable Object>> of(GroupKind kind, TreeNode object) {
    if (!kind.equals(new GroupKind("", "Pod"))) {
      return List.of();
    }
    String phase = object.at("status").text("phase");
    return switch (phase) {
      case "Succeeded" -> List.of(completed(phase, "The pod has completed successfully."));
      case "Failed" -> List.of(completed(phase, "The pod failed."));
      default -> List.of();
    };
  }

  private static Map<String, @Nullable Object> completed(String reason, String message) {
    Map<String, @Nullable Object> condition = new LinkedHashMap<>();
    condition.put("type", "Completed");
    condition.put("status", "True");
    condition.put("reason", reason);
    condition.put("message", message);
    return condition;
  }
}
