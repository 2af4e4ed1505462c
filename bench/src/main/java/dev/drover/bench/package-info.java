/// Measurements of Drover next to its peers.
///
/// Reading order:
/// 1. `Main` lists the measurements. `Contest` runs each contender in a process of its own
///    (`Forks`, `Jvm`, `ForkEnd`), which prints a `ResultLine`; `Lines`, `Median` and `Table` make
///    the report.
/// 2. Decoding: `DecodeBench`, with `Contender` and `Decoder`. Its pods come from `Pods`,
///    `PodMaker` and `Workload`.
/// 3. Reading a list: `ListBench`, with `ListContender` and `Lister`, from a `PodServer`;
///    `FirstAnswer`.
/// 4. Caches: `SyncBench` and `WatchBench`, with `CacheContender` and `Cache`. Watches are served
///    by `ReplayServer` from `ReplayEvents`.
/// 5. Queues: `QueueBench`, with `QueueContender`.
/// 6. Controllers: `ControllerBench`, with `ControllerContender` and the `Job` that they all do on
///    a `JobServer`. `ApplyBench` measures desired sets.
/// 7. Of Drover alone: `StoreBench`, `ServerStartBench`.
/// 8. `GoPeers` builds and runs client-go, controller-runtime and Wrangler.
package dev.drover.bench;
