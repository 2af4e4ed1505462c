/// The built-in kinds. Each API group has a package of its own below this one; this package puts
/// them together.
///
/// Reading order: [BuiltInResources] makes the served resources from the schema table,
/// `KindStrategies` and `StorageVersions` add what is special about a kind. Then one group, for
/// example [dev.drover.server.kinds.apps].
@NullMarked
package dev.drover.server.kinds;

import org.jspecify.annotations.NullMarked;
