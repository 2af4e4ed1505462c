/// What the server says about itself: which resources there are, what they are made of, which
/// version it is.
///
/// Everything is computed from the [dev.drover.server.core.Catalog] and kept until that changes.
/// Reading order: [dev.drover.server.discovery.ServedGroups], then the documents made from it.
@NullMarked
package dev.drover.server.discovery;

import org.jspecify.annotations.NullMarked;
