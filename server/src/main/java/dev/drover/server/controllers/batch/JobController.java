package dev.drover.server.controllers.batch;

import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Conditions;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Pods;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Runs the pods of jobs until enough have succeeded, or too many have failed.
///
/// In Go: `job.Controller`.
public final class JobController implements Controller {
  static final String STORAGE = "batch/jobs";
  private static final String NAME = "kubernetes.io/job-controller";

  @Override
  public void pass(ClusterPass cluster) {
    cluster.forEach(
        cluster.of(STORAGE),
        job -> {
          if (isOurs(job) && !isFinished(job)) {
            new JobSync(cluster, job).run();
          }
        });
    cluster.forEach(orphans(cluster), pod -> JobPods.release(cluster, pod));
  }

  /// The pods that no job will count any more: theirs is gone, or finished.
  ///
  /// In Go: `handleSingleOrphanPod`.
  private static List<Item> orphans(ClusterPass cluster) {
    Set<String> keeping = // their pods as they are
        cluster.of(STORAGE).stream()
            .filter(job -> !isFinished(job) || !isOurs(job))
            .map(Item::uid)
            .collect(Collectors.toSet());
    return cluster.of(Pods.STORAGE).stream()
        .filter(JobPods::isUncounted)
        .filter(
            pod ->
                pod.controllerReference()
                    .filter(
                        owner ->
                            !owner.text("kind").equals("Job")
                                || keeping.contains(owner.text("uid")))
                    .isEmpty())
        .toList();
  }

  private static boolean isOurs(Item job) {
    String manager = job.spec().text("managedBy");
    return manager.isEmpty() || manager.equals(NAME);
  }

  static boolean isFinished(Item job) {
    return Conditions.isTrue(job.status(), "Complete") || Conditions.isTrue(job.status(), "Failed");
  }
}
