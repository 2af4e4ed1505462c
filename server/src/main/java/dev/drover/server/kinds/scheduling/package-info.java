/// The kind `PriorityClass` of `scheduling.k8s.io`: [PriorityClassStrategy].
@NullMarked
package dev.drover.server.kinds.scheduling;

import org.jspecify.annotations.NullMarked;
