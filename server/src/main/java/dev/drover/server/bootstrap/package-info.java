/// The objects that a fresh server has: namespaces, RBAC defaults, priority levels, its own
/// service.
///
/// Reading order: [BootstrapObjects] stores them; `BootstrapReader` reads the resource file
/// `kubernetes-1.36.objects` into `BootstrapTemplate`s. The file is written from a real
/// kube-apiserver by the test `BootstrapWriter`.
@NullMarked
package dev.drover.server.bootstrap;

import org.jspecify.annotations.NullMarked;
