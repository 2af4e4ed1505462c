/// Rules that several kinds share: what a selector, a resource list or a volume may look like, in
/// Kubernetes' words. [Place] is where to start reading.
@NullMarked
package dev.drover.server.rules;

import org.jspecify.annotations.NullMarked;
