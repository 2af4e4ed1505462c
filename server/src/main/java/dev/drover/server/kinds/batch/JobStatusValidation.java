package dev.drover.server.kinds.batch;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// Validates the `status` of jobs, which controllers other than that of Kubernetes may write.
/// Unchanged fields are not validated.
///
/// In Go: {@index validation.ValidateJobStatusUpdate}.
final class JobStatusValidation {
  private static final String COMPLETE = "Complete";
  private static final String FAILED = "Failed";
  private static final String FAILURE_TARGET = "FailureTarget";
  private static final String SUCCESS_CRITERIA = "SuccessCriteriaMet";

  private final FieldValidator status;
  private final TreeNode spec;
  private final TreeNode now;
  private final TreeNode was;

  private JobStatusValidation(TreeNode job, TreeNode old) {
    this.status = FieldValidator.root(job).child("status");
    this.spec = job.at("spec");
    this.now = job.at("status");
    this.was = old.at("status");
  }

  static List<FieldError> check(TreeNode job, TreeNode old) {
    var rules = new JobStatusValidation(job, old);
    rules.checkCounters();
    rules.checkConditions();
    rules.checkTimes();
    rules.checkEnd();
    rules.checkFinished();
    rules.checkIndexes();
    rules.checkPods();
    rules.checkSuccess();
    rules.checkTransitions();
    return rules.status.errors();
  }

  private void checkCounters() {
    for (String counter : List.of("active", "succeeded", "failed", "ready", "terminating")) {
      status.child(counter).needNonNegative();
    }
    Set<String> seen = new HashSet<>();
    for (String list : List.of("succeeded", "failed")) {
      for (FieldValidator uid : status.child("uncountedTerminatedPods", list).items()) {
        if (uid.isBlank()) {
          uid.invalidTyped("must not be empty");
        } else if (!seen.add(uid.text())) {
          uid.duplicate(new FieldError.Typed(uid.text()));
        }
      }
    }
  }

  private void checkConditions() {
    if (changed(COMPLETE) || changed(FAILED)) {
      refuseBoth(COMPLETE, FAILED);
    }
    if (changed(COMPLETE) || changed(FAILURE_TARGET)) {
      refuseBoth(COMPLETE, FAILURE_TARGET);
    }
  }

  private void refuseBoth(String one, String other) {
    if (is(one) && is(other)) {
      refuse("cannot set " + one + "=True and " + other + "=true conditions");
    }
  }

  private void checkTimes() {
    FieldValidator completion = status.child("completionTime");
    if (changed(COMPLETE) || changedField("completionTime")) {
      if (completion.isPresent() && !is(COMPLETE)) {
        completion.invalidTyped(
            "cannot set completionTime when there is no Complete=True condition");
      }
      if (!completion.isPresent() && is(COMPLETE)) {
        completion.required("completionTime is required for Complete jobs");
      }
    }
    if ((changedField("startTime") || changedField("completionTime"))
        && now.has("startTime")
        && completion.isPresent()
        && Instant.parse(completion.text()).isBefore(Instant.parse(now.text("startTime")))) {
      completion.invalidTyped("must be equal to or after `startTime`");
    }
  }

  private void checkEnd() {
    if ((changed(FAILED) || changedField("failedIndexes")) && is(FAILED) && !is(FAILURE_TARGET)) {
      refuse("cannot set Failed=True condition without the FailureTarget=true condition");
    }
    if ((changed(COMPLETE) || changed(SUCCESS_CRITERIA)) && is(COMPLETE) && !is(SUCCESS_CRITERIA)) {
      refuse("cannot set Complete=True condition without the SuccessCriteriaMet=true condition");
    }
  }

  private void checkFinished() {
    boolean isFinished = isFinished(now);
    boolean isNewlyFinished = isFinished != isFinished(was);
    if (!isFinished) {
      return;
    }
    FieldValidator active = status.child("active");
    if ((isNewlyFinished || changedCounter("active")) && active.number() > 0) {
      active.invalid("active>0 is invalid for finished job");
    }
    boolean neverStarts = spec.isTrue("suspend") && Long.valueOf(0).equals(spec.get("completions"));
    if ((isNewlyFinished || changedField("startTime")) && !neverStarts && !now.has("startTime")) {
      status.child("startTime").required("startTime is required for finished job");
    }
    FieldValidator uncounted = status.child("uncountedTerminatedPods");
    if ((isNewlyFinished || changedField("uncountedTerminatedPods"))
        && uncounted.child("failed").size() + uncounted.child("succeeded").size() > 0) {
      uncounted.invalid(
          InternalForm.of("batch/v1.UncountedTerminatedPods", uncounted.node()),
          "must be empty for finished job");
    }
  }

  private void checkIndexes() {
    FieldValidator completed = status.child("completedIndexes");
    FieldValidator failed = status.child("failedIndexes");
    boolean isIndexed = spec.text("completionMode").equals("Indexed");
    long completions = spec.number("completions", 0);
    CompletionIndexes completedIndexes = CompletionIndexes.parse(completed.text(), completions);
    CompletionIndexes failedIndexes = CompletionIndexes.parse(failed.text(), completions);
    boolean completedChanged = changedField("completedIndexes");
    boolean failedChanged = changedField("failedIndexes");
    if (completedChanged && spec.has("completions") && !completedIndexes.complaint().isEmpty()) {
      completed.invalid("error parsing completedIndexes: " + completedIndexes.complaint());
    }
    if (failedChanged
        && spec.has("completions")
        && spec.has("backoffLimitPerIndex")
        && !failedIndexes.complaint().isEmpty()) {
      failed.invalidTyped("error parsing failedIndexes: " + failedIndexes.complaint());
    }
    if (completedChanged && !completed.isBlank() && !isIndexed) {
      completed.invalid("cannot set non-empty completedIndexes when non-indexed completion mode");
    }
    if (failedChanged && failed.isPresent() && !spec.has("backoffLimitPerIndex")) {
      failed.invalid("cannot set non-null failedIndexes when backoffLimitPerIndex is null");
    }
    if ((failedChanged || completedChanged) && spec.has("completions")) {
      completedIndexes
          .overlap(failedIndexes)
          .ifPresent(
              index ->
                  failed.invalid("failedIndexes and completedIndexes overlap at index: " + index));
    }
  }

  private void checkPods() {
    FieldValidator terminating = status.child("terminating");
    boolean isFinished = isFinished(now);
    if ((isFinished != isFinished(was) || changedField("terminating"))
        && isFinished
        && terminating.number() > 0) {
      terminating.invalid("terminating>0 is invalid for finished job");
    }
    FieldValidator ready = status.child("ready");
    if ((changedField("ready") || changedCounter("active"))
        && ready.isPresent()
        && ready.number() > now.number("active", 0)) {
      ready.invalid("cannot set more ready pods than active");
    }
  }

  private void checkSuccess() {
    refuseBoth(SUCCESS_CRITERIA, FAILED);
    refuseBoth(SUCCESS_CRITERIA, FAILURE_TARGET);
    if (spec.has("successPolicy") && !is(SUCCESS_CRITERIA) && is(COMPLETE)) {
      refuse("cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True");
    }
  }

  /// What has been is not undone.
  private void checkTransitions() {
    for (String terminal : List.of(FAILED, COMPLETE, FAILURE_TARGET)) {
      if (is(was, terminal) && !is(terminal)) {
        refuse("cannot disable the terminal " + terminal + "=True condition");
      }
    }
    checkNoLess("failed");
    boolean isScaled =
        spec.text("completionMode").equals("Indexed")
            && Objects.equals(spec.get("completions"), spec.get("parallelism"));
    if (!isScaled) {
      checkNoLess("succeeded");
    }
    FieldValidator completion = status.child("completionTime");
    if (completion.isPresent() && was.has("completionTime") && changedField("completionTime")) {
      completion.invalidTyped(FieldValidator.IMMUTABLE);
    }
    boolean isResuming = is(was, "Suspended") && has("Suspended", "False");
    if (was.has("startTime")
        && changedField("startTime")
        && !isResuming
        && !spec.isTrue("suspend")) {
      FieldValidator start = status.child("startTime");
      start.invalid(
          start.isPresent() ? new FieldError.Typed(start.text()) : null,
          "field is immutable for unsuspended job once set");
    }
    if (is(was, SUCCESS_CRITERIA) && !is(SUCCESS_CRITERIA)) {
      refuse("cannot disable the SuccessCriteriaMet=True condition");
    }
    if (is(was, COMPLETE) && !is(was, SUCCESS_CRITERIA) && is(SUCCESS_CRITERIA)) {
      refuse("cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions");
    }
  }

  private void checkNoLess(String counter) {
    FieldValidator count = status.child(counter);
    if (count.number() < was.number(counter, 0)) {
      count.invalid(count.number(), "cannot decrease the " + counter + " counter");
    }
  }

  private void refuse(String detail) {
    status.child("conditions").invalid(FieldError.OMITTED, detail);
  }

  private boolean is(String condition) {
    return is(now, condition);
  }

  private boolean has(String condition, String value) {
    return now.items("conditions").stream()
        .anyMatch(c -> c.text("type").equals(condition) && c.text("status").equals(value));
  }

  private static boolean is(TreeNode status, String condition) {
    return status.items("conditions").stream()
        .anyMatch(c -> c.text("type").equals(condition) && c.text("status").equals("True"));
  }

  private static boolean isFinished(TreeNode status) {
    return is(status, COMPLETE) || is(status, FAILED);
  }

  private boolean changed(String condition) {
    return is(now, condition) != is(was, condition);
  }

  private boolean changedField(String name) {
    return !Objects.equals(now.get(name), was.get(name));
  }

  private boolean changedCounter(String name) {
    return now.number(name, 0) != was.number(name, 0);
  }
}
