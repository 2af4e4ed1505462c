/// Discovery: `/api`, `/apis`, `/version` and the list of paths at `/`.
///
/// Everything is computed from [dev.drover.server.core.Catalog] and cached until that changes.
/// Reading order: `ServedGroups`, then the documents made from it: `LegacyDocuments` and
/// `AggregatedDocuments`; [Discovery] serves them.
@NullMarked
package dev.drover.server.discovery;

import org.jspecify.annotations.NullMarked;
