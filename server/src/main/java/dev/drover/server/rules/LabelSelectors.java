package dev.drover.server.rules;

import dev.drover.api.Names;

/// What selectors of labels may look like.
///
/// In Go: the package `metav1validation`.
public final class LabelSelectors {
  private LabelSelectors() {}

  /// Checks the selector at a place; none is fine.
  ///
  /// In Go: {@index metav1validation.ValidateLabelSelector}.
  public static void check(Place selector) {
    checkLabels(selector.child("matchLabels"));
    selector.child("matchExpressions").each(LabelSelectors::checkRequirement);
  }

  /// Checks names and values of labels; the complaints are about the map as a whole.
  ///
  /// In Go: {@index metav1validation.ValidateLabels}.
  public static void checkLabels(Place labels) {
    for (String name : labels.keys()) {
      Names.qualifiedName(name).forEach(complaint -> labels.invalid(name, complaint));
      String value = labels.entry(name).text();
      Names.labelValue(value).forEach(complaint -> labels.invalid(value, complaint));
    }
  }

  private static void checkRequirement(Place requirement) {
    Place values = requirement.child("values");
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
    Place key = requirement.child("key");
    Names.qualifiedName(key.text()).forEach(complaint -> key.invalid(key.text(), complaint));
    values.each(value -> value.invalid(Names.labelValue(value.text())));
  }

  /// Whether the selector can be applied at all.
  ///
  /// In Go: {@index metav1.LabelSelectorAsSelector}.
  public static boolean isUsable(Place selector) {
    Place apart = selector.apart();
    check(apart);
    return apart.errors().isEmpty();
  }

  /// Whether the selector selects everything.
  public static boolean isEmpty(Place selector) {
    return selector.child("matchLabels").size() == 0
        && selector.child("matchExpressions").size() == 0;
  }
}
