/// Starts etcd and kube-apiserver for tests.
package dev.drover.controlplane;
