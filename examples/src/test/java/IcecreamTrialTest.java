import dev.drover.api.ObjectMeta;
import dev.drover.model.core.v1.Pod;
import dev.drover.testkit.trial.ControllerTrial;
import dev.drover.testkit.trial.Trial;
import org.junit.jupiter.api.Tag;

@Tag("slow") // of this repository's build: not in its quick run
class IcecreamTrialTest {
  @ControllerTrial(plans = 12)
  void icecreamFollowsItsPodsAndIsRenamed(Trial trial) {
    workload(trial);
  }

  @Tag("soak")
  @ControllerTrial(budgetSeconds = 240, pairs = 1000)
  void icecreamSurvivesAllPlansAndManyPairs(Trial trial) {
    workload(trial);
  }

  private static void workload(Trial trial) {
    trial.manager(
        m -> {
          m.install(Icecream.Icecream.class);
          new Icecream().addTo(m);
        });
    trial.create(
        new Icecream.Icecream(
            ObjectMeta.builder().name("vanilla").build(),
            new Icecream.Icecream.Spec("vanilla", 2),
            null));
    trial.step("a pod appears", client -> client.create(pod(trial.namespace())));
    trial.edit(
        Icecream.Icecream.class,
        "vanilla",
        i ->
            new Icecream.Icecream(
                i.metadata(), new Icecream.Icecream.Spec("vanilla", 3), i.status()));
    trial.step(
        "the pod goes",
        client -> client.delete(client.get(Pod.class, trial.namespace(), "vanilla-1")));
    trial.delete(Icecream.Icecream.class, "vanilla");
  }

  private static Pod pod(String namespace) {
    return Pod.named(namespace, "vanilla-1")
        .with(
            p ->
                p.label("icecream", "vanilla")
                    .spec(s -> s.nodeName("worker-1").container("scoop", c -> c.image("nginx:1"))));
  }
}
