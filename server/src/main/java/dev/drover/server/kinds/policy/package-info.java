/// The kind `PodDisruptionBudget` of `policy`: [PodDisruptionBudgetStrategy].
@NullMarked
package dev.drover.server.kinds.policy;

import org.jspecify.annotations.NullMarked;
