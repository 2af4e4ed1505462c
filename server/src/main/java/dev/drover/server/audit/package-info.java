/// The audit log: which requests are recorded, how much of them, and where the records go.
///
/// Reading order: [AuditPolicy], [AuditLog], [AuditRecord], `AuditFile`.
@NullMarked
package dev.drover.server.audit;

import org.jspecify.annotations.NullMarked;
