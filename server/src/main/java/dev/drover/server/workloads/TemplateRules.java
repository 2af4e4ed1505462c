package dev.drover.server.workloads;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.rules.Formats;
import dev.drover.server.rules.LabelSelectors;
import dev.drover.server.rules.Place;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What holds for workloads that keep pods running: which pods are theirs, and how new ones are
/// made.
final class TemplateRules {
  private static final String NO_MATCH = "`selector` does not match template `labels`";

  private TemplateRules() {}

  /// Checks a selector that has to select something.
  ///
  /// @return whether it can be applied
  static boolean checkSelector(Place selector, String emptyComplaint) {
    if (!selector.isPresent()) {
      selector.required("");
      return true; // it selects nothing
    }
    LabelSelectors.check(selector);
    if (LabelSelectors.isEmpty(selector)) {
      selector.invalid(emptyComplaint);
    }
    return LabelSelectors.isUsable(selector);
  }

  /// Checks that the pods which the template makes are selected.
  static void checkMatches(Place selector, Place template) {
    Place labels = template.child("metadata", "labels");
    Map<String, String> texts = template.node().at("metadata").textMap("labels");
    if (!LabelSelectors.matches(selector, texts)) {
      labels.invalid(texts.isEmpty() ? null : texts, NO_MATCH);
    }
  }

  /// Checks a template for pods that never end.
  ///
  /// @param kind whose pods they are, for complaints
  static void checkLasting(Place template, String kind) {
    Place restartPolicy = template.child("spec", "restartPolicy");
    if (!restartPolicy.text().equals("Always")) {
      restartPolicy.notSupported(List.of("Always"));
    }
    template
        .child("spec", "activeDeadlineSeconds")
        .ifPresent(
            deadline ->
                deadline.forbidden("activeDeadlineSeconds in " + kind + " is not Supported"));
  }

  /// Checks what deployments and replica sets have in common.
  static void checkReplicated(Place spec) {
    Place selector = spec.child("selector");
    Place template = spec.child("template");
    if (!checkSelector(selector, "empty selector is invalid for deployment")) {
      selector.invalid(LabelSelectors.shown(selector), "invalid label selector");
      return;
    }
    checkMatches(selector, template);
    PodRules.checkTemplate(template);
    checkLasting(template, "ReplicaSet");
  }

  /// A number that is not negative, or a number of percent.
  static void checkCountOrPercent(Place amount) {
    if (amount.value() instanceof String percent) {
      Formats.percent(percent).forEach(amount::invalidTyped);
    } else {
      amount.needNonNegative();
    }
  }

  /// The number, be it of percent.
  static long amountOf(Place amount) {
    if (!(amount.value() instanceof String text)) {
      return amount.number();
    }
    String digits = text.endsWith("%") ? text.substring(0, text.length() - 1) : text;
    return digits.matches("[0-9]{1,9}") ? Long.parseLong(digits) : 0;
  }

  static void checkAtMostAll(Place amount) {
    if (amount.value() instanceof String text && text.endsWith("%") && amountOf(amount) > 100) {
      amount.invalidTyped("must not be greater than 100%");
    }
  }

  /// An amount as complaints show it.
  static @Nullable Object shown(Place amount) {
    return amount.value() instanceof String text ? new FieldError.Typed(text) : amount.value();
  }

  /// Checks that a selector is what it was.
  static void needSameSelector(Place selector, TreeNode oldSpec) {
    if (!selector.node().map().equals(oldSpec.at("selector").map())) {
      selector.invalid(
          selector.isPresent() ? LabelSelectors.shown(selector) : null, Place.IMMUTABLE);
    }
  }
}
