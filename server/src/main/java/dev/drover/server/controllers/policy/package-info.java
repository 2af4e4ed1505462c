/// Controllers that compute the status of limits: disruption budgets and resource quotas.
@NullMarked
package dev.drover.server.controllers.policy;

import org.jspecify.annotations.NullMarked;
