package dev.drover.server.controllers.batch;

import dev.drover.api.Selector;
import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Conditions;
import dev.drover.server.controllers.core.Counts;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Ownership;
import dev.drover.server.controllers.core.PodTemplates;
import dev.drover.server.controllers.core.Pods;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One job in one pass.
///
/// Counting survives the end of the process at any moment: a pod that has ended is first noted in
/// `uncountedTerminatedPods`, then loses its finalizer, and then moves to a counter.
///
/// ```
///   ended, finalizer ──▶ noted in the status ──▶ finalizer removed ──▶ counted
/// ```
final class JobSync {
  private static final String FAILURE_TARGET = "FailureTarget";
  private static final String CRITERIA_MET = "SuccessCriteriaMet";

  private final ClusterPass cluster;
  private final Item job;
  private final List<Item> pods;
  private final TreeNode status;
  private final JobIndexes indexes;
  private final PodFailurePolicy policy;
  private final Set<String> newlySucceeded = new HashSet<>();
  private final Set<String> newlyFailed = new HashSet<>();
  private final List<Item> toRelease = new ArrayList<>();

  JobSync(ClusterPass cluster, Item job) {
    this.cluster = cluster;
    this.job = job;
    this.pods = Ownership.claim(cluster, job, Pods.STORAGE, selector(job));
    this.status = TreeNode.copyOf(job.status().map());
    this.policy = new PodFailurePolicy(job);
    this.indexes = new JobIndexes(job, pods, policy);
  }

  private static Selector selector(Item job) {
    return Selector.of(job.spec().at("selector").textMap("matchLabels"), List.of());
  }

  void run() {
    countReleased();
    noteEnded();
    if (!status.has("startTime") && !isSuspended()) {
      status.set("startTime", cluster.time());
    }
    Optional<TreeNode> end = end();
    end.filter(condition -> Conditions.find(status, condition.text("type")).isEmpty())
        .ifPresent(this::addCondition);
    List<Item> active = active();
    if (end.isPresent()) {
      active.forEach(pod -> stop(pod, end.get()));
    } else if (!job.isBeingDeleted()) {
      manage(active);
    }
    count();
    end.ifPresent(this::finish);
    if (cluster.updateStatus(job, status)) {
      toRelease.forEach(pod -> JobPods.release(cluster, pod));
    }
  }

  /// Deletes a pod of a job that ends; if the job has succeeded, the pod counts as no failure.
  private void stop(Item pod, TreeNode end) {
    if (end.text("type").equals(CRITERIA_MET)) {
      JobPods.discard(cluster, job, pod);
    } else {
      PodTemplates.delete(cluster, job, pod);
    }
  }

  private boolean isSuspended() {
    return job.spec().isTrue("suspend");
  }

  private List<Item> active() {
    return pods.stream().filter(Pods::isActive).toList();
  }

  private long terminating() {
    return pods.stream().filter(Pods::isTerminating).count();
  }

  /// Moves noted pods whose finalizer is gone to the counters.
  private void countReleased() {
    Set<String> held = new HashSet<>();
    pods.stream().filter(JobPods::isUncounted).forEach(pod -> held.add(pod.uid()));
    for (String list : List.of("succeeded", "failed")) {
      List<String> noted = status.at("uncountedTerminatedPods").texts(list);
      List<String> left = noted.stream().filter(held::contains).toList();
      Counts.set(status, list, status.number(list, 0) + noted.size() - left.size());
      setNoted(list, left);
    }
  }

  private void setNoted(String list, List<String> uids) {
    TreeNode uncounted = status.orCreate("uncountedTerminatedPods");
    if (uids.isEmpty()) {
      uncounted.remove(list);
    } else {
      uncounted.set(list, uids);
    }
  }

  /// Notes pods that have ended and have not been noted yet.
  private void noteEnded() {
    Set<String> noted = new HashSet<>(status.at("uncountedTerminatedPods").texts("succeeded"));
    noted.addAll(status.at("uncountedTerminatedPods").texts("failed"));
    for (Item pod : pods) {
      if (!JobPods.isUncounted(pod)) {
        continue;
      }
      if (noted.contains(pod.uid())) {
        toRelease.add(pod);
      } else if (JobPods.isSucceeded(pod)) {
        newlySucceeded.add(pod.uid());
        toRelease.add(pod);
      } else if (JobPods.hasFailed(job, pod)) {
        if (!policy.of(pod).action().equals("Ignore")) {
          newlyFailed.add(pod.uid());
        }
        toRelease.add(pod);
      }
    }
    if (!indexes.isIndexed()) { // those of indexed jobs are counted by their index
      note("succeeded", newlySucceeded);
    }
    note("failed", newlyFailed);
  }

  private void note(String list, Set<String> uids) {
    List<String> all = new ArrayList<>(status.at("uncountedTerminatedPods").texts(list));
    all.addAll(uids);
    setNoted(list, all);
  }

  private long succeeded() {
    return indexes.isIndexed()
        ? indexes.succeeded().size()
        : status.number("succeeded", 0)
            + status.at("uncountedTerminatedPods").texts("succeeded").size();
  }

  private long failed() {
    return status.number("failed", 0) + status.at("uncountedTerminatedPods").texts("failed").size();
  }

  /// The condition that says that the job ends, if it does.
  private Optional<TreeNode> end() {
    for (String type : List.of(CRITERIA_MET, FAILURE_TARGET)) {
      if (Conditions.isTrue(status, type)) {
        return Conditions.find(status, type);
      }
    }
    return JobEnd.of(cluster, job, pods, policy, indexes, failed())
        .or(() -> indexes.successPolicyMatch().map(this::bySuccessPolicy))
        .or(this::completion);
  }

  private TreeNode bySuccessPolicy(String message) {
    return JobEnd.condition(cluster, CRITERIA_MET, "SuccessPolicy", message);
  }

  private Optional<TreeNode> completion() {
    boolean isComplete =
        job.spec().has("completions")
            ? succeeded() >= job.spec().number("completions", 1)
            : succeeded() > 0;
    return isComplete && active().isEmpty()
        ? Optional.of(
            JobEnd.condition(
                cluster,
                CRITERIA_MET,
                "CompletionsReached",
                "Reached expected number of succeeded pods"))
        : Optional.empty();
  }

  private void manage(List<Item> active) {
    if (isSuspended()) {
      active.forEach(pod -> JobPods.discard(cluster, job, pod));
      suspend();
      return;
    }
    resume();
    long wanted = wantedActive(active.size());
    if (active.size() > wanted) {
      active.stream()
          .sorted(
              Comparator.comparing(Pods::isReady)
                  .thenComparing(Item::creationTime)
                  .thenComparing(Item::name))
          .limit(active.size() - wanted)
          .forEach(pod -> JobPods.discard(cluster, job, pod));
      return;
    }
    boolean replacesEndedOnly =
        job.spec().text("podReplacementPolicy").equals("Failed")
            || job.spec().has("podFailurePolicy");
    long missing = wanted - active.size() - (replacesEndedOnly ? terminating() : 0);
    if (missing > 0) {
      create(missing);
    }
  }

  private long wantedActive(long active) {
    long parallelism = job.spec().number("parallelism", 1);
    if (!job.spec().has("completions")) {
      return succeeded() > 0 ? active : parallelism;
    }
    return Math.clamp(job.spec().number("completions", 1) - succeeded(), 0, parallelism);
  }

  private void create(long missing) {
    if (indexes.isIndexed()) {
      for (int index : indexes.pending(missing, cluster)) {
        if (!JobPods.create(cluster, job, index, indexes.failureAnnotations(index))) {
          return;
        }
      }
      return;
    }
    Instant next = JobBackOff.next(pods);
    if (next.isAfter(cluster.now())) {
      cluster.wakeAt(next);
      return;
    }
    for (long i = 0; i < missing; i++) {
      if (!JobPods.create(cluster, job, -1, Map.of())) {
        return; // the others would most likely be refused, too
      }
    }
  }

  private void suspend() {
    if (!Conditions.isTrue(status, "Suspended")) {
      setSuspended("True", "JobSuspended", "Job suspended");
      cluster.event(job, "Normal", "Suspended", "Job suspended");
      status.remove("startTime");
    }
  }

  private void resume() {
    if (Conditions.isTrue(status, "Suspended")) {
      setSuspended("False", "JobResumed", "Job resumed");
      cluster.event(job, "Normal", "Resumed", "Job resumed");
      status.set("startTime", cluster.time());
    }
  }

  private void setSuspended(String value, String reason, String message) {
    Conditions.set(
        status,
        Conditions.of("Suspended", value, reason, message, cluster.time())
            .set("lastProbeTime", cluster.time()));
  }

  /// Counts pods as of the start of the pass; those that it created or deleted count in the next.
  private void count() {
    List<Item> active = active();
    Counts.set(status, "active", active.size());
    status.set("ready", active.stream().filter(Pods::isReady).count());
    status.set("terminating", terminating());
    indexes.write(status);
  }

  private void addCondition(TreeNode condition) {
    List<Object> conditions = new ArrayList<>();
    status.items("conditions").forEach(before -> conditions.add(before.map()));
    conditions.add(condition.map());
    status.set("conditions", conditions);
  }

  /// Says that the job is finished, when no pod is left that runs or is uncounted.
  private void finish(TreeNode end) {
    TreeNode uncounted = status.at("uncountedTerminatedPods");
    boolean isOver =
        uncounted.texts("succeeded").isEmpty()
            && uncounted.texts("failed").isEmpty()
            && pods.stream().allMatch(Pods::isFinished);
    if (!isOver) {
      return;
    }
    boolean isFailure = end.text("type").equals(FAILURE_TARGET);
    addCondition(
        JobEnd.condition(
            cluster, isFailure ? "Failed" : "Complete", end.text("reason"), end.text("message")));
    if (isFailure) {
      cluster.event(job, "Warning", end.text("reason"), end.text("message"));
    } else {
      status.set("completionTime", cluster.time());
      cluster.event(job, "Normal", "Completed", "Job completed");
    }
  }
}
