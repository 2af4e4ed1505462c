/// The rules that kube-apiserver has for custom resources. For [dev.drover.crd.Validator] and the
/// API server.
///
/// Reading order: [dev.drover.crd.engine.CustomObjectValidation] checks whole objects;
/// [dev.drover.crd.engine.RuleValidator] evaluates the rules of a schema (`CompiledRule`,
/// `RuleRun`, `RulePath`, with `Correlation` for what changed); `ListItemValidation`,
/// `EmbeddedObjectValidation` and `ScaleValidation` check what a schema cannot say;
/// [dev.drover.crd.engine.MetadataValidation] and [dev.drover.crd.engine.ObjectMetaValidation]
/// check metadata.
@NullMarked
package dev.drover.crd.engine;

import org.jspecify.annotations.NullMarked;
