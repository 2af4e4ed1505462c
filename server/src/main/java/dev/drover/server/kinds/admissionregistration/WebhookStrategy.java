package dev.drover.server.kinds.admissionregistration;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.LabelSelectorValidation;
import dev.drover.server.validation.StringFormats;
import dev.drover.server.validation.WebhookClientConfig;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// Configurations of webhooks that see objects before they are stored, and may change or refuse
/// them.
///
/// @param isMutating whether the webhooks may change objects
public record WebhookStrategy(boolean isMutating) implements AdmissionStrategy {
  private static final List<String> REVIEW_VERSIONS = List.of("v1", "v1beta1");
  private static final List<String> HARMLESS = List.of("None", "NoneOnDryRun");
  private static final List<String> SIDE_EFFECTS =
      List.of("None", "NoneOnDryRun", "Some", "Unknown");
  private static final int SEGMENTS = 3; // of a webhook's name

  @Override
  public void setDefaults(TreeNode object) {
    for (TreeNode hook : object.items("webhooks")) {
      hook.setDefault("failurePolicy", "Fail")
          .setDefault("matchPolicy", "Equivalent")
          .setDefault("namespaceSelector", Map.of())
          .setDefault("objectSelector", Map.of())
          .setDefault("timeoutSeconds", 10);
      if (isMutating) {
        hook.setDefault("reinvocationPolicy", "Never");
      }
      hook.at("clientConfig").child("service").ifPresent(it -> it.setDefault("port", 443));
      hook.items("rules").forEach(rule -> rule.setDefault("scope", "*"));
    }
  }

  /// What a configuration is excused from, because the one before had the same flaw.
  private record Leniency(
      boolean matchConditions,
      boolean sideEffects,
      boolean reviewVersions,
      boolean names,
      boolean selectors) {
    static final Leniency NONE = new Leniency(false, false, false, false, false);

    static Leniency after(TreeNode object, TreeNode old) {
      List<TreeNode> hooks = old.items("webhooks");
      return new Leniency(
          conditions(object).equals(conditions(old)),
          hooks.stream().anyMatch(hook -> !HARMLESS.contains(hook.text("sideEffects"))),
          hooks.stream().anyMatch(Predicate.not(Leniency::hasReviewVersion)),
          hooks.stream().map(hook -> hook.text("name")).distinct().count() < hooks.size(),
          FieldValidator.root(old).child("webhooks").items().stream()
              .anyMatch(Leniency::hasBadSelector));
    }

    private static List<?> conditions(TreeNode object) {
      return object.items("webhooks").stream().map(hook -> hook.list("matchConditions")).toList();
    }

    private static boolean hasReviewVersion(TreeNode hook) {
      List<String> versions = hook.texts("admissionReviewVersions");
      return versions.isEmpty() || versions.stream().anyMatch(REVIEW_VERSIONS::contains);
    }

    private static boolean hasBadSelector(FieldValidator hook) {
      return !LabelSelectorValidation.isUsable(hook.child("namespaceSelector"))
          || !LabelSelectorValidation.isUsable(hook.child("objectSelector"));
    }
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    return errors(object, Leniency.NONE);
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    return errors(object, Leniency.after(object, old));
  }

  private List<FieldError> errors(TreeNode object, Leniency leniency) {
    FieldValidator hooks = FieldValidator.root(object).child("webhooks");
    Set<String> names = new HashSet<>();
    for (FieldValidator hook : hooks.items()) {
      checkHook(hook, leniency);
      checkReviewVersions(hook.child("admissionReviewVersions"), leniency.reviewVersions);
      FieldValidator name = hook.child("name");
      if (!leniency.names && !name.isBlank() && !names.add(name.text())) {
        name.duplicate();
      }
    }
    return hooks.errors();
  }

  private void checkHook(FieldValidator hook, Leniency leniency) {
    checkName(hook.child("name"));
    hook.child("rules").each(RuleValidation::check);
    RuleValidation.checkFailurePolicy(hook.child("failurePolicy"));
    RuleValidation.checkMatchPolicy(hook.child("matchPolicy"));
    checkSideEffects(hook.child("sideEffects"), leniency.sideEffects);
    FieldValidator timeout = hook.child("timeoutSeconds");
    if (timeout.number() < 1 || timeout.number() > 30) {
      timeout.invalid("the timeout value must be between 1 and 30 seconds");
    }
    LabelSelectorValidation.check(hook.child("namespaceSelector"), leniency.selectors);
    LabelSelectorValidation.check(hook.child("objectSelector"), leniency.selectors);
    if (isMutating) {
      hook.child("reinvocationPolicy").needOneOf(RuleValidation.REINVOCATION_POLICIES);
    }
    WebhookClientConfig.check(hook.child("clientConfig"));
    if (!leniency.matchConditions) {
      MatchConditionValidation.check(hook.child("matchConditions"), false);
    }
  }

  private static void checkName(FieldValidator name) {
    if (!name.needText()) {
      return;
    }
    List<String> complaints = Names.dnsSubdomain(name.text());
    if (!complaints.isEmpty()) {
      name.invalid(String.join(",", complaints));
    } else if (name.text().split("\\.", -1).length < SEGMENTS) {
      name.invalid("should be a domain with at least three segments separated by dots");
    }
  }

  private static void checkSideEffects(FieldValidator effects, boolean isLenient) {
    List<String> allowed = isLenient ? SIDE_EFFECTS : HARMLESS;
    if (!effects.isPresent()) {
      effects.required("must specify one of " + String.join(", ", allowed));
    } else {
      effects.needOneOf(allowed);
    }
  }

  private static void checkReviewVersions(FieldValidator versions, boolean isLenient) {
    if (versions.size() == 0) {
      versions.required("must specify one of " + String.join(", ", REVIEW_VERSIONS));
      return;
    }
    Set<String> seen = new HashSet<>();
    for (FieldValidator version : versions.items()) {
      if (seen.add(version.text())) {
        version.invalid(StringFormats.dns1035Label(version.text()));
      } else {
        version.invalid("duplicate version");
      }
    }
    if (!isLenient && REVIEW_VERSIONS.stream().noneMatch(seen::contains)) {
      versions.invalid("must include at least one of " + String.join(", ", REVIEW_VERSIONS));
    }
  }
}
