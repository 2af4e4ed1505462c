import dev.drover.api.ObjectMeta;
import dev.drover.model.core.v1.Namespace;
import dev.drover.testkit.trial.ControllerTrial;
import dev.drover.testkit.trial.Trial;
import org.junit.jupiter.api.Tag;

@Tag("slow") // of this repository's build: not in its quick run
class CoreOnlyTrialTest {
  @ControllerTrial(plans = 12)
  void quotaFollowsTheLabel(Trial trial) {
    workload(trial);
  }

  @Tag("soak")
  @ControllerTrial(budgetSeconds = 240, pairs = 1000)
  void quotaSurvivesAllPlansAndManyPairs(Trial trial) {
    workload(trial);
  }

  private static void workload(Trial trial) {
    trial.manager("quotas", m -> new CoreOnly().addTo(m), o -> o.namespaces()); // all of them
    String shop = trial.namespace() + "-shop";
    trial.create(Namespace.named(shop).with(n -> n.label("quota", "5")));
    trial.edit(Namespace.class, shop, n -> with(n, n.metadata().withLabel("quota", "7")));
    trial.edit(Namespace.class, shop, n -> with(n, n.metadata().withoutLabel("quota")));
    trial.edit(Namespace.class, shop, n -> with(n, n.metadata().withLabel("quota", "1")));
    trial.delete(Namespace.class, shop);
  }

  private static Namespace with(Namespace namespace, ObjectMeta metadata) {
    return namespace.with(n -> n.metadata(metadata));
  }
}
