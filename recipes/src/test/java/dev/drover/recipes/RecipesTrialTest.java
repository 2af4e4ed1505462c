package dev.drover.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.batch.v1.Job;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.recipes.children.ConfigHash;
import dev.drover.recipes.children.GeneratedSecret;
import dev.drover.recipes.children.GenerationJob;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import dev.drover.testkit.trial.ControllerTrial;
import dev.drover.testkit.trial.Trial;
import dev.drover.testkit.trial.TrialOptions;
import dev.drover.testkit.trial.TrialSummary;
import dev.drover.testkit.trial.Trials;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Recipes survive crashes, failures, stale views and other writers at every call.
@Tag("slow")
class RecipesTrialTest {
  private static final String FINALIZER = "recipes.drover.dev/clean";

  private static RecipeBuilder<Cone, Cone.Status> cones(Manager manager) {
    manager.install(Cone.class);
    return Recipes.controllerFor(manager, Cone.class);
  }

  /// A config map for each scoop.
  private static Generated<Cone.Status> scoops(Cone cone) {
    List<KubernetesObject> children = new ArrayList<>();
    for (int i = 0; i < cone.spec().scoops(); i++) {
      children.add(
          ConfigMap.named(cone.namespace(), cone.name() + "-" + i)
              .with(m -> m.data("of", String.valueOf(cone.spec().scoops()))));
    }
    return Generated.<Cone.Status>of(children).withStatus(cone.served());
  }

  /// Grows, shrinks and goes.
  private static void life(Trial trial) {
    trial.create(Cone.of("", "a", 1));
    trial.edit(Cone.class, "a", cone -> cone.withScoops(3));
    trial.edit(Cone.class, "a", cone -> cone.withScoops(1));
    trial.delete(Cone.class, "a");
  }

  private static void generating(Trial trial) {
    trial.manager(
        m ->
            cones(m)
                .children(ConfigMap.class)
                .condition(Cone.READY)
                .generate("cone", (cone, _) -> scoops(cone)));
    life(trial);
  }

  @ControllerTrial(plans = 12)
  void generatingHandlerSurvives(Trial trial) {
    generating(trial);
  }

  @Tag("soak")
  @ControllerTrial(budgetSeconds = 150, pairs = 500)
  void generatingHandlerSurvivesAllPlans(Trial trial) {
    generating(trial);
  }

  private static void childrenFirst(Trial trial) {
    trial.manager(
        m ->
            cones(m)
                .children(ConfigMap.class)
                .onRemove(FINALIZER, cone -> cone.spec().scoops() > 0, (_, _) -> Result.done())
                .removeChildrenFirst("recipes.drover.dev/children")
                .generate("cone", (cone, _) -> scoops(cone)));
    trial.create(Cone.of("", "a", 2));
    trial.delete(Cone.class, "a");
    trial.create(Cone.of("", "a", 1));
  }

  @ControllerTrial(plans = 12)
  void removalOfChildrenBeforeTheirOwnerSurvives(Trial trial) {
    childrenFirst(trial);
  }

  @Tag("soak")
  @ControllerTrial(budgetSeconds = 150, pairs = 500)
  void removalOfChildrenBeforeTheirOwnerSurvivesAllPlans(Trial trial) {
    childrenFirst(trial);
  }

  /// It saw the deletion a second time, and members in its cache that were gone.
  @Test
  void removalByAnOldCacheBeginsNoInventory() {
    TrialSummary summary =
        Trials.run(
            "removal",
            TrialOptions.defaults().with(o -> o.replay("stale=patch_cones_a#3@2")),
            RecipesTrialTest::childrenFirst);
    assertThat(summary.plans()).isEqualTo(1);
  }

  private static void statuses(Trial trial) {
    trial.manager(
        m ->
            cones(m)
                .condition(Cone.READY)
                .related(ConfigMap.class, RelatedResources.all(m.client(), Kind.of(Cone.class)))
                .status((cone, _) -> cone.served()));
    trial.create(Cone.of("", "a", 1));
    trial.edit(Cone.class, "a", cone -> cone.withScoops(2));
    trial.delete(Cone.class, "a");
  }

  @ControllerTrial(plans = 8)
  void statusHandlerSurvives(Trial trial) {
    statuses(trial);
  }

  @Tag("soak")
  @ControllerTrial(budgetSeconds = 120, pairs = 200)
  void statusHandlerSurvivesAllPlans(Trial trial) {
    statuses(trial);
  }

  /// A generated password, a deployment that restarts with its configuration, a job for each
  /// generation.
  private static void handles(Trial trial) {
    trial.manager(
        m ->
            cones(m)
                .children(ConfigMap.class, Deployment.class, Job.class, Secret.class)
                .generate(
                    "cone",
                    (cone, ctx) -> {
                      Secret password =
                          GeneratedSecret.named(cone.namespace(), "password")
                              .value("password", GeneratedSecret.text(12))
                              .rotateAfter(Duration.ofDays(3650))
                              .ownedBy(cone)
                              .ensure(ctx.client(), ctx.clock())
                              .secret();
                      ConfigMap config =
                          ConfigMap.named(cone.namespace(), "config")
                              .with(c -> c.data("n", String.valueOf(cone.spec().scoops())));
                      return Generated.<Cone.Status>of(
                              config,
                              ConfigHash.of(config, password).on(web(cone)),
                              GenerationJob.of(cone, job(cone)).job())
                          .withStatus(cone.served());
                    }));
    trial.create(Cone.of("", "a", 1));
    trial.edit(Cone.class, "a", cone -> cone.withScoops(2));
    trial.delete(Cone.class, "a");
  }

  private static Deployment web(Cone cone) {
    return Deployment.named(cone.namespace(), "web")
        .with(
            d ->
                d.spec(
                    s ->
                        s.matchLabel("app", "web")
                            .template(
                                t -> t.label("app", "web").container("c", c -> c.image("a:1")))));
  }

  private static Job job(Cone cone) {
    return Job.named(cone.namespace(), "migrate")
        .with(
            j ->
                j.spec(
                    s ->
                        s.template(
                            t ->
                                t.spec(p -> p.restartPolicy("Never"))
                                    .container("c", c -> c.image("a:1")))));
  }

  @ControllerTrial(plans = 8)
  void childrenHandlesSurvive(Trial trial) {
    handles(trial);
  }

  @Tag("soak")
  @ControllerTrial(budgetSeconds = 150, pairs = 300)
  void childrenHandlesSurviveAllPlans(Trial trial) {
    handles(trial);
  }
}
