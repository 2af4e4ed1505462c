package dev.drover.server.controllers.batch;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Conditions;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Ownership;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Creates the jobs of cron jobs at their times, by the server's clock.
///
/// In Go: `cronjob.ControllerV2`.
public final class CronJobController implements Controller {
  private static final String STORAGE = "batch/cronjobs";
  private static final String SCHEDULED = "batch.kubernetes.io/cronjob-scheduled-timestamp";
  private static final int MANY = 100;

  @Override
  public void pass(ClusterPass cluster) {
    cluster.forEach(cluster.of(STORAGE), cronJob -> new Sync(cluster, cronJob).run());
  }

  /// One cron job in one pass.
  private static final class Sync {
    private final ClusterPass cluster;
    private final Item cronJob;
    private final TreeNode spec;
    private final List<Item> jobs;
    private final TreeNode status;
    private final List<TreeNode> active = new ArrayList<>();

    Sync(ClusterPass cluster, Item cronJob) {
      this.cluster = cluster;
      this.cronJob = cronJob;
      this.spec = cronJob.spec();
      this.jobs = cluster.controlledBy(cronJob, JobController.STORAGE);
      this.status = TreeNode.copyOf(cronJob.status().map());
      this.active.addAll(status.items("active"));
    }

    void run() {
      updateActive();
      if (!cronJob.isBeingDeleted() && !spec.isTrue("suspend")) {
        start(CronTimes.of(spec.text("schedule"), spec.text("timeZone")));
      }
      limitHistory("Complete", spec.number("successfulJobsHistoryLimit", Integer.MAX_VALUE));
      limitHistory("Failed", spec.number("failedJobsHistoryLimit", Integer.MAX_VALUE));
      if (active.isEmpty()) {
        status.remove("active");
      } else {
        status.set("active", active.stream().map(TreeNode::map).toList());
      }
      cluster.updateStatus(cronJob, status);
    }

    private void updateActive() {
      for (Item job : jobs) {
        boolean wasActive = active.stream().anyMatch(a -> a.text("uid").equals(job.uid()));
        if (JobController.isFinished(job) && wasActive) {
          active.removeIf(a -> a.text("uid").equals(job.uid()));
          String end = Conditions.isTrue(job.status(), "Complete") ? "Complete" : "Failed";
          cluster.event(
              cronJob,
              "Normal",
              "SawCompletedJob",
              "Saw completed job: %s, condition: %s".formatted(job.name(), end));
        }
        String completion = job.status().text("completionTime");
        if (completion.compareTo(status.text("lastSuccessfulTime")) > 0) {
          status.set("lastSuccessfulTime", completion);
        }
      }
      for (TreeNode missing : List.copyOf(active)) {
        if (jobs.stream().noneMatch(job -> job.uid().equals(missing.text("uid")))) {
          active.remove(missing);
          cluster.event(
              cronJob, "Normal", "MissingJob", "Active job went missing: " + missing.text("name"));
        }
      }
    }

    private void start(CronTimes times) {
      Optional<Instant> due = lastDue(times);
      times.next(cluster.now()).ifPresent(cluster::wakeAt);
      if (due.isEmpty() || isTooLate(due.get()) || isStarted(due.get())) {
        return;
      }
      String policy = spec.text("concurrencyPolicy");
      if (policy.equals("Forbid") && !active.isEmpty()) {
        cluster.event(
            cronJob,
            "Normal",
            "JobAlreadyActive",
            "Not starting job because prior execution is running and concurrency policy is"
                + " Forbid");
        return;
      }
      if (policy.equals("Replace")) {
        jobs.stream()
            .filter(job -> active.removeIf(a -> a.text("uid").equals(job.uid())))
            .forEach(this::delete);
      }
      create(due.get());
    }

    /// The last time that has come and was not handled yet.
    private Optional<Instant> lastDue(CronTimes times) {
      String last = status.text("lastScheduleTime");
      Instant earliest = Instant.parse(last.isEmpty() ? cronJob.creationTime() : last);
      if (spec.has("startingDeadlineSeconds")) {
        Instant deadline = cluster.now().minusSeconds(spec.number("startingDeadlineSeconds", 0));
        earliest = deadline.isAfter(earliest) ? deadline : earliest;
      }
      Optional<Instant> first = times.next(earliest);
      if (first.isEmpty() || first.get().isAfter(cluster.now())) {
        return Optional.empty();
      }
      Optional<Instant> second = times.next(first.get());
      if (second.isEmpty() || second.get().isAfter(cluster.now())) {
        return first;
      }
      return lastOfMany(times, first.get(), second.get());
    }

    /// Of many times that were missed, only the last counts; the others are skipped by the distance
    /// of the first two.
    private Optional<Instant> lastOfMany(CronTimes times, Instant first, Instant second) {
      long distance = Math.max(1, Duration.between(first, second).toSeconds());
      long missed = Duration.between(first, cluster.now()).toSeconds() / distance + 1;
      if (missed > MANY) {
        cluster.event(
            cronJob,
            "Warning",
            "TooManyMissedTimes",
            "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check"
                + " clock skew");
      }
      Optional<Instant> last = Optional.empty();
      Optional<Instant> time = times.next(first.plusSeconds((missed - 2) * distance));
      while (time.filter(t -> !t.isAfter(cluster.now())).isPresent()) {
        last = time;
        time = times.next(time.get());
      }
      return last;
    }

    private boolean isTooLate(Instant due) {
      boolean isLate =
          spec.has("startingDeadlineSeconds")
              && due.plusSeconds(spec.number("startingDeadlineSeconds", 0)).isBefore(cluster.now());
      if (isLate) {
        cluster.event(
            cronJob, "Warning", "MissSchedule", "Missed scheduled time to start a job: " + due);
      }
      return isLate;
    }

    private boolean isStarted(Instant due) {
      return status.text("lastScheduleTime").equals(ClusterPass.time(due))
          || active.stream().anyMatch(a -> a.text("name").equals(jobName(due)));
    }

    private String jobName(Instant due) {
      return cronJob.name()
          + "-"
          + due.getEpochSecond() / ChronoUnit.MINUTES.getDuration().toSeconds();
    }

    private void create(Instant due) {
      TreeNode template = spec.at("jobTemplate");
      TreeNode job = TreeNode.empty().set("apiVersion", "batch/v1").set("kind", "Job");
      TreeNode metadata = job.orCreate("metadata");
      metadata
          .set("name", jobName(due))
          .set("namespace", cronJob.namespace())
          .set("labels", template.at("metadata").textMap("labels"))
          .set("annotations", template.at("metadata").textMap("annotations"));
      ZoneId zone =
          spec.text("timeZone").isEmpty() ? ZoneOffset.UTC : ZoneId.of(spec.text("timeZone"));
      metadata
          .at("annotations")
          .set(SCHEDULED, DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(due.atZone(zone)));
      Ownership.setController(metadata, cronJob);
      job.set("spec", template.at("spec"));
      ClusterPass.Creation creation =
          cluster.tryCreate(JobController.STORAGE, cronJob.namespace(), job.map());
      Item created = creation.item();
      if (created == null) {
        cluster.event(
            cronJob, "Warning", "FailedCreate", "Error creating job: " + creation.failure());
        return;
      }
      cluster.event(cronJob, "Normal", "SuccessfulCreate", "Created job " + created.name());
      active.add(reference(created));
      status.set("lastScheduleTime", ClusterPass.time(due));
    }

    private static TreeNode reference(Item job) {
      return TreeNode.empty()
          .set("apiVersion", "batch/v1")
          .set("kind", "Job")
          .set("name", job.name())
          .set("namespace", job.namespace())
          .set("uid", job.uid())
          .set("resourceVersion", job.metadata().text("resourceVersion"));
    }

    private void limitHistory(String condition, long limit) {
      List<Item> finished =
          jobs.stream()
              .filter(job -> Conditions.isTrue(job.status(), condition))
              .filter(job -> !job.isBeingDeleted())
              .sorted(
                  Comparator.comparing((Item job) -> job.status().text("startTime"))
                      .thenComparing(Item::name))
              .toList();
      finished.stream().limit(Math.max(0, finished.size() - limit)).forEach(this::delete);
    }

    private void delete(Item job) {
      if (cluster.delete(job)) {
        cluster.event(cronJob, "Normal", "SuccessfulDelete", "Deleted job " + job.name());
      }
    }
  }
}
