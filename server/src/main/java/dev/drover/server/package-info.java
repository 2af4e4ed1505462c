/// A Kubernetes API server in a jar: start it, get a kubeconfig, inject faults.
///
/// Reading order: [EmbeddedApiServer], its options, then [Faults] with [Fault] and [RequestMatch].
/// `ServerAssembly` wires the other packages together; nothing outside this package is for users.
@NullMarked
package dev.drover.server;

import org.jspecify.annotations.NullMarked;
