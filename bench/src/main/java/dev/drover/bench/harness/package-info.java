/// What all measurements share: processes, arguments, results and tables.
///
/// Reading order:
/// 1. `Forks` and `TimedProcess` run a contender in a process of its own; `Jvm` has the commands,
///    `AotCache` prepares a start with an AOT cache, and `GoPeers` builds the programs in Go.
/// 2. `Target` and `Access` are the API server that a contender reads from.
/// 3. `ForkEnd`, `Heap` and `Clock` are what a process measures of itself; `ResultLine` is what it
///    prints, by `JsonText`.
/// 4. `Arguments`, `Folder`, `Median` and `Table` are for the process that compares.
package dev.drover.bench.harness;
