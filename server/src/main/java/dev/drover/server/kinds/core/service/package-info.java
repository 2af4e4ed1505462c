/// Services: defaults, validation, and the allocation of cluster IPs and node ports.
///
/// Reading order: [ServiceStrategy], `ServiceValidation`, `ServiceUpdateValidation`,
/// `ServiceIpFamilies`; `ServiceAllocator` allocates from `ClusterIpRanges`.
@NullMarked
package dev.drover.server.kinds.core.service;

import org.jspecify.annotations.NullMarked;
