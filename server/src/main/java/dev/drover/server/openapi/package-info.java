/// The OpenAPI documents, versions 2 and 3, of built-in and custom resources.
///
/// They are made from the schema table and from the schemas of custom resource definitions, and
/// carry no descriptions, which are Kubernetes' own text, except for `metadata`.
///
/// Reading order:
/// 1. `Operations` with `Operation`: the paths of a resource.
/// 2. `Schemas` with `SchemaNames`, `TypeFacts`, `TypeKinds`, `AtomicTypes`, `MetadataTexts` and
///    `CustomSchema`: the types of bodies.
/// 3. `DocumentWriter` with `OpenApiVersion`: a document as JSON; `DocumentProtobuf` with
///    `ProtobufWriter`: as protobuf.
/// 4. [OpenApi] and `CachedContent`: serves the documents.
///
/// [KindSchemas] has the schema of one kind without references, for type checks.
@NullMarked
package dev.drover.server.openapi;

import org.jspecify.annotations.NullMarked;
