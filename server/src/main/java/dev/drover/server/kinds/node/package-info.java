/// The kind `RuntimeClass` of `node.k8s.io`: [RuntimeClassStrategy].
///
/// Reading order: [NodeGroup], then the strategy of each kind; columns last.
@NullMarked
package dev.drover.server.kinds.node;

import org.jspecify.annotations.NullMarked;
