/// The kind `CertificateSigningRequest` of `certificates.k8s.io`:
/// [CertificateSigningRequestStrategy].
@NullMarked
package dev.drover.server.kinds.certificates;

import org.jspecify.annotations.NullMarked;
