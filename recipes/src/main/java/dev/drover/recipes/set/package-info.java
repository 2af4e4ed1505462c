/// Desired sets: objects that belong together, applied and pruned as one.
///
/// Reading order: [DesiredSet][dev.drover.recipes.set.DesiredSet] is the entry,
/// [SetOptions][dev.drover.recipes.set.SetOptions] what it may do. A `SetIdentity` names a set on
/// the cluster. An `Intent` is a described object with the marks of its set; the `Planner` compares
/// intents with what the cluster has (`OwnedFields` decides whether an object is as described) and
/// with the `Inventory` of the set, and gives a [Plan][dev.drover.recipes.set.Plan]; the
/// `Execution` carries it out, in the order of `KindOrder`. [SetMembership]
/// [dev.drover.recipes.set.SetMembership] finds the owner of a member,
/// [SetSweeper][dev.drover.recipes.set.SetSweeper] the sets that lost their owner.
@NullMarked
package dev.drover.recipes.set;

import org.jspecify.annotations.NullMarked;
