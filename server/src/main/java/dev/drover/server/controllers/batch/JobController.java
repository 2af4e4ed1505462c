package dev.drover.server.controllers.batch;

import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Conditions;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Item;

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
          String manager = job.spec().text("managedBy");
          if ((manager.isEmpty() || manager.equals(NAME)) && !isFinished(job)) {
            new JobSync(cluster, job).run();
          }
        });
  }

  static boolean isFinished(Item job) {
    return Conditions.isTrue(job.status(), "Complete") || Conditions.isTrue(job.status(), "Failed");
  }
}
