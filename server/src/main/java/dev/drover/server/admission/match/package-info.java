/// Which requests the webhooks and policies of clients are about.
///
/// Reading order: [RequestView] is a write in the versions that rules ask for; [ResourceRule] is
/// one rule; [Matching] applies rules and selectors to a write; [MatchConditions] are expressions
/// that must hold as well; [AdmissionExpressions] compiles expressions of admission, and
/// [AdmissionVariables] gives them their values.
@NullMarked
package dev.drover.server.admission.match;

import org.jspecify.annotations.NullMarked;
