/// Aggregated API servers: each `APIService` with a service names a version of a group that another
/// server serves.
///
/// Reading order: [AggregatedApis], `Backend`, `BackendClient`, [AggregationRouter].
@NullMarked
package dev.drover.server.aggregation;

import org.jspecify.annotations.NullMarked;
