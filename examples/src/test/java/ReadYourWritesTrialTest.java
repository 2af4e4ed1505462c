import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.testkit.trial.ControllerTrial;
import dev.drover.testkit.trial.Hazard;
import dev.drover.testkit.trial.Trial;
import org.junit.jupiter.api.Tag;

@Tag("slow") // of this repository's build: not in its quick run
class ReadYourWritesTrialTest {
  @ControllerTrial(plans = 12)
  void orderGetsItsScoopsAndMore(Trial trial) {
    workload(trial);
  }

  @Tag("soak")
  @ControllerTrial(budgetSeconds = 240, pairs = 1000)
  void scoopsSurviveAllPlansAndManyPairs(Trial trial) {
    workload(trial);
  }

  private static void workload(Trial trial) {
    // Generated names cannot collide, so a new process that sees the past makes too many: what it
    // wrote in an earlier life is not its own write. Names that follow from the order would do.
    trial.without(Hazard.STALE_VIEW);
    trial.always("no order has too many", r -> r.list(Secret.class).size() <= 3);
    trial.program(args -> new ReadYourWrites().main(args));
    trial.create(ConfigMap.named("", "order").with(m -> m.data("scoops", "2")));
    trial.edit(ConfigMap.class, "order", order -> order.with(m -> m.data("scoops", "3")));
    trial.delete(ConfigMap.class, "order");
  }
}
