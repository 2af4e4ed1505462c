/// What `kubectl get` shows of built-in kinds: their columns, and the cells of an object.
///
/// [BuiltInColumns] knows the columns of every kind; the classes next to it have them by subject.
@NullMarked
package dev.drover.server.table;

import org.jspecify.annotations.NullMarked;
