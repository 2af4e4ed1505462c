package dev.drover.server.kinds.batch;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.kinds.core.pod.PodTemplateValidation;
import dev.drover.server.kinds.core.pod.PodValidation;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.LabelSelectorValidation;
import dev.drover.server.validation.StringFormats;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Validates jobs and job templates.
final class JobValidation {
  private static final int MOST_PARALLEL = 100_000;
  private static final int MOST_FAILED = 100_000;
  private static final int MANY_COMPLETIONS = 100_000;
  private static final int MOST_WITH_MANY = 10_000;
  private static final int MANAGER_LENGTH = 63;
  private static final StringFormats.Format PATH =
      new StringFormats.Format("Invalid path", "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+");

  private JobValidation() {}

  /// Checks a job.
  ///
  /// In Go: {@index validation.ValidateJob}.
  ///
  /// @param old the job before; empty for a new one
  static void check(FieldValidator job, TreeNode old) {
    FieldValidator spec = job.child("spec");
    if (!spec.child("manualSelector").isTrue() && spec.has("selector")) {
      checkGeneratedSelector(job, spec, hasNewLabels(old));
    }
    checkWhole(spec);
    FieldValidator completions = spec.child("completions");
    if (isIndexed(spec) && completions.number() > 0) {
      checkHostName(job.child("metadata", "name"), completions.number());
    }
  }

  /// Checks the `spec` of a job, which unlike that of a template has a selector.
  static void checkWhole(FieldValidator spec) {
    checkSpec(spec);
    checkSelector(spec);
  }

  /// Jobs of former times have no labels with a prefix, and need none.
  private static boolean hasNewLabels(TreeNode old) {
    Map<String, String> labels = old.at("spec").at("template").at("metadata").textMap("labels");
    return old.map().isEmpty()
        || labels.containsKey(JobStrategy.NAME_LABELS.getLast())
            && labels.containsKey(JobStrategy.UID_LABELS.getLast());
  }

  private static void checkGeneratedSelector(
      FieldValidator job, FieldValidator spec, boolean hasNewLabels) {
    TreeNode metadata = job.child("metadata").node();
    Map<String, String> expected = new TreeMap<>();
    for (int i = 0; i < (hasNewLabels ? 2 : 1); i++) {
      checkLabel(spec, JobStrategy.UID_LABELS.get(i), metadata.text("uid"), expected);
      checkLabel(spec, JobStrategy.NAME_LABELS.get(i), metadata.text("name"), expected);
    }
    FieldValidator selector = spec.child("selector");
    if (LabelSelectorValidation.isUsable(selector)
        && !LabelSelectorValidation.matches(selector, expected)) {
      selector.invalid(LabelSelectorValidation.shown(selector), "`selector` not auto-generated");
    }
  }

  private static void checkLabel(
      FieldValidator spec, String key, String value, Map<String, String> expected) {
    FieldValidator labels = spec.child("template", "metadata", "labels");
    FieldValidator label = labels.entry(key);
    if (!label.isPresent()) {
      label.required("must be '" + value + "'");
    } else if (!label.text().equals(value)) {
      label.invalid(labels.value(), "must be '" + value + "'");
    }
    expected.put(key, value);
  }

  private static void checkSelector(FieldValidator spec) {
    FieldValidator selector = spec.child("selector");
    if (selector.isPresent()) {
      LabelSelectorValidation.check(selector);
    } else {
      selector.required("");
    }
    if (LabelSelectorValidation.isUsable(selector)) {
      PodTemplateValidation.checkMatches(selector, spec.child("template"));
    }
  }

  static boolean isIndexed(FieldValidator spec) {
    return spec.child("completionMode").text().equals("Indexed");
  }

  /// Pods of an indexed job get its name and their index as host name.
  private static void checkHostName(FieldValidator name, long completions) {
    String last = name.text() + "-" + (completions - 1);
    if (!Names.dnsLabel(last).isEmpty()) {
      name.invalid("will not able to create pod with invalid DNS label: " + last);
    }
  }

  /// Checks what a job and a template for jobs have in common.
  static void checkSpec(FieldValidator spec) {
    for (String number :
        List.of(
            "parallelism",
            "completions",
            "activeDeadlineSeconds",
            "backoffLimit",
            "ttlSecondsAfterFinished",
            "backoffLimitPerIndex",
            "maxFailedIndexes")) {
      spec.child(number).needNonNegative();
    }
    if (spec.has("maxFailedIndexes") && !spec.has("backoffLimitPerIndex")) {
      spec.child("backoffLimitPerIndex").required("when maxFailedIndexes is specified");
    }
    spec.child("managedBy").ifPresent(JobValidation::checkManager);
    checkCompletionMode(spec);
    spec.child("podFailurePolicy").ifPresent(p -> JobPolicyValidation.checkFailurePolicy(p, spec));
    checkSuccessPolicy(spec);
    checkReplacement(spec);
    PodValidation.checkTemplate(spec.child("template"));
    checkRestartPolicy(spec);
  }

  /// The controller that manages the job instead of Kubernetes' own.
  private static void checkManager(FieldValidator manager) {
    String text = manager.text();
    int slash = text.indexOf('/');
    if (text.isEmpty()) {
      manager.required("");
    } else if (slash <= 0 || slash == text.length() - 1) {
      manager.invalid("must be a domain-prefixed path (such as \"acme.io/foo\")");
    } else {
      String host = text.substring(0, slash);
      String path = text.substring(slash + 1);
      Names.dnsSubdomain(host).forEach(complaint -> manager.invalid(host, complaint));
      PATH.complaints(path).forEach(complaint -> manager.invalid(path, complaint));
    }
    if (StringFormats.length(text) > MANAGER_LENGTH) {
      manager.tooLong(MANAGER_LENGTH);
    }
  }

  private static void checkCompletionMode(FieldValidator spec) {
    FieldValidator mode = spec.child("completionMode");
    if (mode.isPresent()) {
      mode.needOneOf(List.of("NonIndexed", "Indexed"));
    }
    if (isIndexed(spec)) {
      checkIndexed(spec);
    } else if (!mode.isPresent() || mode.text().equals("NonIndexed")) {
      for (String name : List.of("backoffLimitPerIndex", "maxFailedIndexes")) {
        spec.child(name).ifPresent(n -> n.invalid("requires indexed completion mode"));
      }
    }
  }

  private static void checkIndexed(FieldValidator spec) {
    FieldValidator completions = spec.child("completions");
    FieldValidator parallelism = spec.child("parallelism");
    FieldValidator failed = spec.child("maxFailedIndexes");
    if (!completions.isPresent()) {
      completions.required("when completion mode is Indexed");
    }
    if (parallelism.number() > MOST_PARALLEL) {
      parallelism.invalid(atMost(MOST_PARALLEL) + " when completion mode is Indexed");
    }
    if (completions.isPresent() && failed.number() > completions.number()) {
      failed.invalid("must be less than or equal to completions");
    }
    if (failed.number() > MOST_FAILED) {
      failed.invalid(atMost(MOST_FAILED));
    }
    if (completions.number() > MANY_COMPLETIONS && spec.has("backoffLimitPerIndex")) {
      String condition =
          " when completions are above "
              + MANY_COMPLETIONS
              + " and used with backoff limit per index";
      if (!failed.isPresent()) {
        failed.required("must be specified when completions is above " + MANY_COMPLETIONS);
      }
      if (parallelism.number() > MOST_WITH_MANY) {
        parallelism.invalid(atMost(MOST_WITH_MANY) + condition);
      }
      if (failed.number() > MOST_WITH_MANY) {
        failed.invalid(atMost(MOST_WITH_MANY) + condition);
      }
    }
  }

  private static String atMost(int limit) {
    return "must be less than or equal to " + limit;
  }

  private static void checkSuccessPolicy(FieldValidator spec) {
    FieldValidator policy = spec.child("successPolicy");
    if (!policy.isPresent()) {
      return;
    }
    if (isIndexed(spec)) {
      JobPolicyValidation.checkSuccessPolicy(policy, spec);
    } else {
      policy.invalid(
          InternalForm.of("batch/v1.SuccessPolicy", policy.node()),
          "requires indexed completion mode");
    }
  }

  private static void checkReplacement(FieldValidator spec) {
    FieldValidator policy = spec.child("podReplacementPolicy");
    if (policy.isPresent()) {
      policy.needOneOf(
          spec.has("podFailurePolicy")
              ? List.of("Failed")
              : List.of("Failed", "TerminatingOrFailed"));
    }
  }

  private static void checkRestartPolicy(FieldValidator spec) {
    FieldValidator policy = spec.child("template", "spec", "restartPolicy");
    switch (policy.text()) {
      case "Always", "" -> policy.required("valid values: \"OnFailure\", \"Never\"");
      case "Never" -> {}
      case "OnFailure" -> {
        if (spec.has("podFailurePolicy")) {
          policy.invalid(
              new FieldError.Typed(policy.text()),
              "only \"Never\" is supported when podFailurePolicy is specified");
        }
      }
      default -> policy.notSupported(List.of("OnFailure", "Never"));
    }
  }
}
