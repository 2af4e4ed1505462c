/// Kubernetes events: what `kubectl describe` shows of an object's past.
///
/// Reading order: [EventRecorder], [EventOptions], `Occurrence` (one call), `EventBook` with
/// `SeriesBook` and `AggregateBook` (which event a call becomes), `EventWriter` (requests),
/// [EventCounts].
@NullMarked
package dev.drover.runtime.events;

import org.jspecify.annotations.NullMarked;
