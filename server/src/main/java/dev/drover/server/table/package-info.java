/// The printer columns of `kubectl get`: what a column is, and the cells that several kinds share.
/// The columns of a kind are in the package of its API group.
///
/// Reading order: [Column], [Columns], [Cells]; [Ages] formats times, [ColumnDescriptions] has the
/// texts of column definitions.
@NullMarked
package dev.drover.server.table;

import org.jspecify.annotations.NullMarked;
