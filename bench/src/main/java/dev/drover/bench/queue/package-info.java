/// Work queues: a million keys with 1 and 8 workers.
///
/// `QueueBench` runs each `QueueContender` in processes with `QueueFork`.
package dev.drover.bench.queue;
