/// Conditions of objects, and what they and the rest of a status say of the whole object.
///
/// Reading order: [Conditions][dev.drover.recipes.condition.Conditions] changes a list of
/// conditions; [Summary][dev.drover.recipes.condition.Summary] reads the status of any object, by
/// `Workloads` and `PodlessKinds` for built-in kinds and by the convention of conditions for
/// others.
@NullMarked
package dev.drover.recipes.condition;

import org.jspecify.annotations.NullMarked;
