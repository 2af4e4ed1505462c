/// Other projects' clients on the embedded server and on kube-apiserver: fabric8, the official Java
/// client, the Java Operator SDK, client-go, controller-runtime, kube-rs, the Python client,
/// kubectl.
///
/// Reading order: `TestedServer`, then one contract, such as `Fabric8Contract`; `GuestProgram` for
/// clients in other languages.
@NullMarked
package dev.drover.interop;

import org.jspecify.annotations.NullMarked;
