/// Controllers of `batch`: jobs, cron jobs, and the end of jobs that have finished.
///
/// Reading order: `JobSync` is a job in one pass; `JobEnd` and `PodFailurePolicy` say why it ends,
/// `JobIndexes` which indexes are left, `JobPods` makes its pods. `CronJobController` creates jobs
/// at the times of a `CronTimes`.
@NullMarked
package dev.drover.server.controllers.batch;

import org.jspecify.annotations.NullMarked;
