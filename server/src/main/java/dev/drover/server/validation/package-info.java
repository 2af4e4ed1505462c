/// Checks that several kinds share: selectors, quantities, addresses, references, formats of
/// strings, with the error texts of Kubernetes.
///
/// Reading order: [FieldValidator], which walks an object and collects field errors; then the check
/// in question.
@NullMarked
package dev.drover.server.validation;

import org.jspecify.annotations.NullMarked;
