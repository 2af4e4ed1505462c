/// The built-in kinds. Each API group has a package of its own below this one, with a
/// [dev.drover.server.core.GroupDefinition] that names everything special about its kinds.
///
/// Reading order: [BuiltInGroups] lists the groups; [BuiltInResources] makes the served resources
/// from the schema table and the definitions. Then one group, for example
/// [dev.drover.server.kinds.apps.AppsGroup].
@NullMarked
package dev.drover.server.kinds;

import org.jspecify.annotations.NullMarked;
