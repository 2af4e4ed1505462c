/// The embedded server against the real one: every case is a short conversation that both must
/// answer alike.
///
/// Reading order: [dev.drover.server.conformance.Cases] collects the cases of a subject,
/// [dev.drover.server.conformance.Session] is what a case speaks through,
/// [dev.drover.server.conformance.Normalizer] takes out of the answers what may differ (uids,
/// times, numbers of revisions), [dev.drover.server.conformance.Comparison] compares the rest, and
/// [dev.drover.server.conformance.KnownDifferences] lists what must remain, with reasons.
package dev.drover.server.conformance;
