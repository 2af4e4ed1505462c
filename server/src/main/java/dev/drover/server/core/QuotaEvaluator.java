package dev.drover.server.core;

import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin.Operation;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How objects of a kind count against resource quotas, beside `count/<resource>`.
///
/// In Go: an evaluator of `pkg/quota/v1/evaluator/core`.
public interface QuotaEvaluator {
  /// Objects are counted by number, under `count/<resource>` only.
  QuotaEvaluator OBJECT_COUNT = new QuotaEvaluator() {};

  /// Objects are counted by number, also under the plural of the resource.
  QuotaEvaluator COUNT_BY_PLURAL =
      new QuotaEvaluator() {
        @Override
        public boolean countsPlural() {
          return true;
        }
      };

  /// Objects are not limited.
  QuotaEvaluator NONE =
      new QuotaEvaluator() {
        @Override
        public boolean handles(AdmissionPlugin.Attempt attempt) {
          return false;
        }
      };

  /// Whether a write can change the usage.
  default boolean handles(AdmissionPlugin.Attempt attempt) {
    return attempt.subresource().isEmpty() && attempt.operation() == Operation.CREATE;
  }

  /// Whether objects also count under the plural of the resource.
  default boolean countsPlural() {
    return false;
  }

  /// Whether objects use this resource of a quota.
  default boolean uses(String resource) {
    return false;
  }

  /// Adds the usage of an object.
  default void addUsage(TreeNode object, Map<String, Quantity> usage) {}

  /// Whether an object is in a scope of a quota.
  ///
  /// @param operator of the scope selector; `Exists` for a plain scope
  default boolean isInScope(String scope, String operator, List<String> values, TreeNode object) {
    return false;
  }

  /// What an object must specify because a quota limits it, and does not.
  ///
  /// @param limited the resources of the quota that objects of the kind use
  default Optional<String> missing(List<String> limited, TreeNode object) {
    return Optional.empty();
  }

  /// Whether a write creates or updates an object itself, not a subresource of it.
  static boolean isCreateOrUpdate(AdmissionPlugin.Attempt attempt) {
    return attempt.subresource().isEmpty()
        && (attempt.operation() == Operation.CREATE || attempt.operation() == Operation.UPDATE);
  }

  /// Whether a selector of a quota's scope selects a name.
  static boolean selects(String name, String operator, List<String> values) {
    return switch (operator) {
      case "In" -> values.contains(name);
      case "NotIn" -> !values.contains(name);
      case "Exists" -> !name.isEmpty();
      case "DoesNotExist" -> name.isEmpty();
      default -> false;
    };
  }
}
