import dev.drover.model.core.v1.ConfigMap;
import dev.drover.testkit.trial.ControllerTrial;
import dev.drover.testkit.trial.Trial;
import org.junit.jupiter.api.Tag;

@Tag("slow") // of this repository's build: not in its quick run
class LeaderElectionTrialTest {
  @ControllerTrial(plans = 12)
  void leaderMarksEveryMenu(Trial trial) {
    workload(trial);
  }

  @Tag("soak")
  @ControllerTrial(budgetSeconds = 240, pairs = 1000)
  void leaderSurvivesAllPlansAndManyPairs(Trial trial) {
    workload(trial);
  }

  private static void workload(Trial trial) {
    trial.program(args -> new LeaderElection().main(args));
    trial.create(ConfigMap.named("", "menu").with(m -> m.data("scoops", "1")));
    trial.edit(ConfigMap.class, "menu", menu -> menu.with(m -> m.data("scoops", "2")));
    trial.delete(ConfigMap.class, "menu");
  }
}
