/// Events of a watch to a handler, at full speed and at a steady rate.
///
/// `WatchRun` reads the arguments and runs one cache; `WatchBench` lets all take turns,
/// `WatchReport` prints their results. `SteadyBench` keeps a rate and measures pauses and memory.
package dev.drover.bench.watch;
