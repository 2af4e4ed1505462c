/// Immutable JSON trees, and values that may nest deeply: compared, hashed and printed without
/// regard to the caller's stack, and printed without secrets.
///
/// Not exported; knows nothing of Kubernetes' types.
@NullMarked
package dev.drover.api.tree;

import org.jspecify.annotations.NullMarked;
