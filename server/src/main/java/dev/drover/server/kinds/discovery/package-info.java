/// The kind `EndpointSlice` of `discovery.k8s.io`: [EndpointSliceStrategy].
///
/// Reading order: [DiscoveryGroup], then the strategy of each kind; columns last.
@NullMarked
package dev.drover.server.kinds.discovery;

import org.jspecify.annotations.NullMarked;
