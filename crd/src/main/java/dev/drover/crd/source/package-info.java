/// Records as source code from definitions. Not exported: see [dev.drover.crd.RecordSources].
///
/// Reading order: [dev.drover.crd.source.KindText] writes a file with
/// [dev.drover.crd.source.RecordText], which chooses types with [dev.drover.crd.source.TypeChoice]
/// and writes what they do not say with [dev.drover.crd.source.Keywords]. Text gets into the source
/// only through [dev.drover.crd.source.JavaText] and [dev.drover.crd.source.JavaNames].
@NullMarked
package dev.drover.crd.source;

import org.jspecify.annotations.NullMarked;
