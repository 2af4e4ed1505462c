/// Controllers that compute the status of limits (disruption budgets, resource quotas) and of
/// validating admission policies.
///
/// [PolicyStatusController] writes what `PolicyTypeCheck` finds for the kinds of `MatchedKinds`.
@NullMarked
package dev.drover.server.controllers.policy;

import org.jspecify.annotations.NullMarked;
