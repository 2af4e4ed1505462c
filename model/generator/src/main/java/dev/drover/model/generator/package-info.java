/// Turns the type table into the classes of the model.
///
/// Reading order, which is the order of the data: [dev.drover.model.generator.Main] reads the
/// table, [dev.drover.model.generator.Model] decides what becomes a class, and the writers write:
/// [dev.drover.model.generator.StructWriter] a class, [dev.drover.model.generator.BuilderWriter]
/// its builder, [dev.drover.model.generator.PackageWriter] what a package needs besides, and
/// [dev.drover.model.generator.RootWriter] the list of all kinds.
@NullMarked
package dev.drover.model.generator;

import org.jspecify.annotations.NullMarked;
