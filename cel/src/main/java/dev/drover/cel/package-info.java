/// Kubernetes' dialect of CEL over JSON trees: parsed, checked against a schema, evaluated with a
/// limit on its cost.
///
/// Reading order: `CelEnvironment` compiles expressions to a `CelProgram`; `CelSchema` says what
/// types and values the trees have.
@NullMarked
package dev.drover.cel;

import org.jspecify.annotations.NullMarked;
