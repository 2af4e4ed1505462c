package dev.drover.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Condition;
import dev.drover.api.KubernetesObject;
import dev.drover.client.ManualTime;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.recipes.condition.Conditions;
import dev.drover.recipes.testing.OnCluster;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.lasso.FactoryOptions;
import dev.drover.runtime.lasso.SharedController;
import dev.drover.runtime.lasso.SharedControllerFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Generating and status handlers and related resources of shared controllers.
abstract class LassoRecipesContract extends OnCluster {
  private SharedControllerFactory factory;
  private SharedController<Cone> cones;
  private LassoRecipes recipes;

  @BeforeEach
  void install() {
    factory =
        opened(
            SharedControllerFactory.fromConfig(
                config, FactoryOptions.defaults().with(o -> o.namespaces(namespace))));
    factory.install(Cone.class);
    cones = factory.forObject(Cone.class);
    recipes = Recipes.over(factory);
  }

  private Generated<Cone.Status> generated(Cone cone) {
    List<KubernetesObject> children = new ArrayList<>();
    for (int i = 0; i < cone.spec().scoops(); i++) {
      children.add(ConfigMap.named(cone.namespace(), cone.name() + "-" + i));
    }
    return Generated.<Cone.Status>of(children).withStatus(cone.served());
  }

  private Cone live() {
    return client.get(Cone.class, namespace, "a");
  }

  @Test
  void generatingHandlerKeepsChildrenAndStatus() throws Exception {
    recipes.registerGeneratingHandler(cones, "cone", (cone, _) -> generated(cone), ConfigMap.class);
    factory.start(2);
    client.create(Cone.of(namespace, "a", 2));
    factory.settle(SOON);
    assertThat(maps()).containsExactly("a-0", "a-1");
    assertThat(live().status().scoops()).isEqualTo(2);
    client.delete(client.get(ConfigMap.class, namespace, "a-0"));
    eventually("the child is back", () -> maps().contains("a-0"));
    client.edit(live(), cone -> cone.withScoops(1));
    eventually("pruned", () -> maps().size() == 1);
    client.delete(live());
    eventually("gone", () -> maps().isEmpty() && inventories(namespace).isEmpty());
  }

  @Test
  void inventoryThatAnotherClientDeletesIsRestored() throws Exception {
    recipes.registerGeneratingHandler(cones, "cone", (cone, _) -> generated(cone), ConfigMap.class);
    factory.start(2);
    client.create(Cone.of(namespace, "a", 2));
    eventually("created", () -> maps().size() == 2);
    factory.settle(SOON);
    client.delete(inventories(namespace).getFirst());
    eventually("it is restored", () -> inventories(namespace).size() == 1);
  }

  @Test
  void missedDeletionIsSweptAtTheNextStart() throws Exception {
    recipes.registerGeneratingHandler(cones, "cone", (cone, _) -> generated(cone), ConfigMap.class);
    factory.start(2);
    client.create(Cone.of(namespace, "a", 2));
    eventually("created", () -> maps().size() == 2);
    factory.settle(SOON);
    factory.close();
    client.delete(live());
    install();
    recipes.registerGeneratingHandler(cones, "cone", (cone, _) -> generated(cone), ConfigMap.class);
    factory.start(2);
    eventually("swept", () -> maps().isEmpty() && inventories(namespace).isEmpty());
  }

  @Test
  void statusHandlerWritesStatusAndCondition() throws Exception {
    AtomicBoolean fails = new AtomicBoolean(true);
    recipes.registerStatusHandler(
        cones,
        "status",
        Cone.READY,
        (cone, status) -> {
          if (fails.get()) {
            throw new IllegalStateException("no milk");
          }
          return cone.served();
        });
    factory.start(2);
    client.create(Cone.of(namespace, "a", 2));
    eventually("failed", () -> live().status() != null);
    assertThat(Conditions.of(live().status().conditions()).isFalse("Ready")).isTrue();
    fails.set(false);
    eventually("worked", () -> Conditions.of(live().status().conditions()).isTrue("Ready"));
    assertThat(live().status().scoops()).isEqualTo(2);
  }

  @Test
  void conditionChangesAtTheTimeOfTheFactory() throws Exception {
    ManualTime time = new ManualTime(Instant.parse("2031-01-01T00:00:00Z"));
    SharedControllerFactory timed =
        opened(
            SharedControllerFactory.fromConfig(
                config, FactoryOptions.defaults().with(o -> o.namespaces(namespace).time(time))));
    Recipes.over(timed)
        .registerStatusHandler(
            timed.forObject(Cone.class), "status", Cone.READY, (cone, _) -> cone.served());
    timed.start(1);
    client.create(Cone.of(namespace, "a", 2));
    eventually("written", () -> live().status() != null);
    assertThat(Conditions.of(live().status().conditions()).find("Ready").orElseThrow())
        .extracting(Condition::lastTransitionTime)
        .isEqualTo(Instant.parse("2031-01-01T00:00:00Z"));
  }

  @Test
  void relatedResourcesEnqueueByResolverAlsoForDeletions() throws Exception {
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    cones.registerHandler(
        "see",
        (key, cone) -> {
          seen.add(key.name());
          return cone;
        });
    AutoCloseable related =
        recipes.relatedResources(EventMapper.label("cone"), cones, factory.forObject(Secret.class));
    factory.start(2);
    client.create(Cone.of(namespace, "a", 2));
    factory.settle(SOON);
    seen.clear();
    Secret secret = client.create(Secret.named(namespace, "s").with(s -> s.label("cone", "a")));
    eventually("the cone is seen", () -> seen.contains("a"));
    factory.settle(SOON);
    seen.clear();
    client.delete(secret);
    eventually("the cone is seen", () -> seen.contains("a"));
    related.close();
    factory.settle(SOON);
    seen.clear();
    client.create(Secret.named(namespace, "t").with(s -> s.label("cone", "a")));
    factory.settle(SOON);
    assertThat(seen).isEmpty();
  }

  @Test
  void optionsOfGeneratingHandlerAreHonoured() throws Exception {
    String other = otherNamespace();
    recipes.registerGeneratingHandler(
        cones,
        "cone",
        (cone, _) ->
            Generated.<Cone.Status>of(
                    ConfigMap.named(cone.namespace(), "near"), ConfigMap.named(other, "far"))
                .withStatus(cone.served()),
        options ->
            options
                .children(ConfigMap.KIND)
                .set(o -> o.allowOtherNamespaces(true))
                .condition(Cone.READY)
                .oncePerResourceVersion()
                .sweepEvery(Duration.ofHours(1)));
    factory.start(2);
    client.create(Cone.of(namespace, "a", 1));
    eventually("ready", () -> live().status() != null && maps().size() == 1);
    assertThat(Conditions.of(live().status().conditions()).isTrue("Ready")).isTrue();
    assertThat(names(ConfigMap.KIND, other)).containsExactly("far");
    factory.settle(SOON);
    client.delete(client.get(ConfigMap.class, namespace, "near"));
    factory.settle(SOON);
    assertThat(maps()).as("applied once for each version of the owner").isEmpty();
    client.edit(live(), cone -> cone.withScoops(2));
    eventually("applied again", () -> maps().size() == 1);
    client.delete(live());
    eventually("gone", () -> maps().isEmpty() && names(ConfigMap.KIND, other).isEmpty());
  }

  @Test
  void ownerOfSharedControllerGoesAfterItsChildrenIfConfigured() throws Exception {
    recipes.registerGeneratingHandler(
        cones,
        "cone",
        (_, _) ->
            Generated.<Cone.Status>of(
                ConfigMap.named(namespace, "held")
                    .with(m -> m.metadata(b -> b.finalizer("example.com/hold")))),
        options ->
            options.children(ConfigMap.KIND).removeChildrenFirst("recipes.drover.dev/children"));
    factory.start(2);
    client.create(Cone.of(namespace, "a", 1));
    eventually("created", () -> maps().size() == 1);
    factory.settle(SOON);
    assertThat(live().metadata().finalizers()).containsExactly("recipes.drover.dev/children");
    client.delete(live());
    eventually(
        "its child is being deleted",
        () -> client.get(ConfigMap.class, namespace, "held").metadata().isDeleting());
    assertThat(live().metadata().isDeleting()).isTrue();
    client.removeFinalizer(client.get(ConfigMap.class, namespace, "held"), "example.com/hold");
    eventually("gone", () -> client.find(Cone.class, namespace, "a").isEmpty());
    assertThat(inventories(namespace)).isEmpty();
  }
}
