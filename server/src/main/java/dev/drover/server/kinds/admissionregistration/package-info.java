/// Kinds of `admissionregistration.k8s.io`: webhook configurations and admission policies with
/// their bindings.
///
/// Reading order: [WebhookStrategy], then [PolicyStrategy] and [PolicyBindingStrategy]; what they
/// share is in `RuleValidation`, `MatchResourcesValidation` and `MatchConditionValidation`.
@NullMarked
package dev.drover.server.kinds.admissionregistration;

import org.jspecify.annotations.NullMarked;
