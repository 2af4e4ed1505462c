/// Controllers of the endpoints of services.
///
/// Reading order: `ServiceEndpoints` finds the pods and ports of a service; `EndpointsController`
/// and `EndpointSliceController` write them.
@NullMarked
package dev.drover.server.controllers.network;

import org.jspecify.annotations.NullMarked;
