/// Trials: an ordinary test of a controller, repeated under the disturbances of a cluster, with the
/// undisturbed run as the expectation.
///
/// Reading order: [ControllerTrial][dev.drover.testkit.trial.ControllerTrial] marks a test,
/// [Trial][dev.drover.testkit.trial.Trial] is what it gets. `Explorer` learns, makes plans with the
/// `Planner`, and runs them. One run: `TrialRun` starts managers (`ControllerProcess`), whose
/// requests pass a `DisturbanceLayer`, which records them in a `Recording` and carries out the
/// `Disturbance`s of a `Plan` at calls, and `StepDisturbances` those between calls; `LaggingViews`
/// holds lists and watches back; `GarbageCollection` deletes what lost its owner. Then `Oracles`
/// judge the run: `ClusterState` is what they compare, `Violation` what they find, `TrialReport`
/// what the user reads.
@NullMarked
package dev.drover.testkit.trial;

import org.jspecify.annotations.NullMarked;
