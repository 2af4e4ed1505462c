/// The kind `EndpointSlice` of `discovery.k8s.io`: [EndpointSliceStrategy].
@NullMarked
package dev.drover.server.kinds.discovery;

import org.jspecify.annotations.NullMarked;
