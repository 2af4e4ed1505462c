/// The printer columns of `kubectl get`: the columns of each built-in kind, and the cells of an
/// object.
///
/// Reading order: [Column] and [BuiltInColumns], then the columns by subject; `Cells` and `Ages`
/// format values.
@NullMarked
package dev.drover.server.table;

import org.jspecify.annotations.NullMarked;
