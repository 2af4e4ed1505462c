/// Kinds of `networking.k8s.io`.
///
/// Reading order: [IngressStrategy], [IngressClassStrategy], [NetworkPolicyStrategy]; then the
/// address ranges of services: [ServiceCidrStrategy] and [IpAddressStrategy].
@NullMarked
package dev.drover.server.kinds.networking;

import org.jspecify.annotations.NullMarked;
