/// The kind `APIService` of `apiregistration.k8s.io`: [ApiServiceStrategy].
@NullMarked
package dev.drover.server.kinds.apiregistration;

import org.jspecify.annotations.NullMarked;
