package dev.drover.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Kind;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.recipes.children.ConfigHash;
import dev.drover.recipes.children.GeneratedSecret;
import dev.drover.recipes.condition.Conditions;
import dev.drover.recipes.condition.Summary;
import dev.drover.recipes.set.Adoption;
import dev.drover.recipes.set.DesiredSet;
import dev.drover.recipes.set.SetMembership;
import dev.drover.recipes.testing.OnCluster;
import dev.drover.runtime.Context;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import dev.drover.runtime.lasso.FactoryOptions;
import dev.drover.runtime.lasso.SharedControllerFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The code of the page about recipes.
class RecipesPageTest extends OnCluster {
  private Cone cone() {
    manager("install").install(Cone.class);
    return client.create(Cone.of(namespace, "vanilla", 2));
  }

  @Test
  void desiredSet() {
    Cone cone = cone();
    ConfigMap prices = ConfigMap.named(namespace, "prices").with(m -> m.data("tea", "2"));
    ConfigMap menu = ConfigMap.named(namespace, "menu");
    // tag::set
    DesiredSet set =
        DesiredSet.of(client, "shop") // the id of the set, and its field manager
            .ownedBy(cone)
            .with(o -> o.adopt(Adoption.unowned()).allowOtherNamespaces(true));
    System.out.println(set.plan(List.of(prices, menu))); // what it would do
    set.execute(List.of(prices, menu)); // creates both
    set.execute(List.of(prices)); // deletes the menu
    set.remove(); // deletes everything
    // end::set
    assertThat(maps()).isEmpty();
    set.execute(List.of(prices));
    // tag::owner
    var owner =
        SetMembership.of(client.get(ConfigMap.class, namespace, "prices"))
            .flatMap(member -> member.findOwner(client, Kind.of(Cone.class)));
    // end::owner
    assertThat(owner.map(Cone::name)).contains("vanilla");
  }

  @Test
  void statusHandlerOfAManager() throws Exception {
    Manager manager = manager("cones", o -> o.namespaces(namespace));
    manager.install(Cone.class);
    // tag::status
    Recipes.<Cone, Cone.Status>controllerFor(manager, Cone.class)
        .condition(
            Cone.READY) // true after a run that worked, false with the message of one that failed
        .onRemove("example.com/freezer", cone -> cone.spec().scoops() > 9, Freezers::release)
        .status((cone, ctx) -> cone.served());
    // end::status
    manager.start();
    client.create(Cone.of(namespace, "vanilla", 2));
    manager.settle(SOON);
    Cone now = client.get(Cone.class, namespace, "vanilla");
    assertThat(Conditions.of(now.status().conditions()).isTrue("Ready")).isTrue();
  }

  private static final class Freezers {
    static Result release(Cone cone, Context<Cone> ctx) {
      ctx.log().info("releases the freezer of {}", cone.name());
      return Result.done();
    }
  }

  @Test
  void handlersOfSharedControllers() throws Exception {
    FactoryOptions options = FactoryOptions.defaults().with(o -> o.namespaces(namespace));
    SharedControllerFactory factory = opened(SharedControllerFactory.fromConfig(config, options));
    factory.install(Cone.class);
    // tag::lasso
    var cones = factory.forObject(Cone.class);
    var recipes = Recipes.over(factory);
    recipes.registerGeneratingHandler(
        cones,
        "cone",
        (cone, status) ->
            Generated.of(ConfigMap.named(cone.namespace(), cone.name())).withStatus(cone.served()),
        ConfigMap.class);
    recipes.relatedResources(EventMapper.label("cone"), cones, factory.forObject(Secret.class));
    // end::lasso
    factory.start(2);
    client.create(Cone.of(namespace, "vanilla", 2));
    factory.settle(SOON);
    assertThat(maps()).containsExactly("vanilla");
  }

  @Test
  void conditionsAndSummaries() {
    Cone cone = cone();
    InstantSource clock = InstantSource.system();
    // tag::conditions
    var conditions =
        Conditions.of(cone.served().conditions())
            .observed(cone, clock)
            .setTrue("Ready", "Scooped", "2 scoops are served")
            .clear("Melting");
    // end::conditions
    assertThat(conditions.isTrue("Ready")).isTrue();
    Deployment deployment = Deployment.named(namespace, "web");
    // tag::summary
    Summary summary = Summary.of(deployment); // PROGRESSING: replicas: 0 of 1
    Cone ready = Summary.awaitReady(client, cone, Duration.ofMinutes(1));
    // end::summary
    assertThat(summary.isReady()).isFalse();
    assertThat(ready.name()).isEqualTo("vanilla");
  }

  @Test
  void childrenOfEverydayUse() {
    Cone cone = cone();
    InstantSource clock = InstantSource.system();
    // tag::children
    var password =
        GeneratedSecret.named(namespace, "password")
            .value("password", GeneratedSecret.text(24))
            .rotateAfter(Duration.ofDays(30))
            .ownedBy(cone)
            .ensure(client, clock);
    var config = ConfigMap.named(namespace, "config").with(m -> m.data("scoops", "2"));
    var deployment =
        ConfigHash.of(config, password.secret()).on(Deployment.named(namespace, "web"));
    // end::children
    assertThat(deployment.spec().template().metadata().annotations())
        .containsKey(ConfigHash.ANNOTATION);
  }
}
