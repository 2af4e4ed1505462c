/// Measurements of Drover next to its peers, in packages by subject. No package depends on one that
/// depends on it.
///
/// Reading order:
/// 1. `Main` lists the measurements.
/// 2. `harness` starts each contender in a process of its own and prints the tables; `pods` has the
///    objects, and a real API server that holds them.
/// 3. `decode`: bytes to objects. `codec`: objects of a custom kind to bytes and back. `list`: one
///    LIST of a real API server.
/// 4. `cache` has the caches of all contenders; `sync` fills them from a real API server, `watch`
///    from the recorded watches of `replay`, and `informers` starts up to a thousand in one
///    process.
/// 5. `queue`: work queues. `reconcile`: controllers, from the start of the process to the last
///    write. `apply`: desired sets. `console`: what the console costs.
/// 6. `apiserver`: the API server in a jar and kube-apiserver. `trial`: the cost of recording a
///    run.
package dev.drover.bench;
