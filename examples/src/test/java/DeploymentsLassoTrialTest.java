import dev.drover.model.apps.v1.Deployment;
import dev.drover.testkit.trial.ControllerTrial;
import dev.drover.testkit.trial.Trial;
import org.junit.jupiter.api.Tag;

@Tag("slow") // of this repository's build: not in its quick run
class DeploymentsLassoTrialTest {
  @ControllerTrial(plans = 12)
  void deploymentsAreLabelledAndLabelledAgain(Trial trial) {
    workload(trial);
  }

  @Tag("soak")
  @ControllerTrial(budgetSeconds = 240, pairs = 1000)
  void labelsSurviveAllPlansAndManyPairs(Trial trial) {
    workload(trial);
  }

  private static void workload(Trial trial) {
    trial.factory(
        factory -> {
          var deployments = factory.forObject(Deployment.class);
          deployments.registerHandler(
              "team-label", (_, it) -> new DeploymentsLasso().labelled(deployments, it));
        });
    trial.create(web("web"));
    trial.edit(
        Deployment.class,
        "web",
        it ->
            it.with(
                d -> d.metadata(it.metadata().withoutLabel("team").withLabel("tier", "front"))));
    trial.create(web("ours").with(d -> d.label("team", "shop")));
    trial.delete(Deployment.class, "web");
  }

  private static Deployment web(String name) {
    return Deployment.named("", name)
        .with(
            d ->
                d.spec(
                    s ->
                        s.matchLabel("app", name)
                            .template(
                                t ->
                                    t.label("app", name)
                                        .container("web", c -> c.image("nginx:1")))));
  }
}
