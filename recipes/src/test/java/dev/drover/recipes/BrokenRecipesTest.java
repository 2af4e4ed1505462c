package dev.drover.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.drover.api.Kind;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.runtime.Manager;
import dev.drover.testkit.trial.Trial;
import dev.drover.testkit.trial.TrialFailure;
import dev.drover.testkit.trial.TrialOptions;
import dev.drover.testkit.trial.TrialSummary;
import dev.drover.testkit.trial.Trials;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Trials find handlers that use recipes wrongly, and their repaired twins pass.
class BrokenRecipesTest {
  /// @param plan that the broken one does not survive
  /// @param report what the report must say
  record Recipe(
      String name, Trial.Setup setup, Consumer<Trial> workload, String plan, List<String> report) {
    @Override
    public String toString() {
      return name;
    }

    void run(Trial trial) {
      trial.manager(setup);
      workload.accept(trial);
    }
  }

  private static final Consumer<Trial> LIFE =
      trial -> {
        trial.create(Cone.of("", "a", 1));
        trial.edit(Cone.class, "a", cone -> cone.withScoops(2));
        trial.delete(Cone.class, "a");
      };

  private static final Consumer<Trial> WITH_SECRET =
      trial -> {
        trial.create(Cone.of("", "a", 1));
        trial.create(Secret.named("", "topping"));
      };

  private static Stream<Recipe> broken() {
    return recipes(false);
  }

  private static Stream<Recipe> repaired() {
    return recipes(true);
  }

  private static Stream<Recipe> recipes(boolean repaired) {
    return Stream.of(
        new Recipe(
            "counts its runs in the status",
            m -> countsRuns(m, repaired),
            LIFE,
            "undisturbed",
            List.of("hot loop", "patch cones/status a")),
        new Recipe(
            "makes a child beside its set",
            m -> makesChildBesideSet(m, repaired),
            LIFE,
            "undisturbed",
            List.of("nothing is left", "secrets a-token")),
        new Recipe(
            "reads what it does not watch",
            m -> readsUnwatched(m, repaired),
            WITH_SECRET,
            "restart=now@2",
            List.of("a restart changes objects", "cones a")));
  }

  private static RecipeBuilder<Cone, Cone.Status> cones(Manager manager) {
    manager.install(Cone.class);
    return Recipes.controllerFor(manager, Cone.class);
  }

  private static void countsRuns(Manager manager, boolean repaired) {
    cones(manager)
        .status(
            (cone, _) -> {
              int runs = cone.status() == null ? 0 : cone.status().scoops();
              return repaired ? cone.served() : new Cone.Status(runs + 1, List.of());
            });
  }

  private static void makesChildBesideSet(Manager manager, boolean repaired) {
    cones(manager)
        .children(ConfigMap.class, Secret.class)
        .generate(
            "cone",
            (cone, ctx) -> {
              ConfigMap map = ConfigMap.named(cone.namespace(), cone.name());
              Secret token = Secret.named(cone.namespace(), cone.name() + "-token");
              if (repaired) {
                return Generated.of(map, token);
              }
              ctx.client().apply(token);
              return Generated.of(map);
            });
  }

  private static void readsUnwatched(Manager manager, boolean repaired) {
    var recipe = cones(manager);
    if (repaired) {
      recipe.related(Secret.class, RelatedResources.all(manager.client(), Kind.of(Cone.class)));
    }
    recipe.status(
        (cone, ctx) ->
            new Cone.Status(
                ctx.client().live().find(Secret.class, cone.namespace(), "topping").isPresent()
                    ? 2
                    : 1,
                List.of()));
  }

  @ParameterizedTest
  @MethodSource("broken")
  @Tag("slow")
  void wrongUseOfRecipeFailsWithReportOfCause(Recipe recipe) {
    TrialFailure found =
        catchThrowableOfType(
            TrialFailure.class, () -> Trials.run(recipe.name(), only(recipe), recipe::run));
    assertThat(found).isNotNull();
    recipe.report().forEach(text -> assertThat(found).hasMessageContaining(text));
    assertThat(found.replay()).isEqualTo(recipe.plan());
  }

  @ParameterizedTest
  @MethodSource("repaired")
  @Tag("slow")
  void rightUseOfRecipeSurvivesPlanOfWrongOne(Recipe recipe) {
    TrialSummary summary = Trials.run(recipe.name(), only(recipe), recipe::run);
    assertThat(summary.plans()).isEqualTo(1);
  }

  private static TrialOptions only(Recipe recipe) {
    return TrialOptions.defaults().with(o -> o.replay(recipe.plan()));
  }

  @Tag("soak")
  @ParameterizedTest
  @MethodSource("repaired")
  void rightUseOfRecipeSurvivesAllPlans(Recipe recipe) {
    TrialOptions all = TrialOptions.defaults().with(o -> o.budget(Duration.ofMinutes(2)));
    assertThat(Trials.run(recipe.name(), all, recipe::run).unrepeatable()).isEmpty();
  }
}
