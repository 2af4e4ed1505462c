package dev.drover.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.KubernetesObject;
import dev.drover.client.ApiException;
import dev.drover.client.ListOption;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.recipes.testing.Kill;
import dev.drover.recipes.testing.OnCluster;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// A controller that ends before or after any request of a handler leaves nothing that the next
/// process does not put right.
abstract class HandlerRestartContract extends OnCluster {
  private static final String FINALIZER = "recipes.drover.dev/clean";

  private Generated<Cone.Status> generated(Cone cone) {
    List<KubernetesObject> children = new ArrayList<>();
    for (int i = 0; i < cone.spec().scoops(); i++) {
      children.add(ConfigMap.named(cone.namespace(), cone.name() + "-" + i));
    }
    return Generated.<Cone.Status>of(children).withStatus(cone.served());
  }

  private void generating(Manager manager) {
    Recipes.<Cone, Cone.Status>controllerFor(manager, Cone.class)
        .children(ConfigMap.class)
        .condition(Cone.READY)
        .generate("cone", (cone, _) -> generated(cone));
  }

  private void childrenFirst(Manager manager) {
    Recipes.<Cone, Cone.Status>controllerFor(manager, Cone.class)
        .children(ConfigMap.class)
        .removeChildrenFirst(FINALIZER)
        .generate("cone", (cone, _) -> generated(cone));
  }

  /// Lets processes die at each request while the world changes, and looks at the world after the
  /// next process has settled.
  ///
  /// @param before prepared with a process that lives
  /// @param change of the world, to which the doomed process reacts
  private int killed(Consumer<Manager> handlers, Runnable before, Runnable change, Runnable check)
      throws Exception {
    int kills = 0;
    for (boolean after : List.of(false, true)) {
      for (int at = 0; ; at++) {
        clean();
        try (Manager first = manager("cones", o -> o.namespaces(namespace))) {
          first.install(Cone.class);
          handlers.accept(first);
          first.start();
          before.run();
          first.settle(SOON);
        }
        Kill kill = new Kill(at, after);
        boolean died;
        try (Manager doomed = manager("cones", o -> o.namespaces(namespace).layer(kill))) {
          handlers.accept(doomed);
          doomed.start();
          doomed.settle(SOON);
          kill.arm();
          change.run();
          died = diesOrSettles(doomed, kill);
        }
        if (!died) {
          break;
        }
        kills++;
        try (Manager next = manager("cones", o -> o.namespaces(namespace))) {
          handlers.accept(next);
          next.start();
          next.settle(SOON);
          eventually("converged", () -> holds(check));
        }
      }
    }
    return kills;
  }

  private static boolean holds(Runnable check) {
    try {
      check.run();
      return true;
    } catch (AssertionError | RuntimeException e) {
      return false;
    }
  }

  private static boolean diesOrSettles(Manager doomed, Kill kill) throws InterruptedException {
    try {
      doomed.settle(SOON);
    } catch (IllegalStateException e) {
      if (!kill.happened()) {
        throw e;
      }
    } catch (Kill.KilledException e) {
      return true;
    }
    return kill.happened();
  }

  private void clean() throws Exception {
    for (Cone cone : cones()) {
      client.editMetadata(cone, m -> m.withoutFinalizer(FINALIZER));
      client.delete(cone);
    }
    for (String map : maps()) {
      client.delete(ConfigMap.named(namespace, map));
    }
    inventories(namespace).forEach(client::delete);
  }

  private List<Cone> cones() {
    try {
      return client.list(Cone.class, ListOption.in(namespace));
    } catch (ApiException.NotFound e) {
      return List.of(); // not installed yet
    }
  }

  private void create(int scoops) {
    client.create(Cone.of(namespace, "a", scoops));
  }

  private void scoops(int scoops) {
    client.editLatest(client.get(Cone.class, namespace, "a"), cone -> cone.withScoops(scoops));
  }

  private void delete() {
    client.delete(client.get(Cone.class, namespace, "a"));
  }

  private void isServed(String... children) {
    assertThat(maps()).containsExactly(children);
    Cone cone = client.get(Cone.class, namespace, "a");
    assertThat(cone.status()).isNotNull();
    assertThat(cone.status().scoops()).isEqualTo(children.length);
    assertThat(inventories(namespace)).hasSize(1);
  }

  private void isEmpty() {
    assertThat(maps()).isEmpty();
    assertThat(cones()).isEmpty();
    assertThat(inventories(namespace)).isEmpty();
  }

  @Test
  void generatingHandlerThatIsKilledWhileItCreatesConverges() throws Exception {
    int kills = killed(this::generating, () -> {}, () -> create(2), () -> isServed("a-0", "a-1"));
    assertThat(kills).isGreaterThan(8);
  }

  @Test
  void generatingHandlerThatIsKilledWhileItChangesConverges() throws Exception {
    int kills = killed(this::generating, () -> create(2), () -> scoops(1), () -> isServed("a-0"));
    assertThat(kills).isGreaterThan(4);
  }

  @Test
  void generatingHandlerThatIsKilledWhileItRemovesConverges() throws Exception {
    int kills = killed(this::generating, () -> create(2), this::delete, this::isEmpty);
    assertThat(kills).isGreaterThan(4);
  }

  @Test
  void removalOfChildrenBeforeTheirOwnerConvergesAfterAKill() throws Exception {
    int kills = killed(this::childrenFirst, () -> create(2), this::delete, this::isEmpty);
    assertThat(kills).isGreaterThan(4);
  }

  @Test
  void statusHandlerThatIsKilledConverges() throws Exception {
    int kills =
        killed(
            manager ->
                Recipes.<Cone, Cone.Status>controllerFor(manager, Cone.class)
                    .condition(Cone.READY)
                    .status((cone, _) -> cone.served()),
            () -> create(1),
            () -> scoops(3),
            () ->
                assertThat(client.get(Cone.class, namespace, "a").status().scoops()).isEqualTo(3));
    assertThat(kills).isGreaterThanOrEqualTo(2);
  }

  @Test
  void removeHandlerThatIsKilledCleansUpAtLeastOnceAndLetsTheObjectGo() throws Exception {
    Queue<String> cleaned = new ConcurrentLinkedQueue<>();
    int kills =
        killed(
            manager ->
                Recipes.<Cone, Cone.Status>controllerFor(manager, Cone.class)
                    .onRemove(
                        FINALIZER,
                        _ -> true,
                        (cone, _) -> {
                          cleaned.add(cone.metadata().uid());
                          return Result.done();
                        })
                    .complete((_, _) -> Result.done()),
            () -> create(1),
            this::delete,
            this::isEmpty);
    assertThat(kills).isGreaterThanOrEqualTo(2);
    assertThat(cleaned).hasSizeGreaterThanOrEqualTo(kills);
  }
}
