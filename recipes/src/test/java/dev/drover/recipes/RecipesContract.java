package dev.drover.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Condition;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.Patch;
import dev.drover.client.ListOption;
import dev.drover.client.ManualTime;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.recipes.condition.Conditions;
import dev.drover.recipes.set.DesiredSet;
import dev.drover.recipes.testing.OnCluster;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Generating, status and remove handlers of a manager.
abstract class RecipesContract extends OnCluster {
  private Manager manager;

  @BeforeEach
  void install() {
    manager = manager("cones", o -> o.namespaces(namespace));
    manager.install(Cone.class);
  }

  /// One ConfigMap for each scoop, and one in another namespace if the cone says so.
  private Generated<Cone.Status> generated(Cone cone) {
    List<KubernetesObject> children = new ArrayList<>();
    for (int i = 0; i < cone.spec().scoops(); i++) {
      children.add(ConfigMap.named(cone.namespace(), cone.name() + "-" + i));
    }
    if (cone.spec().other() != null) {
      children.add(ConfigMap.named(cone.spec().other(), cone.name()));
    }
    return Generated.<Cone.Status>of(children).withStatus(cone.served());
  }

  private Cone live(String name) {
    return client.get(Cone.class, namespace, name);
  }

  private Cone scoops(String name, int scoops) {
    return client.edit(live(name), cone -> cone.withScoops(scoops));
  }

  private RecipeBuilder<Cone, Cone.Status> cones() {
    return Recipes.<Cone, Cone.Status>controllerFor(manager, Cone.class);
  }

  @Test
  void childrenAreCreatedUpdatedAndDeletedWithTheirOwner() throws Exception {
    cones().children(ConfigMap.class).generate("cone", (cone, _) -> generated(cone));
    manager.start();
    client.create(Cone.of(namespace, "a", 2));
    manager.settle(SOON);
    assertThat(maps()).containsExactly("a-0", "a-1");
    assertThat(live("a").status().scoops()).isEqualTo(2);
    scoops("a", 1);
    manager.settle(SOON);
    assertThat(maps()).containsExactly("a-0");
    client.delete(client.get(ConfigMap.class, namespace, "a-0"));
    manager.settle(SOON);
    assertThat(maps()).as("a deleted child comes back").containsExactly("a-0");
    client.delete(live("a"));
    manager.settle(SOON);
    assertThat(maps()).as("children go with their owner").isEmpty();
    assertThat(inventories(namespace)).isEmpty();
  }

  @Test
  void inventoryThatAnotherClientDeletesIsRestored() throws Exception {
    cones().children(ConfigMap.class).generate("cone", (cone, _) -> generated(cone));
    manager.start();
    client.create(Cone.of(namespace, "a", 2));
    manager.settle(SOON);
    client.delete(inventories(namespace).getFirst());
    eventually("it is restored", () -> inventories(namespace).size() == 1);
    manager.settle(SOON);
    assertThat(inventories(namespace).getFirst().data().get("objects").lines()).hasSize(2);
  }

  @Test
  void inventoryLineThatAnotherClientRemovesIsRestored() throws Exception {
    cones().children(ConfigMap.class).generate("cone", (cone, _) -> generated(cone));
    manager.start();
    client.create(Cone.of(namespace, "a", 2));
    manager.settle(SOON);
    ConfigMap inventory = inventories(namespace).getFirst();
    String first = inventory.data().get("objects").lines().findFirst().orElseThrow();
    client.edit(inventory, i -> i.with(c -> c.data(Map.of("objects", first))));
    eventually(
        "it is restored",
        () -> inventories(namespace).getFirst().data().get("objects").lines().count() == 2);
  }

  @Test
  void setsAreSweptByTheTimeOfTheManager() throws Exception {
    ManualTime time = new ManualTime();
    Manager timed = manager("timed", o -> o.namespaces(namespace).time(time));
    Recipes.<Cone, Cone.Status>controllerFor(timed, Cone.class)
        .sweepEvery(Duration.ofHours(1))
        .generate("cone", (cone, _) -> generated(cone));
    timed.start();
    for (int sweep = 1; sweep <= 2; sweep++) { // the first may be that of the start
      DesiredSet.of(client, "cone")
          .ownedBy(Kind.of(Cone.class), ObjectKey.of(namespace, "gone"))
          .execute(List.of(map("left", "1")));
      AtomicInteger looks = new AtomicInteger();
      eventually(
          "swept",
          () -> {
            if (looks.getAndIncrement() % 100 == 0) { // caches need a while after each hour
              time.advance(Duration.ofHours(1));
            }
            return maps().isEmpty() && inventories(namespace).isEmpty();
          });
    }
  }

  @Test
  void generatingHandlersOfOneKindHaveSeparateSets() throws Exception {
    cones().children(ConfigMap.class).generate("cone", (cone, _) -> generated(cone));
    cones()
        .children(Secret.class)
        .controller(c -> c.named("cone-secrets"))
        .generate("secrets", (cone, _) -> Generated.<Cone.Status>of(Secret.named(namespace, "s")));
    manager.start();
    client.create(Cone.of(namespace, "a", 1));
    manager.settle(SOON);
    assertThat(maps()).containsExactly("a-0");
    assertThat(names(Secret.KIND, namespace)).containsExactly("s");
    assertThat(inventories(namespace)).hasSize(2);
    client.delete(live("a"));
    manager.settle(SOON);
    assertThat(maps()).isEmpty();
    assertThat(names(Secret.KIND, namespace)).isEmpty();
  }

  @Test
  void conditionsOfOtherWritersAreKept() throws Exception {
    cones().condition(Cone.READY).status((cone, _) -> cone.served());
    client.create(Cone.of(namespace, "a", 1));
    Condition odd =
        Condition.builder()
            .type("Odd")
            .status("True")
            .reason("It_is_so")
            .lastTransitionTime(Instant.EPOCH)
            .build();
    client.updateStatus(live("a"), new Cone.Status(0, List.of(odd)));
    manager.start();
    manager.settle(SOON);
    assertThat(ready("a").isTrue()).isTrue();
    assertThat(live("a").status().conditions()).contains(odd);
  }

  @Test
  void unchangedChildrenCauseNoRequest() throws Exception {
    cones()
        .children(ConfigMap.class)
        .condition(Cone.READY)
        .generate("cone", (cone, _) -> generated(cone));
    manager.start();
    client.create(Cone.of(namespace, "a", 2));
    manager.settle(SOON);
    requests.clear();
    client.patch(
        client.get(ConfigMap.class, namespace, "a-0"),
        Patch.merge("{\"metadata\":{\"labels\":{\"theirs\":\"1\"}}}"));
    manager.settle(SOON);
    assertThat(requests.writes()).as("only the test wrote").hasSize(1);
  }

  @Test
  void childrenInOtherNamespacesAreWatchedAndDeletedWithTheirOwner() throws Exception {
    String other = otherNamespace();
    manager = manager("wide", o -> o.namespaces(namespace, other));
    cones()
        .children(ConfigMap.class)
        .set(o -> o.allowOtherNamespaces(true))
        .generate("cone", (cone, _) -> generated(cone));
    manager.start();
    client.create(Cone.of(namespace, "a", 0).withOther(other));
    manager.settle(SOON);
    assertThat(names(ConfigMap.KIND, other)).containsExactly("a");
    client.delete(client.get(ConfigMap.class, other, "a"));
    manager.settle(SOON);
    assertThat(names(ConfigMap.KIND, other)).containsExactly("a");
    client.delete(live("a"));
    manager.settle(SOON);
    assertThat(names(ConfigMap.KIND, other)).isEmpty();
  }

  @Test
  void missedDeletionIsFoundAtTheNextStart() throws Exception {
    String other = otherNamespace();
    cones().set(o -> o.allowOtherNamespaces(true)).generate("cone", (cone, _) -> generated(cone));
    manager.start();
    client.create(Cone.of(namespace, "a", 1).withOther(other));
    manager.settle(SOON);
    manager.close();
    client.delete(live("a"));
    manager = manager("cones", o -> o.namespaces(namespace));
    cones().set(o -> o.allowOtherNamespaces(true)).generate("cone", (cone, _) -> generated(cone));
    manager.start();
    eventually("swept", () -> names(ConfigMap.KIND, other).isEmpty() && maps().isEmpty());
    eventually("no inventory", () -> inventories(namespace).isEmpty());
  }

  @Test
  void ownerIsDeletedAfterItsChildrenIfConfigured() throws Exception {
    cones()
        .children(ConfigMap.class)
        .removeChildrenFirst("recipes.drover.dev/children")
        .generate(
            "cone",
            (cone, _) ->
                Generated.<Cone.Status>of(
                    ConfigMap.named(namespace, "held")
                        .with(m -> m.metadata(b -> b.finalizer("example.com/hold")))));
    manager.start();
    client.create(Cone.of(namespace, "a", 1));
    manager.settle(SOON);
    client.delete(live("a"));
    manager.settle(SOON);
    assertThat(live("a").metadata().isDeleting()).isTrue();
    client.removeFinalizer(client.get(ConfigMap.class, namespace, "held"), "example.com/hold");
    eventually("gone", () -> client.find(Cone.class, namespace, "a").isEmpty());
    assertThat(inventories(namespace)).isEmpty();
  }

  @Test
  void failureIsWrittenToTheConditionAndClearedOnSuccess() throws Exception {
    AtomicReference<String> failure = new AtomicReference<>("no milk");
    cones()
        .condition(Cone.READY)
        .status(
            (cone, _) -> {
              if (failure.get() != null) {
                throw new IllegalStateException(failure.get());
              }
              return cone.served();
            });
    manager.start();
    client.create(Cone.of(namespace, "a", 3));
    eventually("failed", () -> live("a").status() != null);
    Condition failed = ready("a");
    assertThat(failed.status()).isEqualTo("False");
    assertThat(failed.reason()).isEqualTo(StatusFields.ERROR);
    assertThat(failed.message()).isEqualTo("no milk");
    assertThat(failed.observedGeneration()).isEqualTo(1);
    assertThat(live("a").status().scoops()).as("the status as it was").isZero();
    failure.set(null);
    eventually("worked", () -> ready("a").isTrue());
    assertThat(ready("a").reason()).isEqualTo(StatusFields.RECONCILED);
    assertThat(live("a").status().scoops()).isEqualTo(3);
  }

  private Condition ready(String name) {
    return Conditions.of(live(name).status().conditions()).find("Ready").orElseThrow();
  }

  @Test
  void conditionSetByTheHandlerIsKept() throws Exception {
    cones()
        .condition(Cone.READY)
        .status(
            (cone, ctx) ->
                new Cone.Status(
                    1,
                    Conditions.none()
                        .observed(cone, ctx.clock())
                        .setFalse("Ready", "Melting", "too warm")
                        .list()));
    manager.start();
    client.create(Cone.of(namespace, "a", 1));
    manager.settle(SOON);
    assertThat(ready("a").reason()).isEqualTo("Melting");
    String version = live("a").metadata().resourceVersion();
    requests.clear();
    manager.settle(SOON);
    assertThat(live("a").metadata().resourceVersion()).as("no write again").isEqualTo(version);
  }

  @Test
  void statusConflictCallsTheHandlerAgainWithTheNewerObject() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    cones()
        .status(
            (cone, _) -> {
              if (calls.incrementAndGet() == 1) {
                scoops("a", 7);
              }
              return cone.served();
            });
    manager.start();
    client.create(Cone.of(namespace, "a", 1));
    manager.settle(SOON);
    assertThat(live("a").status().scoops()).isEqualTo(7);
  }

  @Test
  void finalizerIsAddedOnlyToSelectedObjects() throws Exception {
    Queue<String> cleaned = new ConcurrentLinkedQueue<>();
    cones()
        .onRemove(
            "recipes.drover.dev/clean",
            cone -> cone.spec().scoops() > 1,
            (cone, _) -> {
              cleaned.add(cone.name());
              return Result.done();
            })
        .status((cone, _) -> cone.served());
    manager.start();
    client.create(Cone.of(namespace, "small", 1));
    client.create(Cone.of(namespace, "big", 2));
    manager.settle(SOON);
    assertThat(live("small").metadata().finalizers()).isEmpty();
    assertThat(live("big").metadata().finalizers()).containsExactly("recipes.drover.dev/clean");
    scoops("big", 1);
    manager.settle(SOON);
    client.delete(live("small"));
    client.delete(live("big"));
    eventually("gone", () -> client.list(Cone.class, ListOption.in(namespace)).isEmpty());
    assertThat(cleaned).as("also those that are not selected any more").containsExactly("big");
  }

  @Test
  void childrenAreAppliedOncePerResourceVersionIfConfigured() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    cones()
        .children(ConfigMap.class)
        .oncePerResourceVersion()
        .generate(
            "cone",
            (cone, _) -> {
              calls.incrementAndGet();
              return generated(cone);
            });
    manager.start();
    client.create(Cone.of(namespace, "a", 1));
    manager.settle(SOON);
    int before = calls.get();
    client.delete(client.get(ConfigMap.class, namespace, "a-0"));
    manager.settle(SOON);
    assertThat(calls.get()).as("the function is called").isGreaterThan(before);
    assertThat(maps()).as("nothing is applied").isEmpty();
    scoops("a", 2);
    manager.settle(SOON);
    assertThat(maps()).containsExactly("a-0", "a-1");
  }

  @Test
  void changeOfARelatedObjectEnqueuesTheMappedObjects() throws Exception {
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    cones()
        .related(ConfigMap.class, EventMapper.label("cone"))
        .related(Secret.class, RelatedResources.all(manager.client(), Kind.of(Cone.class)))
        .status(
            (cone, _) -> {
              seen.add(cone.name());
              return null;
            });
    manager.start();
    client.create(Cone.of(namespace, "a", 1));
    client.create(Cone.of(namespace, "b", 1));
    manager.settle(SOON);
    seen.clear();
    ConfigMap map = client.create(ConfigMap.named(namespace, "m").with(m -> m.label("cone", "a")));
    manager.settle(SOON);
    assertThat(seen).containsOnly("a");
    seen.clear();
    client.edit(map, m -> m.with(b -> b.label("cone", "b")));
    manager.settle(SOON);
    assertThat(seen).as("the old and the new").containsOnly("a", "b");
    seen.clear();
    client.delete(client.get(ConfigMap.class, namespace, "m"));
    manager.settle(SOON);
    assertThat(seen).as("a deletion").containsOnly("b");
    seen.clear();
    client.create(Secret.named(namespace, "s"));
    manager.settle(SOON);
    assertThat(seen).containsOnly("a", "b");
  }

  @Test
  void staleRunCreatesNoChildrenOfADeletedOwner() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    cones()
        .children(ConfigMap.class)
        .generate(
            "cone",
            (cone, _) -> {
              if (calls.incrementAndGet() == 1) {
                client.delete(live("a")); // the run goes on with an owner that is gone
              }
              return generated(cone);
            });
    manager.start();
    client.create(Cone.of(namespace, "a", 2));
    manager.settle(SOON);
    assertThat(maps()).isEmpty();
    assertThat(inventories(namespace)).isEmpty();
    assertThat(client.find(Kind.of(Cone.class), ObjectKey.of(namespace, "a"))).isEmpty();
  }
}
