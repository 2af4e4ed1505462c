/// The API server in a jar, next to kube-apiserver with etcd.
///
/// `ServerBench` measures lists, watches and writes of a `ServerUnderLoad`, which is a process with
/// `ServerFork`; `ServerStartBench` measures starts.
package dev.drover.bench.apiserver;
