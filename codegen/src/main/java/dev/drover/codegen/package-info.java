/// An annotation processor for records that are kinds: see [dev.drover.codegen.KindProcessor].
///
/// Reading order: [dev.drover.codegen.KindProcessor] finds the records of a source file;
/// `RecordChecks` reports mistakes, `Descriptions` writes Javadoc into a resource, `WithMethods`
/// writes interfaces, `RecordCodecs` with `CodecSource` codecs, `KindConstants` a constant for each
/// kind, `Definitions` the YAML of each, through an `OutlineLoader` that makes classes of the types
/// that are being compiled (`ClassOutline`, `ClassAnnotations`, `ClassTypes`). `JavaModel` answers
/// their questions about types.
@NullMarked
package dev.drover.codegen;

import org.jspecify.annotations.NullMarked;
