/// Kinds of the core group `v1`, and events, which `events.k8s.io/v1` serves as well. Pods and
/// services have packages of their own, [dev.drover.server.kinds.core.pod] and
/// [dev.drover.server.kinds.core.service].
///
/// Reading order: [ConfigMapStrategy] as a small example, [NodeStrategy] as a larger one; then the
/// kind in question.
@NullMarked
package dev.drover.server.kinds.core;

import org.jspecify.annotations.NullMarked;
