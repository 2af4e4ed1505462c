package dev.drover.server.admission;

import dev.drover.schema.TreeNode;
import java.util.List;

/// Which objects a quota is about: those that match all of its scopes.
final class QuotaScopes {
  private QuotaScopes() {}

  static boolean match(TreeNode quota, String storage, TreeNode object) {
    TreeNode spec = quota.at("spec");
    return spec.texts("scopes").stream()
            .allMatch(scope -> isIn(scope, "Exists", List.of(), storage, object))
        && spec.at("scopeSelector").items("matchExpressions").stream()
            .allMatch(
                it ->
                    isIn(
                        it.text("scopeName"),
                        it.text("operator"),
                        it.texts("values"),
                        storage,
                        object));
  }

  private static boolean isIn(
      String scope, String operator, List<String> values, String storage, TreeNode object) {
    TreeNode spec = object.at("spec");
    boolean isBestEffort = object.at("status").text("qosClass").equals("BestEffort");
    return switch (storage + " " + scope) {
      case "/pods Terminating" -> isTerminating(object);
      case "/pods NotTerminating" -> !isTerminating(object);
      case "/pods BestEffort" -> isBestEffort;
      case "/pods NotBestEffort" -> !isBestEffort;
      case "/pods PriorityClass" -> selects(spec.text("priorityClassName"), operator, values);
      case "/pods CrossNamespacePodAffinity" -> looksElsewhere(spec.at("affinity"));
      case "/persistentvolumeclaims VolumeAttributesClass" ->
          selects(spec.text("volumeAttributesClassName"), operator, values);
      default -> false;
    };
  }

  static boolean isTerminating(TreeNode pod) {
    TreeNode spec = pod.at("spec");
    return spec.has("activeDeadlineSeconds") && spec.number("activeDeadlineSeconds", -1) >= 0;
  }

  private static boolean selects(String name, String operator, List<String> values) {
    return switch (operator) {
      case "In" -> values.contains(name);
      case "NotIn" -> !values.contains(name);
      case "Exists" -> !name.isEmpty();
      case "DoesNotExist" -> name.isEmpty();
      default -> false;
    };
  }

  private static boolean looksElsewhere(TreeNode affinity) {
    for (String kind : List.of("podAffinity", "podAntiAffinity")) {
      TreeNode terms = affinity.at(kind);
      boolean required =
          terms.items("requiredDuringSchedulingIgnoredDuringExecution").stream()
              .anyMatch(QuotaScopes::isOfOtherNamespaces);
      boolean preferred =
          terms.items("preferredDuringSchedulingIgnoredDuringExecution").stream()
              .anyMatch(term -> isOfOtherNamespaces(term.at("podAffinityTerm")));
      if (required || preferred) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOfOtherNamespaces(TreeNode term) {
    return !term.texts("namespaces").isEmpty() || term.has("namespaceSelector");
  }
}
