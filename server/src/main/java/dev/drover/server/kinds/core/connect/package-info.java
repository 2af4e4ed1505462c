/// Subresources that kube-apiserver forwards to a kubelet or a pod: `log`, `exec`, `attach`,
/// `portforward`, `proxy`. No kubelet exists here, so that clients get the errors of an unreachable
/// node.
///
/// Reading order: [PodLogSubresource], [PodConnections], [ProxySubresource]; `KubeletErrors` has
/// the texts they share.
@NullMarked
package dev.drover.server.kinds.core.connect;

import org.jspecify.annotations.NullMarked;
