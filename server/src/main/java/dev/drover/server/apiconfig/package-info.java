/// The kinds by which users configure the API server itself: who else has a say in a write, which
/// requests go first, and which API groups are served elsewhere.
///
/// Reading order: [FlowSchemaStrategy] and [PriorityLevelStrategy], [WebhookStrategy], then the
/// policies: [PolicyStrategy] and [PolicyBindingStrategy].
@NullMarked
package dev.drover.server.apiconfig;

import org.jspecify.annotations.NullMarked;
