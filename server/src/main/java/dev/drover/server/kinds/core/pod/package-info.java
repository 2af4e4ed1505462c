/// Pods, and the pod templates of all workloads: defaults, validation, warnings, subresources.
///
/// Reading order: [PodStrategy], [PodDefaults], [PodValidation], `PodSpecValidation`, then the part
/// in question (containers, volumes, affinity, security contexts, probes ...).
/// `PodUpdateValidation` and `PodStatusValidation` check changes; [EvictionSubresource],
/// [BindingSubresource], [ResizeSubresource] and [EphemeralContainersSubresource] serve paths below
/// a pod.
@NullMarked
package dev.drover.server.kinds.core.pod;

import org.jspecify.annotations.NullMarked;
