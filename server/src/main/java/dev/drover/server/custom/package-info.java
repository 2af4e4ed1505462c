/// Custom resources: definitions and their rules, and what is served because of them.
///
/// Reading order: [DefinitionStrategy] takes a definition in, by [DefinitionRules] and
/// [SchemaRules]; [CustomResources] accepts its names, serves its versions and cleans up after it;
/// [DefinitionResources] makes resources of a definition; [CustomStrategy] has the rules of their
/// objects. What schemas demand of objects is the business of [dev.drover.schema.StructuralSchema].
/// [Conversion] is where webhooks have their place.
@NullMarked
package dev.drover.server.custom;

import org.jspecify.annotations.NullMarked;
