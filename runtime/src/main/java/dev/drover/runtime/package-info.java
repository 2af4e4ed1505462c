/// Turns changes of objects into reconciles: managers, controllers, their cache and client.
///
/// Reading order: a [Manager][dev.drover.runtime.Manager] has `Components`, which it starts and
/// stops in order. A [ControllerBuilder][dev.drover.runtime.ControllerBuilder] makes a
/// [Controller][dev.drover.runtime.Controller]: each [Source][dev.drover.runtime.Source] adds
/// requests to a [WorkQueue][dev.drover.runtime.queue.WorkQueue], a `WorkerPool` has threads, a
/// `Worker` takes a request and decides what its result means, `ObjectWork` calls the
/// [Reconciler][dev.drover.runtime.Reconciler]. The [Cache][dev.drover.runtime.Cache] has a
/// `CachedKind` for each kind, and `OwnWrites` over it; the
/// [ClusterClient][dev.drover.runtime.ClusterClient] reads from it. `LeaderGroup` runs what only
/// the leader does.
///
/// [SharedControllerFactory][dev.drover.runtime.SharedControllerFactory] is the same engine in
/// Lasso's style: `SharedKind`, `Handlers`, [ChangeHandler][dev.drover.runtime.ChangeHandler].
///
/// Packages of their own: work queues (`queue`), leader election (`leader`), events (`events`),
/// admission webhooks (`webhook`), health checks (`health`); `http` and `internal` have what they
/// share.
@NullMarked
package dev.drover.runtime;

import org.jspecify.annotations.NullMarked;
