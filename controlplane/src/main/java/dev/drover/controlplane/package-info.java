/// Starts etcd and kube-apiserver for tests, with nothing but the JDK.
///
/// Reading order: [ControlPlane][dev.drover.controlplane.ControlPlane] is the only type for
/// callers. `Startup` starts it: `Binaries` finds the programs or `GoBuild` builds them, `Accounts`
/// writes the files of users for kube-apiserver, `Child` runs a program that cannot outlive the
/// JVM, and `Probe` reports when the server is ready.
@NullMarked
package dev.drover.controlplane;

import org.jspecify.annotations.NullMarked;
