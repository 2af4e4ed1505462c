/// Caches from nothing to synced, next to each other and at growing sizes.
///
/// `SyncRun` reads the arguments and runs one cache; `SyncBench` lets all take turns. `SyncReport`
/// prints their results, `SyncGoals` the goals, `GrowthReport` the sizes.
package dev.drover.bench.sync;
