/// The kinds that every API server serves: which ones, and the rules of each.
///
/// Reading order: [BuiltInResources] lists them, `Rules` says which rules belong to which kind, and
/// each other file has the rules of one kind or of one part that several kinds share.
@NullMarked
package dev.drover.server.builtin;

import org.jspecify.annotations.NullMarked;
