package dev.drover.server.kinds.core.pod;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.LabelSelectorValidation;
import dev.drover.server.validation.StringFormats;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Validates the selectors and pod templates of workloads that keep pods running.
public final class PodTemplateValidation {
  private static final String NO_MATCH = "`selector` does not match template `labels`";

  private PodTemplateValidation() {}

  /// Checks a selector that has to select something.
  ///
  /// @return whether it can be applied
  public static boolean checkSelector(FieldValidator selector, String emptyComplaint) {
    if (!selector.isPresent()) {
      selector.required("");
      return true; // it selects nothing
    }
    LabelSelectorValidation.check(selector);
    if (LabelSelectorValidation.isEmpty(selector)) {
      selector.invalid(emptyComplaint);
    }
    return LabelSelectorValidation.isUsable(selector);
  }

  /// Checks that the pods which the template makes are selected.
  public static void checkMatches(FieldValidator selector, FieldValidator template) {
    FieldValidator labels = template.child("metadata", "labels");
    Map<String, String> texts = template.node().at("metadata").textMap("labels");
    if (!LabelSelectorValidation.matches(selector, texts)) {
      labels.invalid(texts.isEmpty() ? null : texts, NO_MATCH);
    }
  }

  /// Checks a template for pods that never end.
  ///
  /// @param kind the owner of the pods, for error texts
  public static void checkLasting(FieldValidator template, String kind) {
    FieldValidator restartPolicy = template.child("spec", "restartPolicy");
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
  public static void checkReplicated(FieldValidator spec) {
    FieldValidator selector = spec.child("selector");
    FieldValidator template = spec.child("template");
    if (!checkSelector(selector, "empty selector is invalid for deployment")) {
      selector.invalid(LabelSelectorValidation.shown(selector), "invalid label selector");
      return;
    }
    checkMatches(selector, template);
    PodValidation.checkTemplate(template);
    checkLasting(template, "ReplicaSet");
  }

  /// A number that is not negative, or a number of percent.
  public static void checkCountOrPercent(FieldValidator amount) {
    if (amount.value() instanceof String percent) {
      StringFormats.percent(percent).forEach(amount::invalidTyped);
    } else {
      amount.needNonNegative();
    }
  }

  /// The number, be it of percent.
  public static long amountOf(FieldValidator amount) {
    if (!(amount.value() instanceof String text)) {
      return amount.number();
    }
    String digits = text.endsWith("%") ? text.substring(0, text.length() - 1) : text;
    return digits.matches("[0-9]{1,9}") ? Long.parseLong(digits) : 0;
  }

  public static void checkAtMostAll(FieldValidator amount) {
    if (amount.value() instanceof String text && text.endsWith("%") && amountOf(amount) > 100) {
      amount.invalidTyped("must not be greater than 100%");
    }
  }

  /// An amount as complaints show it.
  public static @Nullable Object shown(FieldValidator amount) {
    return amount.value() instanceof String text ? new FieldError.Typed(text) : amount.value();
  }

  /// Checks that a selector is what it was.
  public static void needSameSelector(FieldValidator selector, TreeNode oldSpec) {
    if (!selector.node().map().equals(oldSpec.at("selector").map())) {
      selector.invalid(
          selector.isPresent() ? LabelSelectorValidation.shown(selector) : null,
          FieldValidator.IMMUTABLE);
    }
  }
}
