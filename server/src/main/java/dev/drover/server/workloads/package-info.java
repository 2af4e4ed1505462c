/// The rules of pods and of what makes pods: defaults, validation, warnings, subresources.
///
/// Reading order: [PodStrategy] and [PodDefaults], then the strategies by kind.
@NullMarked
package dev.drover.server.workloads;

import org.jspecify.annotations.NullMarked;
