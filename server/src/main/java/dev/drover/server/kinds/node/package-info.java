/// The kind `RuntimeClass` of `node.k8s.io`: [RuntimeClassStrategy].
@NullMarked
package dev.drover.server.kinds.node;

import org.jspecify.annotations.NullMarked;
