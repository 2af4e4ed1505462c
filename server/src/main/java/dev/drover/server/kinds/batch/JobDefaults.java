package dev.drover.server.kinds.batch;

import dev.drover.schema.TreeNode;
import dev.drover.server.kinds.core.pod.PodDefaults;
import dev.drover.server.kinds.core.pod.Strings;

/// Defaults of jobs and cron jobs.
final class JobDefaults {
  private static final long BACKOFF_LIMIT = 6;
  private static final long SUCCESSFUL_HISTORY = 3;
  private static final long FAILED_HISTORY = 1;

  private JobDefaults() {}

  static void setJob(TreeNode job) {
    TreeNode spec = job.orCreate("spec");
    if (!spec.has("completions") && !spec.has("parallelism")) {
      spec.set("completions", 1);
    }
    spec.setDefault("parallelism", 1);
    spec.setDefault(
        "backoffLimit", spec.has("backoffLimitPerIndex") ? Integer.MAX_VALUE : BACKOFF_LIMIT);
    spec.setDefault("completionMode", "NonIndexed");
    spec.setDefault("suspend", false);
    spec.setDefault(
        "podReplacementPolicy", spec.has("podFailurePolicy") ? "Failed" : "TerminatingOrFailed");
    spec.setDefault("manualSelector", false);
    setSpec(spec);
  }

  static void setCronJob(TreeNode cronJob) {
    TreeNode spec = cronJob.orCreate("spec");
    Strings.setDefault(spec, "concurrencyPolicy", "Allow");
    spec.setDefault("suspend", false);
    spec.setDefault("successfulJobsHistoryLimit", SUCCESSFUL_HISTORY);
    spec.setDefault("failedJobsHistoryLimit", FAILED_HISTORY);
    setSpec(spec.orCreate("jobTemplate").orCreate("spec"));
  }

  /// What the template of a cron job gets too; the rest waits until there is a job.
  private static void setSpec(TreeNode spec) {
    PodDefaults.setTemplate(spec.orCreate("template"));
    for (TreeNode rule : spec.at("podFailurePolicy").items("rules")) {
      rule.items("onPodConditions")
          .forEach(pattern -> Strings.setDefault(pattern, "status", "True"));
    }
  }
}
