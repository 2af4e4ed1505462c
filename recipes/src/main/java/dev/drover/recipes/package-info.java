/// Handlers as in Wrangler: an object gives children and a status, the framework does the rest.
///
/// Reading order: [Recipes][dev.drover.recipes.Recipes] begins a controller of a manager,
/// [RecipeBuilder][dev.drover.recipes.RecipeBuilder] has its verbs;
/// [LassoRecipes][dev.drover.recipes.LassoRecipes] registers the same with shared controllers. Both
/// end in `StatusRun`, which writes a status with its condition, and in a
/// [DesiredSet][dev.drover.recipes.set.DesiredSet].
/// [GeneratingReconciler][dev.drover.recipes.GeneratingReconciler],
/// [StatusReconciler][dev.drover.recipes.StatusReconciler] and
/// [RemoveReconciler][dev.drover.recipes.RemoveReconciler] are reconcilers to use with any
/// controller. [RelatedResources][dev.drover.recipes.RelatedResources] maps changes of one kind to
/// objects of another; [Tasks][dev.drover.recipes.Tasks] run on the leader or again and again.
@NullMarked
package dev.drover.recipes;

import org.jspecify.annotations.NullMarked;
