/// The kind `CustomResourceDefinition` of `apiextensions.k8s.io`. What a definition leads to is in
/// [dev.drover.server.custom].
///
/// Reading order: [CustomResourceDefinitionStrategy], `CustomResourceDefinitionValidation`,
/// `SchemaValidation`, `StructuralSchemaValidation`.
@NullMarked
package dev.drover.server.kinds.apiextensions;

import org.jspecify.annotations.NullMarked;
