/// Admission policies: expressions of users that validate and change writes.
///
/// Reading order: [ValidatingPolicies] validates a request by all policies and bindings,
/// [MutatingPolicies] changes its object; `PolicySource` knows them; `ValidatingPolicy` and
/// `MutatingPolicy` are policies, compiled; `PolicyBinding` applies it; `PolicyParams` finds the
/// objects that a binding names; `ExpressionRun` evaluates expressions within a budget.
@NullMarked
package dev.drover.server.admission.policy;

import org.jspecify.annotations.NullMarked;
