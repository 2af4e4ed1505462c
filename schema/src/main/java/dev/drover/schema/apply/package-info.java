/// Server-side apply: which manager owns which field of an object, and how an applied configuration
/// is merged into it.
///
/// Reading order: [dev.drover.schema.apply.ServerSideApply] is the entrance;
/// [dev.drover.schema.apply.FieldSet] is what an owner owns; `ManagedFields` are the owners with
/// their sets, `Owners` the rules by which that changes, and `Comparison`, `TreeMerge`,
/// `TreeRemoval` and `OwnedPaths` walk trees by their [dev.drover.schema.Structure].
///
/// In Go: `sigs.k8s.io/structured-merge-diff` and `k8s.io/apimachinery/pkg/util/managedfields`.
@NullMarked
package dev.drover.schema.apply;

import org.jspecify.annotations.NullMarked;
