package dev.drover.cli;

import dev.drover.api.ObjectMeta;
import dev.drover.testkit.trial.ControllerTrial;
import dev.drover.testkit.trial.Trial;
import org.junit.jupiter.api.Tag;

/// The controller of the demo survives crashes, failures and stale views at every call.
@Tag("slow")
class DemoTrialTest {
  private static void workload(Trial trial) {
    trial.manager(
        m -> {
          m.install(Icecream.class);
          IcecreamController.addTo(m);
        });
    trial.create(
        new Icecream(
            ObjectMeta.builder().name("vanilla").build(), new Icecream.Spec("vanilla", 1), null));
    trial.edit(
        Icecream.class,
        "vanilla",
        i -> new Icecream(i.metadata(), new Icecream.Spec("vanilla", 2), i.status()));
    trial.delete(Icecream.class, "vanilla");
  }

  @ControllerTrial(plans = 8)
  void controllerOfTheDemoSurvives(Trial trial) {
    workload(trial);
  }

  @Tag("soak")
  @ControllerTrial(budgetSeconds = 280, pairs = 300)
  void controllerOfTheDemoSurvivesAllPlans(Trial trial) {
    workload(trial);
  }
}
