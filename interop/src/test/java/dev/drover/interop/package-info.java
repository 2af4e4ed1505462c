/// Other projects' clients on the embedded server and on kube-apiserver: fabric8, the official Java
/// client, client-go, controller-runtime, kubectl.
///
/// Reading order: `TestedServer`, then one contract, such as `Fabric8Contract`.
@NullMarked
package dev.drover.interop;

import org.jspecify.annotations.NullMarked;
