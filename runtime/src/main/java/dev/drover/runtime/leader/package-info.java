/// Leader election by leases: one of several replicas works at a time.
///
/// Reading order: [LeaderElection], [LeaderOptions], [Leadership], `LeaseLock` (reads and writes
/// the lease), [LeadershipLostException].
@NullMarked
package dev.drover.runtime.leader;

import org.jspecify.annotations.NullMarked;
