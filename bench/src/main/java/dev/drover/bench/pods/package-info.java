/// Pods as a cluster has them, the same in each run, and a real API server that holds them.
///
/// `Pods` makes them with `PodMaker` from the `Workload` that owns each. `PodFile` writes them as
/// JSON and protobuf, `PodServer` creates them in kube-apiserver.
package dev.drover.bench.pods;
