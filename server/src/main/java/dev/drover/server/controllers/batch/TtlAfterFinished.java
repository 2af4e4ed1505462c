package dev.drover.server.controllers.batch;

import dev.drover.api.DeleteOptions;
import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Item;
import java.time.Instant;
import java.util.Optional;

/// Deletes jobs `ttlSecondsAfterFinished` seconds after they have finished.
public final class TtlAfterFinished implements Controller {
  private static final DeleteOptions IN_FOREGROUND =
      DeleteOptions.builder().propagationPolicy("Foreground").build();

  @Override
  public void pass(ClusterPass cluster) {
    cluster.forEach(
        cluster.of(JobController.STORAGE),
        job -> {
          if (job.spec().has("ttlSecondsAfterFinished") && !job.isBeingDeleted()) {
            finishTime(job)
                .map(time -> time.plusSeconds(job.spec().number("ttlSecondsAfterFinished", 0)))
                .ifPresent(time -> deleteAt(cluster, job, time));
          }
        });
  }

  private static Optional<Instant> finishTime(Item job) {
    return job.status().items("conditions").stream()
        .filter(condition -> condition.text("status").equals("True"))
        .filter(
            condition ->
                condition.text("type").equals("Complete")
                    || condition.text("type").equals("Failed"))
        .map(TtlAfterFinished::transition)
        .findFirst();
  }

  private static Instant transition(TreeNode condition) {
    return Instant.parse(condition.text("lastTransitionTime"));
  }

  private static void deleteAt(ClusterPass cluster, Item job, Instant time) {
    if (time.isAfter(cluster.now())) {
      cluster.wakeAt(time);
    } else {
      cluster.delete(job, IN_FOREGROUND);
    }
  }
}
