/// The caches that `sync`, `watch` and `informers` compare, and the store below Drover's.
///
/// Reading order:
/// 1. `CacheContender` lists them; `Contest` runs one in a process of its own.
/// 2. `Cache` is a running cache; `DroverCache`, `DroverReflector`, `Fabric8Cache`, `OfficialCache`
///    and `RawCache` are those in Java.
/// 3. `Served` is the collection that they read, `Machine` and its twins the custom resource.
/// 4. `Tally` counts the events of a handler; `Lines` are the results of all contenders.
/// 5. `StoreBench` measures the store alone.
package dev.drover.bench.cache;
