/// The kind `APIService` of `apiregistration.k8s.io`: [ApiServiceStrategy].
///
/// Reading order: [ApiRegistrationGroup], then the strategy of each kind; columns last.
@NullMarked
package dev.drover.server.kinds.apiregistration;

import org.jspecify.annotations.NullMarked;
