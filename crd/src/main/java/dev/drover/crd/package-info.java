/// Custom resources without a server.
///
/// ```java
/// Validator validator = Validator.of(Shop.class);
/// Validation found = validator.validate(shop);          // kube-apiserver's rules and words
/// System.out.println(found.message());
/// ```
///
/// Reading order: [dev.drover.crd.Validator] and [dev.drover.crd.Validation];
/// [dev.drover.crd.CrdDiff] compares two definitions; [dev.drover.crd.OpenApiDocument] writes
/// definitions as an OpenAPI document; [dev.drover.crd.RecordSources] writes records for an
/// existing definition.
@NullMarked
package dev.drover.crd;

import org.jspecify.annotations.NullMarked;
