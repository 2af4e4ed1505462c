/// Kinds of `batch`: jobs and cron jobs.
///
/// Reading order: [JobStrategy], `JobDefaults`, `JobValidation`, `JobUpdateValidation`,
/// `JobStatusValidation`; [CronJobStrategy] with `CronSchedule`.
@NullMarked
package dev.drover.server.kinds.batch;

import org.jspecify.annotations.NullMarked;
