import dev.drover.api.ObjectMeta;
import dev.drover.testkit.trial.ControllerTrial;
import dev.drover.testkit.trial.Trial;
import org.junit.jupiter.api.Tag;

@Tag("slow") // of this repository's build: not in its quick run
class IcecreamRecipeTrialTest {
  @ControllerTrial(plans = 8)
  void wholeProgramIsTried(Trial trial) {
    workload(trial);
  }

  @Tag("soak")
  @ControllerTrial(budgetSeconds = 240, pairs = 1000)
  void wholeProgramSurvivesAllPlansAndManyPairs(Trial trial) {
    workload(trial);
  }

  private static void workload(Trial trial) {
    trial.program(args -> new IcecreamRecipe().main(args));
    trial.create(icecream("vanilla"));
    trial.edit(
        IcecreamRecipe.Icecream.class,
        "vanilla",
        i ->
            new IcecreamRecipe.Icecream(
                i.metadata(), new IcecreamRecipe.Icecream.Spec("renamed", 3), i.status()));
    trial.delete(IcecreamRecipe.Icecream.class, "vanilla");
  }

  private static IcecreamRecipe.Icecream icecream(String name) {
    return new IcecreamRecipe.Icecream(
        ObjectMeta.builder().name(name).build(), new IcecreamRecipe.Icecream.Spec(name, 2), null);
  }
}
