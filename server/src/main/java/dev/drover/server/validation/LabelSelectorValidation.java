package dev.drover.server.validation;

import dev.drover.api.Names;
import dev.drover.api.Selector;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Validates label selectors.
///
/// In Go: the package `metav1validation`.
public final class LabelSelectorValidation {
  private LabelSelectorValidation() {}

  /// Checks the selector at a place; none is fine.
  ///
  /// In Go: {@index metav1validation.ValidateLabelSelector}.
  public static void check(FieldValidator selector) {
    check(selector, false);
  }

  /// Checks the selector at a place.
  ///
  /// @param toleratesValues whether expressions may name values that no label can have, as they
  ///   could once
  public static void check(FieldValidator selector, boolean toleratesValues) {
    checkLabels(selector.child("matchLabels"));
    for (FieldValidator requirement : selector.child("matchExpressions").items()) {
      checkRequirement(requirement);
      if (!toleratesValues) {
        requirement.child("values").each(value -> value.invalid(Names.labelValue(value.text())));
      }
    }
  }

  /// Checks names and values of labels; the complaints are about the map as a whole.
  ///
  /// In Go: {@index metav1validation.ValidateLabels}.
  public static void checkLabels(FieldValidator labels) {
    for (String name : labels.keys()) {
      Names.qualifiedName(name).forEach(complaint -> labels.invalid(name, complaint));
      String value = labels.entry(name).text();
      Names.labelValue(value).forEach(complaint -> labels.invalid(value, complaint));
    }
  }

  private static void checkRequirement(FieldValidator requirement) {
    FieldValidator values = requirement.child("values");
    switch (requirement.child("operator").text()) {
      case "In", "NotIn" -> {
        if (values.size() == 0) {
          values.required("must be specified when `operator` is 'In' or 'NotIn'");
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (values.size() > 0) {
          values.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
        }
      }
      default -> requirement.child("operator").invalidTyped("not a valid selector operator");
    }
    FieldValidator key = requirement.child("key");
    Names.qualifiedName(key.text()).forEach(complaint -> key.invalid(key.text(), complaint));
  }

  /// Whether the selector can be applied at all.
  ///
  /// In Go: {@index metav1.LabelSelectorAsSelector}.
  public static boolean isUsable(FieldValidator selector) {
    FieldValidator apart = selector.apart();
    check(apart);
    return apart.errors().isEmpty();
  }

  /// The selector that a tree holds, which must be usable.
  public static Selector of(TreeNode selector) {
    List<Selector.Requirement> expressions =
        selector.items("matchExpressions").stream()
            .map(
                e ->
                    Selector.Requirement.ofExpression(
                        e.text("key"), e.text("operator"), e.texts("values")))
            .toList();
    return Selector.of(selector.textMap("matchLabels"), expressions);
  }

  /// The selector as complaints show it, with the fields in Go's order.
  public static Object shown(FieldValidator selector) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    TreeNode node = selector.node();
    inOrder(node, shown, "matchLabels");
    if (node.has("matchExpressions")) {
      List<Object> expressions = new ArrayList<>();
      for (TreeNode expression : node.items("matchExpressions")) {
        Map<String, @Nullable Object> requirement = new LinkedHashMap<>();
        inOrder(expression, requirement, "key", "operator", "values");
        expressions.add(requirement);
      }
      shown.put("matchExpressions", expressions);
    }
    return shown;
  }

  private static void inOrder(TreeNode from, Map<String, @Nullable Object> to, String... names) {
    for (String name : names) {
      if (from.has(name)) {
        to.put(name, from.get(name));
      }
    }
  }

  /// Whether the selector selects everything.
  public static boolean isEmpty(FieldValidator selector) {
    return selector.child("matchLabels").size() == 0
        && selector.child("matchExpressions").size() == 0;
  }

  /// Whether the selector selects something with these labels. None at all selects nothing, an
  /// empty one everything.
  ///
  /// In Go: {@index labels.Selector}.
  public static boolean matches(FieldValidator selector, Map<String, String> labels) {
    return selector.isPresent()
        && selector.node().textMap("matchLabels").entrySet().stream()
            .allMatch(label -> label.getValue().equals(labels.get(label.getKey())))
        && selector.node().items("matchExpressions").stream()
            .allMatch(requirement -> isMet(requirement, labels));
  }

  private static boolean isMet(TreeNode requirement, Map<String, String> labels) {
    String value = labels.get(requirement.text("key"));
    return switch (requirement.text("operator")) {
      case "In" -> value != null && requirement.texts("values").contains(value);
      case "NotIn" -> value == null || !requirement.texts("values").contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      default -> false;
    };
  }
}
