package dev.drover.recipes;

import dev.drover.api.HasStatus;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.runtime.Manager;
import dev.drover.runtime.lasso.SharedControllerFactory;

/// Entry points of the recipes, in both styles.
///
/// ```java
/// Recipes.controllerFor(manager, Icecream.class)
///     .children(Deployment.class)
///     .related(Pod.class, EventMapper.label("icecream"))
///     .generate("icecream", (icecream, ctx) -> Generated.of(deploymentFor(icecream)));
///
/// Recipes.over(factory).registerGeneratingHandler(icecreams, "icecream",
///     (icecream, status) -> Generated.of(deploymentFor(icecream)));
/// ```
public final class Recipes {
  private Recipes() {}

  /// Begins a controller of a manager for the kind that a class stands for.
  ///
  /// @param <S> the type of its status
  public static <T extends KubernetesObject & HasStatus<S>, S> RecipeBuilder<T, S> controllerFor(
      Manager manager, Class<T> type) {
    return new RecipeBuilder<>(manager, Kind.of(type));
  }

  /// Handlers of shared controllers, in Wrangler's style.
  public static LassoRecipes over(SharedControllerFactory factory) {
    return new LassoRecipes(factory);
  }
}
