/// The type table of the built-in kinds.
///
/// Reading order: [dev.drover.schema.SchemaTable], then what it holds:
/// [dev.drover.schema.TypeEntry], [dev.drover.schema.FieldEntry], [dev.drover.schema.KindEntry],
/// [dev.drover.schema.ObjectEntry].
@NullMarked
package dev.drover.schema;

import org.jspecify.annotations.NullMarked;
