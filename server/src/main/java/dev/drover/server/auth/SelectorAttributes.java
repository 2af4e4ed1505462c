package dev.drover.server.auth;

import dev.drover.api.FieldSelector;
import dev.drover.api.Names;
import dev.drover.api.Selector;
import dev.drover.api.Selector.Requirement;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// The selectors in an access review. RBAC does not look at them; they are checked, and what cannot
/// be understood is reported.
final class SelectorAttributes {
  private SelectorAttributes() {}

  static void check(FieldValidator resourceAttributes) {
    resourceAttributes
        .child("fieldSelector")
        .ifPresent(selector -> check(selector, SelectorAttributes::checkField));
    resourceAttributes
        .child("labelSelector")
        .ifPresent(selector -> check(selector, SelectorAttributes::checkLabel));
  }

  private static void check(FieldValidator selector, Consumer<FieldValidator> requirement) {
    FieldValidator raw = selector.child("rawSelector");
    FieldValidator requirements = selector.child("requirements");
    if (!raw.isBlank() && requirements.size() > 0) {
      raw.invalid("may not specified at the same time as requirements");
    }
    if (raw.isBlank() && requirements.size() == 0) {
      requirements.required(
          "when " + selector.path() + " is specified, requirements or rawSelector is required");
    }
    requirements.each(requirement);
  }

  private static void checkField(FieldValidator requirement) {
    requirement.child("key").needText("must be specified");
    checkValues(requirement);
  }

  private static void checkLabel(FieldValidator requirement) {
    checkValues(requirement);
    FieldValidator key = requirement.child("key");
    Names.qualifiedName(key.text()).forEach(complaint -> key.invalid(key.text(), complaint));
    requirement.child("values").each(value -> value.invalid(Names.labelValue(value.text())));
  }

  /// Unknown operators are accepted: a newer client may know them.
  private static void checkValues(FieldValidator requirement) {
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
      default -> {}
    }
  }

  /// What of valid attributes cannot be understood; empty when all can.
  static String problems(TreeNode resourceAttributes) {
    List<String> problems = new ArrayList<>();
    resourceAttributes
        .child("fieldSelector")
        .ifPresent(
            s ->
                explain(
                    "fieldSelector",
                    s,
                    FieldSelector::parse,
                    SelectorAttributes::isUsableField,
                    problems));
    resourceAttributes
        .child("labelSelector")
        .ifPresent(
            s ->
                explain(
                    "labelSelector",
                    s,
                    Selector::parse,
                    SelectorAttributes::isUsableLabel,
                    problems));
    return String.join("; ", problems);
  }

  private static void explain(
      String name,
      TreeNode selector,
      Consumer<String> parser,
      Predicate<TreeNode> isUsable,
      List<String> problems) {
    List<TreeNode> requirements = selector.items("requirements");
    long usable = requirements.stream().filter(isUsable).count();
    boolean isUnderstood =
        requirements.isEmpty()
            ? isParsed(selector.text("rawSelector"), parser)
            : usable == requirements.size();
    if (!isUnderstood) {
      problems.add(
          "spec.resourceAttributes."
              + name
              + (usable > 0 ? " partially" : "")
              + " ignored due to parse error");
    }
  }

  private static boolean isParsed(String text, Consumer<String> parser) {
    try {
      parser.accept(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false; // the response says that it is, not why
    }
  }

  private static boolean isUsableField(TreeNode requirement) {
    return switch (requirement.text("operator")) {
      case "In", "NotIn" -> requirement.list("values").size() == 1;
      default -> false;
    };
  }

  private static boolean isUsableLabel(TreeNode requirement) {
    return isParsed(
        requirement.text("operator"),
        operator ->
            Requirement.ofExpression(
                requirement.text("key"), operator, requirement.texts("values")));
  }
}
