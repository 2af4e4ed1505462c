/// The engine of controllers, which managers and the shared controllers of Lasso's style have in
/// common. Not exported.
///
/// Reading order: [Components][dev.drover.runtime.engine.Components] starts and stops parts in
/// order, within a [GracePeriod][dev.drover.runtime.engine.GracePeriod]. A
/// [QueuedController][dev.drover.runtime.engine.QueuedController] has sources (`Watch`, started by
/// `SourceStart`), a queue, and a `WorkerPool` of threads; a `Worker` takes a request, does the
/// [Work][dev.drover.runtime.engine.Work] and decides what its result means for the request. An
/// [Attempt][dev.drover.runtime.engine.Attempt] is one run, with an id of `RunIds` and a reason of
/// `Reasons`. [Settling][dev.drover.runtime.engine.Settling] waits until all of it is idle, by
/// `CatchUp` for caches and by the count of [Activity][dev.drover.runtime.engine.Activity].
@NullMarked
package dev.drover.runtime.engine;

import org.jspecify.annotations.NullMarked;
