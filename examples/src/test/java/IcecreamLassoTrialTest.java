import dev.drover.api.ObjectMeta;
import dev.drover.client.Client;
import dev.drover.model.core.v1.Pod;
import dev.drover.runtime.events.EventOptions;
import dev.drover.runtime.events.EventRecorder;
import dev.drover.testkit.trial.ControllerTrial;
import dev.drover.testkit.trial.Trial;
import org.junit.jupiter.api.Tag;

@Tag("slow") // of this repository's build: not in its quick run
class IcecreamLassoTrialTest {
  @ControllerTrial(plans = 12)
  void icecreamFollowsItsPodsAndChanges(Trial trial) {
    workload(trial);
  }

  @Tag("soak")
  @ControllerTrial(budgetSeconds = 240, pairs = 1000)
  void icecreamSurvivesAllPlansAndManyPairs(Trial trial) {
    workload(trial);
  }

  private static void workload(Trial trial) {
    trial.factory(
        factory -> {
          factory.install(IcecreamLasso.Icecream.class);
          Client client = factory.clients().client();
          // Not started, so nothing is written: an event is no part of what the handler promises.
          EventRecorder events = new EventRecorder(client, EventOptions.of("icecream-controller"));
          new IcecreamLasso().addTo(factory, client, events);
        });
    trial.create(
        new IcecreamLasso.Icecream(
            ObjectMeta.builder().name("vanilla").build(),
            new IcecreamLasso.Icecream.Spec("vanilla", 2),
            null));
    trial.step("a pod appears", client -> client.create(pod(trial.namespace())));
    trial.edit(
        IcecreamLasso.Icecream.class,
        "vanilla",
        i ->
            new IcecreamLasso.Icecream(
                i.metadata(), new IcecreamLasso.Icecream.Spec("vanilla", 3), i.status()));
    trial.step(
        "the pod goes",
        client -> client.delete(client.get(Pod.class, trial.namespace(), "vanilla-1")));
    trial.delete(IcecreamLasso.Icecream.class, "vanilla");
  }

  private static Pod pod(String namespace) {
    return Pod.named(namespace, "vanilla-1")
        .with(
            p ->
                p.label("icecream", "vanilla")
                    .spec(s -> s.nodeName("worker-1").container("scoop", c -> c.image("nginx:1"))));
  }
}
