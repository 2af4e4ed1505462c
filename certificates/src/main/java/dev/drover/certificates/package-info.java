/// Certificates and users for an API server that is started on the spot, with nothing but the JDK.
///
/// Reading order: [Identities][dev.drover.certificates.Identities] holds the certificates of a
/// server and its users are; [CertificateAuthority][dev.drover.certificates.CertificateAuthority]
/// signs their certificates, over `Der`; [Tls][dev.drover.certificates.Tls] and
/// [Kubeconfig][dev.drover.certificates.Kubeconfig] are what one does with them.
@NullMarked
package dev.drover.certificates;

import org.jspecify.annotations.NullMarked;
