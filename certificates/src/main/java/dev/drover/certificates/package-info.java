/// Certificates and users for the API servers of tests, made with the JDK alone.
///
/// Reading order: [Identities][dev.drover.certificates.Identities] holds the certificates of a
/// server and its users are; [CertificateAuthority][dev.drover.certificates.CertificateAuthority]
/// signs their certificates, over `Der`; [Tls][dev.drover.certificates.Tls] and
/// [Kubeconfig][dev.drover.certificates.Kubeconfig] are what one does with them.
@NullMarked
package dev.drover.certificates;

import org.jspecify.annotations.NullMarked;
