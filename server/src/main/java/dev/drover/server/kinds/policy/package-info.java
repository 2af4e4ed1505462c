/// The kind `PodDisruptionBudget` of `policy`: [PodDisruptionBudgetStrategy].
///
/// Reading order: [PolicyGroup], then the strategy of each kind; columns last.
@NullMarked
package dev.drover.server.kinds.policy;

import org.jspecify.annotations.NullMarked;
