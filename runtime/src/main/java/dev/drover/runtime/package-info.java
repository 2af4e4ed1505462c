/// Turns changes of objects into reconciles: managers, controllers, their cache and client.
///
/// Reading order: a [Manager][dev.drover.runtime.Manager] has `Components`, which it starts and
/// stops in order. A [ControllerBuilder][dev.drover.runtime.ControllerBuilder] makes a
/// [Controller][dev.drover.runtime.Controller]: each [Source][dev.drover.runtime.Source] adds
/// requests to a [WorkQueue][dev.drover.runtime.queue.WorkQueue], and workers (package `engine`)
/// hand them to `ObjectWork`, which calls the [Reconciler][dev.drover.runtime.Reconciler]. The
/// [Cache][dev.drover.runtime.Cache] has the objects of each kind (package `cached`); the
/// [ClusterClient][dev.drover.runtime.ClusterClient] reads from it. `LeaderGroup` runs what only
/// the leader does.
///
/// Packages of their own: controllers in Lasso's style (`lasso`), work queues (`queue`), leader
/// election (`leader`), events (`events`), admission webhooks (`webhook`), health checks
/// (`health`); `engine`, `cached`, `http` and `internal` have what they share.
@NullMarked
package dev.drover.runtime;

import org.jspecify.annotations.NullMarked;
