package dev.drover.server.controllers.batch;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Pods;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The indexes of an indexed job: those that have succeeded, those that have failed finally, and
/// the next ones.
final class JobIndexes {
  private static final String FAILURES = "batch.kubernetes.io/job-index-failure-count";
  private static final String IGNORED = "batch.kubernetes.io/job-index-ignored-failure-count";

  private final Item job;
  private final List<Item> pods;
  private final PodFailurePolicy policy;
  private final boolean isIndexed;
  private final int completions;
  private final IndexSet succeeded;
  private final IndexSet failed;

  JobIndexes(Item job, List<Item> pods, PodFailurePolicy policy) {
    this.job = job;
    this.pods = pods;
    this.policy = policy;
    this.isIndexed = job.spec().text("completionMode").equals("Indexed");
    this.completions = (int) job.spec().number("completions", 0);
    this.succeeded = IndexSet.parse(job.status().text("completedIndexes"), completions);
    this.failed = IndexSet.parse(job.status().text("failedIndexes"), completions);
    if (isIndexed) {
      pods.stream()
          .filter(JobPods::isSucceeded)
          .mapToInt(JobPods::index)
          .filter(this::isValid)
          .forEach(succeeded::add);
      addFailed();
    }
  }

  private boolean isValid(int index) {
    return index >= 0 && index < completions;
  }

  boolean isIndexed() {
    return isIndexed;
  }

  IndexSet succeeded() {
    return succeeded;
  }

  /// Indexes that are not tried again; none without a limit for each index.
  IndexSet failed() {
    return failed;
  }

  private boolean hasLimitPerIndex() {
    return job.spec().has("backoffLimitPerIndex");
  }

  private void addFailed() {
    if (!hasLimitPerIndex()) {
      return;
    }
    long limit = job.spec().number("backoffLimitPerIndex", 0);
    for (int index = 0; index < completions; index++) {
      boolean isOver =
          failures(index).stream()
              .anyMatch(
                  pod ->
                      policy.of(pod).action().equals("FailIndex")
                          || (isCounted(pod) && count(pod, FAILURES) >= limit));
      if (isOver && !succeeded.has(index)) {
        failed.add(index);
      }
    }
  }

  private boolean isCounted(Item pod) {
    return !policy.of(pod).action().equals("Ignore");
  }

  /// The failed pods of an index. One that is being deleted counts until the job has let it go.
  private List<Item> failures(int index) {
    return pods.stream()
        .filter(pod -> JobPods.index(pod) == index)
        .filter(
            pod ->
                Pods.phase(pod).equals("Failed")
                    || (JobPods.isUncounted(pod) && JobPods.hasFailed(job, pod)))
        .toList();
  }

  /// How often the pods of an index have failed so far, for its next pod; none without a limit for
  /// each index.
  Map<String, String> failureAnnotations(int index) {
    if (!hasLimitPerIndex()) {
      return Map.of();
    }
    Optional<Item> last =
        failures(index).stream()
            .max(Comparator.comparingLong(pod -> count(pod, FAILURES) + count(pod, IGNORED)));
    long counted = last.map(pod -> count(pod, FAILURES) + (isCounted(pod) ? 1 : 0)).orElse(0L);
    long ignored = last.map(pod -> count(pod, IGNORED) + (isCounted(pod) ? 0 : 1)).orElse(0L);
    Map<String, String> annotations = new LinkedHashMap<>();
    annotations.put(FAILURES, Long.toString(counted));
    if (ignored > 0) {
      annotations.put(IGNORED, Long.toString(ignored));
    }
    return annotations;
  }

  private static long count(Item pod, String annotation) {
    String text = pod.annotation(annotation);
    return text.matches("\\d{1,9}") ? Long.parseLong(text) : 0;
  }

  /// The next indexes for which there is no pod; those that failed before wait for their time.
  List<Integer> pending(long count, ClusterPass cluster) {
    IndexSet taken = new IndexSet();
    pods.stream()
        .filter(Pods::isActive)
        .mapToInt(JobPods::index)
        .filter(this::isValid)
        .forEach(taken::add);
    Instant all = hasLimitPerIndex() ? Instant.MIN : JobBackOff.next(pods);
    List<Integer> pending = new ArrayList<>();
    for (int index = 0; index < completions && pending.size() < count; index++) {
      if (!succeeded.has(index) && !failed.has(index) && !taken.has(index)) {
        Instant next = hasLimitPerIndex() ? JobBackOff.next(failures(index)) : all;
        if (next.isAfter(cluster.now())) {
          cluster.wakeAt(next);
        } else {
          pending.add(index);
        }
      }
    }
    return pending;
  }

  /// Which rule of the success policy is met, as conditions say it.
  Optional<String> successPolicyMatch() {
    List<TreeNode> rules = job.spec().at("successPolicy").items("rules");
    for (int i = 0; i < rules.size(); i++) {
      if (succeeded.size() > 0 && isMet(rules.get(i))) {
        return Optional.of("Matched rules at index " + i);
      }
    }
    return Optional.empty();
  }

  private boolean isMet(TreeNode rule) {
    long count = rule.number("succeededCount", Integer.MAX_VALUE);
    if (!rule.has("succeededIndexes")) {
      return succeeded.size() >= count;
    }
    IndexSet required = IndexSet.parse(rule.text("succeededIndexes"), completions);
    int met = required.common(succeeded);
    return required.size() > 0 && (met == required.size() || met >= count);
  }

  void write(TreeNode status) {
    if (!isIndexed) {
      return;
    }
    if (succeeded.size() > 0) {
      status.set("succeeded", (long) succeeded.size());
      status.set("completedIndexes", succeeded.toString());
    }
    if (hasLimitPerIndex()) {
      status.set("failedIndexes", failed.toString());
    }
  }
}
