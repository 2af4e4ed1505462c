/// Custom resources: serves what custom resource definitions define. The validation of the
/// definitions themselves is in [dev.drover.server.kinds.apiextensions].
///
/// Reading order: [CustomResources] accepts the names of a definition, serves its versions and
/// cleans up after it; `CustomResourceFactory` makes a resource of each version;
/// [CustomResourceStrategy] validates its objects, by the schema of
/// [dev.drover.schema.StructuralSchema]; [Conversion] converts between versions.
@NullMarked
package dev.drover.server.custom;

import org.jspecify.annotations.NullMarked;
