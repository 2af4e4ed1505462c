/// The kind `CertificateSigningRequest` of `certificates.k8s.io`:
/// [CertificateSigningRequestStrategy].
///
/// Reading order: [CertificatesGroup], then the strategy of each kind; columns last.
@NullMarked
package dev.drover.server.kinds.certificates;

import org.jspecify.annotations.NullMarked;
