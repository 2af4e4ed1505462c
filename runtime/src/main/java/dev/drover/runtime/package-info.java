/// Turns changes into reconciles.
///
/// Reading order: a [WorkQueue][dev.drover.runtime.WorkQueue] hands keys to workers. `QueueState`
/// has its rules, as functions of the time and without threads; `DelayHeap` and `ReadyKeys` are
/// what it is made of, `Desk` is where its threads meet, and `WaitingRoom` where workers wait.
/// [RateLimiter][dev.drover.runtime.RateLimiter] says how long a key that failed has to wait. All
/// time comes from a [Time][dev.drover.runtime.Time], which tests move by hand.
///
/// `Components` are the parts of a [Manager][dev.drover.runtime.Manager], started and stopped in
/// order; a part's threads belong to a `Lifecycle`. A
/// [LeaderElection][dev.drover.runtime.LeaderElection] decides which of several processes works;
/// `LeaseLock` is its word with the server, and a `LeaderGroup` is what works then. An
/// [EventRecorder][dev.drover.runtime.EventRecorder] tells what happened: `EventBook` counts what
/// happens again, by the rules of the kind of events (`SeriesBook`, `AggregateBook`), and
/// `EventWriter` writes.
///
/// A [Webhook][dev.drover.runtime.Webhook] has a say before objects are stored: `WebhookServer`
/// listens, `Reviewer` makes the answer, `ServingCertificate` is what it shows of itself.
@NullMarked
package dev.drover.runtime;

import org.jspecify.annotations.NullMarked;
