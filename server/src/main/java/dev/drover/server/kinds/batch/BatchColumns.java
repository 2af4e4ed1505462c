package dev.drover.server.kinds.batch;

import static dev.drover.server.kinds.core.pod.PodTemplateColumns.containerNames;
import static dev.drover.server.kinds.core.pod.PodTemplateColumns.containers;
import static dev.drover.server.kinds.core.pod.PodTemplateColumns.images;
import static dev.drover.server.table.Cells.count;
import static dev.drover.server.table.Cells.isTrue;
import static dev.drover.server.table.Cells.selector;
import static dev.drover.server.table.Cells.size;
import static dev.drover.server.table.Cells.textOr;
import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.integer;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;
import static dev.drover.server.table.Columns.timed;

import dev.drover.schema.TreeNode;
import dev.drover.server.table.Ages;
import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import dev.drover.server.table.Columns;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Printer columns of jobs and cron jobs.
final class BatchColumns {
  private BatchColumns() {}

  static List<Column> job() {
    return List.of(
        name(),
        text("Status", BatchColumns::jobStatus),
        text("Completions", BatchColumns::completions),
        timed("Duration", BatchColumns::jobDuration),
        age(),
        containerNames(),
        images(),
        text("Selector", selector("spec.selector")).wide());
  }

  private static String jobStatus(TreeNode job) {
    if (isTrue(job, "Complete")) {
      return "Complete";
    }
    if (isTrue(job, "Failed")) {
      return "Failed";
    }
    if (Cells.isBeingDeleted(job)) {
      return "Terminating";
    }
    if (isTrue(job, "Suspended")) {
      return "Suspended";
    }
    if (isTrue(job, "FailureTarget")) {
      return "FailureTarget";
    }
    return isTrue(job, "SuccessCriteriaMet") ? "SuccessCriteriaMet" : "Running";
  }

  private static String completions(TreeNode job) {
    long succeeded = count(job, "status.succeeded");
    if (job.at("spec").has("completions")) {
      return succeeded + "/" + count(job, "spec.completions");
    }
    long parallelism = count(job, "spec.parallelism");
    return succeeded + "/1" + (parallelism > 1 ? " of " + parallelism : "");
  }

  private static String jobDuration(TreeNode job, Instant now) {
    String start = job.at("status").text("startTime");
    String end = job.at("status").text("completionTime");
    if (start.isEmpty()) {
      return "";
    }
    return Ages.of(
        Duration.between(Instant.parse(start), end.isEmpty() ? now : Instant.parse(end)));
  }

  static List<Column> cronJob() {
    String template = "spec.jobTemplate.spec.template.spec";
    return List.of(
        name(),
        text("Schedule", Cells.text("spec.schedule")),
        text("Timezone", textOr("spec.timeZone", Cells.NONE)),
        Columns.truth("Suspend", BatchColumns::suspend),
        integer("Active", size("status.active")),
        timed("Last Schedule", BatchColumns::lastSchedule),
        age(),
        text("Containers", containers(template, "name")).wide(),
        text("Images", containers(template, "image")).wide(),
        text("Selector", selector("spec.jobTemplate.spec.selector")).wide());
  }

  private static String suspend(TreeNode cronJob) {
    TreeNode spec = cronJob.at("spec");
    if (!spec.has("suspend")) {
      return Cells.UNSET;
    }
    return spec.isTrue("suspend") ? "True" : "False";
  }

  private static String lastSchedule(TreeNode cronJob, Instant now) {
    String last = cronJob.at("status").text("lastScheduleTime");
    return last.isEmpty() ? Cells.NONE : Ages.since(last, now);
  }
}
