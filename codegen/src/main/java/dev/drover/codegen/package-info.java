/// Annotation processors for records that are kinds: [dev.drover.codegen.KindProcessor] for what
/// depends on one source file, [dev.drover.codegen.DefinitionProcessor] for definitions.
///
/// Reading order: [dev.drover.codegen.KindProcessor] finds the records of a source file;
/// `RecordChecks` reports mistakes, `Descriptions` writes Javadoc into a resource, `WithMethods`
/// writes interfaces, `RecordCodecs` with `CodecSource` codecs, `KindConstants` a constant for each
/// kind. [dev.drover.codegen.DefinitionProcessor] finds all kinds, those that are not compiled
/// again by `KindIndex`; `Definitions` writes the YAML of each, through an `OutlineLoader` that
/// makes classes of the types that are being compiled (`ClassOutline`, `ClassAnnotations`,
/// `ClassTypes`). `JavaModel` answers questions about types.
@NullMarked
package dev.drover.codegen;

import org.jspecify.annotations.NullMarked;
