/// Parts that the packages of the runtime share. Not exported.
///
/// Reading order: [Time] (waits by a clock that tests move), [Limiter] (a retry limiter at work),
/// [ReconcileLogger], [GuardedObserver], [LruMap], [Nanos], [HostName].
@NullMarked
package dev.drover.runtime.internal;

import org.jspecify.annotations.NullMarked;
