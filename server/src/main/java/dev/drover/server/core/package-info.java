/// The vocabulary that all packages of the server share: requests and responses, resources, errors.
/// This is not the API group `core`: its kinds are in [dev.drover.server.kinds.core].
///
/// Reading order: [Call] and [Answer], [Endpoint], [ApiError]; [Resource] and [Catalog];
/// [AdmissionPlugin]; [ApiObjects], which reads and writes objects by all rules of the API;
/// [Subresources].
@NullMarked
package dev.drover.server.core;

import org.jspecify.annotations.NullMarked;
