/// Starts etcd and kube-apiserver for tests, with nothing but the JDK.
///
/// Reading order: [ControlPlane][dev.drover.controlplane.ControlPlane] is all that callers see. Its
/// way to life is in `Startup`: `Binaries` finds the programs or `GoBuild` builds them, `Accounts`
/// are the users and what the server is told of them, `Child` runs a program that cannot outlive
/// the JVM, and `Probe` tells when the server is ready.
package dev.drover.controlplane;
