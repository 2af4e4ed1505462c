package dev.drover.server.workloads;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.Strategy;

/// Cron jobs.
public final class CronJobStrategy implements Strategy {
  @Override
  public void setDefaults(TreeNode object) {
    JobDefaults.setCronJob(object);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    Statuses.reset(object);
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old) {
    Statuses.keep(object, old);
  }
}
