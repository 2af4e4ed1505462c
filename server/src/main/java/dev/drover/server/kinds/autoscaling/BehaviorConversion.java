package dev.drover.server.kinds.autoscaling;

import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The behavior of an autoscaler as the annotation of `v1` has it: the field names of Go, every
/// field written.
final class BehaviorConversion {
  private BehaviorConversion() {}

  static TreeNode fromV2(TreeNode behavior) {
    return TreeNode.empty()
        .set("ScaleUp", rules(behavior, "scaleUp"))
        .set("ScaleDown", rules(behavior, "scaleDown"));
  }

  private static @Nullable TreeNode rules(TreeNode behavior, String name) {
    return behavior
        .child(name)
        .map(
            rules ->
                TreeNode.empty()
                    .set("StabilizationWindowSeconds", rules.get("stabilizationWindowSeconds"))
                    .set("SelectPolicy", rules.get("selectPolicy"))
                    .set("Policies", rules.has("policies") ? policies(rules) : null)
                    .set("Tolerance", rules.get("tolerance")))
        .orElse(null);
  }

  private static List<@Nullable Object> policies(TreeNode rules) {
    List<@Nullable Object> policies = new ArrayList<>();
    for (TreeNode policy : rules.items("policies")) {
      policies.add(
          TreeNode.empty()
              .set("Type", policy.get("type"))
              .set("Value", policy.number("value", 0))
              .set("PeriodSeconds", policy.number("periodSeconds", 0))
              .map());
    }
    return policies;
  }

  /// Back; names are read without regard to case, as Go does.
  static TreeNode toV2(Map<?, ?> annotation) {
    return decapitalized(annotation);
  }

  private static TreeNode decapitalized(Map<?, ?> tree) {
    TreeNode result = TreeNode.empty();
    tree.forEach(
        (name, value) -> {
          String text = (String) name;
          if (value != null) {
            result.set(
                text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1),
                decapitalizedValue(value));
          }
        });
    return result;
  }

  private static Object decapitalizedValue(Object value) {
    return switch (value) {
      case Map<?, ?> map -> decapitalized(map).map();
      case List<?> list -> list.stream().map(BehaviorConversion::decapitalizedValue).toList();
      default -> value;
    };
  }
}
