/// The objects of one kind at hand: what the informer has, with the writes of this program that it
/// lacks. Not exported.
///
/// Reading order: [CachedKind][dev.drover.runtime.cached.CachedKind], `OwnWrites`,
/// [InformerSource][dev.drover.runtime.cached.InformerSource] (changes as a source of requests),
/// [ObjectForms][dev.drover.runtime.cached.ObjectForms].
@NullMarked
package dev.drover.runtime.cached;

import org.jspecify.annotations.NullMarked;
