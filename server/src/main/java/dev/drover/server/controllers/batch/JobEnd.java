package dev.drover.server.controllers.batch;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Conditions;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Pods;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Decides whether a job has failed, and why.
final class JobEnd {
  private JobEnd() {}

  static TreeNode condition(ClusterPass cluster, String type, String reason, String message) {
    return Conditions.of(type, "True", reason, message, cluster.time())
        .set("lastProbeTime", cluster.time());
  }

  /// The condition that says why the job fails, if it does.
  ///
  /// @param failed how many pods have failed
  static Optional<TreeNode> of(
      ClusterPass cluster,
      Item job,
      List<Item> pods,
      PodFailurePolicy policy,
      JobIndexes indexes,
      long failed) {
    return byPolicy(cluster, pods, policy)
        .or(() -> byBackOffLimit(cluster, job, pods, failed))
        .or(() -> byDeadline(cluster, job))
        .or(() -> byIndexes(cluster, job, indexes));
  }

  private static Optional<TreeNode> failure(ClusterPass cluster, String reason, String message) {
    return Optional.of(condition(cluster, "FailureTarget", reason, message));
  }

  private static Optional<TreeNode> byPolicy(
      ClusterPass cluster, List<Item> pods, PodFailurePolicy policy) {
    return pods.stream()
        .filter(pod -> Pods.phase(pod).equals("Failed"))
        .map(policy::of)
        .filter(decision -> decision.action().equals("FailJob"))
        .findFirst()
        .flatMap(decision -> failure(cluster, "PodFailurePolicy", decision.message()));
  }

  private static Optional<TreeNode> byBackOffLimit(
      ClusterPass cluster, Item job, List<Item> pods, long failed) {
    long limit = job.spec().number("backoffLimit", Integer.MAX_VALUE);
    boolean restartsContainers =
        job.spec().at("template").at("spec").text("restartPolicy").equals("OnFailure");
    long restarts =
        restartsContainers
            ? pods.stream().filter(Pods::isActive).mapToLong(JobEnd::restarts).sum()
            : 0;
    boolean isPast = failed > limit || (limit == 0 ? restarts > 0 : restarts >= limit);
    return isPast
        ? failure(cluster, "BackoffLimitExceeded", "Job has reached the specified backoff limit")
        : Optional.empty();
  }

  private static long restarts(Item pod) {
    return pod.status().items("containerStatuses").stream()
        .mapToLong(status -> status.number("restartCount", 0))
        .sum();
  }

  private static Optional<TreeNode> byDeadline(ClusterPass cluster, Item job) {
    String start = job.status().text("startTime");
    if (!job.spec().has("activeDeadlineSeconds") || job.spec().isTrue("suspend")) {
      return Optional.empty();
    }
    Instant from = start.isEmpty() ? cluster.now() : Instant.parse(start);
    Instant end = from.plusSeconds(job.spec().number("activeDeadlineSeconds", 0));
    if (end.isAfter(cluster.now())) {
      cluster.wakeAt(end);
      return Optional.empty();
    }
    return failure(cluster, "DeadlineExceeded", "Job was active longer than specified deadline");
  }

  private static Optional<TreeNode> byIndexes(ClusterPass cluster, Item job, JobIndexes indexes) {
    long failed = indexes.failed().size();
    long most = job.spec().number("maxFailedIndexes", Integer.MAX_VALUE);
    if (failed > most) {
      return failure(
          cluster,
          "MaxFailedIndexesExceeded",
          "Job has exceeded the specified maximal number of failed indexes");
    }
    boolean isOver =
        failed > 0 && failed + indexes.succeeded().size() >= job.spec().number("completions", 1);
    return isOver ? failure(cluster, "FailedIndexes", "Job has failed indexes") : Optional.empty();
  }
}
