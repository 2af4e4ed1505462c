/// The OpenAPI documents, versions 2 and 3, of built-in and custom resources.
///
/// They are made from the schema table and from the schemas of custom resource definitions, and
/// carry no descriptions, which are Kubernetes' own text. Reading order: `Operations`, `Schemas`,
/// `DocumentWriter`, then [OpenApi], which serves them.
@NullMarked
package dev.drover.server.openapi;

import org.jspecify.annotations.NullMarked;
