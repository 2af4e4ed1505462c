/// The OpenAPI documents: what the served resources are made of and how they are called, as
/// `kubectl explain`, `kubectl apply` and generators of clients read it.
///
/// Made from the schema table and from the schemas of custom resource definitions; without
/// descriptions, which are Kubernetes' own text. Reading order:
/// [dev.drover.server.openapi.Operations], [dev.drover.server.openapi.Schemas], then
/// [dev.drover.server.openapi.DocumentWriter] and the two endpoints.
@NullMarked
package dev.drover.server.openapi;

import org.jspecify.annotations.NullMarked;
