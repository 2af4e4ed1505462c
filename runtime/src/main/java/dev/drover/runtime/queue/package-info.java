/// Work queues: keys that are deduplicated, ordered by priority, delayed and retried with back-off.
///
/// Reading order: [WorkQueue] (what users call, with the states of a key), `QueueState` (the rules,
/// a function of the time), `QueueLock` (threads and waiting), `WaitingWorkers` (which thread is
/// woken), `ReadyKeys` with `EntryList` and `FairLane` (the order), `DelayHeap`, `EntryTable`;
/// [RetryLimiter] (how long failed keys wait), [QueueOrder], [KeyQueue] (for queues of users).
@NullMarked
package dev.drover.runtime.queue;

import org.jspecify.annotations.NullMarked;
