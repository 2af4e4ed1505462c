package dev.drover.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.KubernetesObject;
import dev.drover.client.ApiException;
import dev.drover.client.ListOption;
import dev.drover.client.Transport;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.recipes.testing.Kill;
import dev.drover.recipes.testing.OnCluster;
import dev.drover.runtime.Manager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// A controller that ends before or after any request of a handler leaves nothing that the next
/// process does not put right; through the front door that the subclass says.
abstract class HandlerRestartContract extends OnCluster {
  static final String FINALIZER = "recipes.drover.dev/clean";

  /// A process with handlers.
  interface Process extends AutoCloseable {
    void start() throws InterruptedException;

    void settle() throws InterruptedException;

    @Override
    void close();
  }

  /// A generating handler with a condition.
  abstract Process generating(Transport.Layer layer);

  /// A generating handler whose children go before their owner.
  abstract Process childrenFirst(Transport.Layer layer);

  /// A status handler with a condition.
  abstract Process status(Transport.Layer layer);

  /// A remove handler.
  abstract Process cleaning(Transport.Layer layer, Consumer<Cone> cleanup);

  /// Makes a process whose requests pass a layer.
  private interface Made {
    Process with(Transport.Layer layer);
  }

  static Generated<Cone.Status> generated(Cone cone) {
    List<KubernetesObject> children = new ArrayList<>();
    for (int i = 0; i < cone.spec().scoops(); i++) {
      children.add(ConfigMap.named(cone.namespace(), cone.name() + "-" + i));
    }
    return Generated.<Cone.Status>of(children).withStatus(cone.served());
  }

  /// Lets processes die at each request while the world changes, and looks at the world after the
  /// next process has settled.
  ///
  /// @param before prepared with a process that lives
  /// @param change of the world, to which the doomed process reacts
  private int killed(Made process, Runnable before, Runnable change, Runnable check)
      throws Exception {
    try (Manager installer = manager("installer")) {
      installer.install(Cone.class);
    }
    int kills = 0;
    for (boolean after : List.of(false, true)) {
      for (int at = 0; ; at++) {
        clean();
        try (Process first = process.with(requests)) {
          first.start();
          before.run();
          first.settle();
        }
        Kill kill = new Kill(at, after);
        boolean died;
        try (Process doomed = process.with(kill)) {
          doomed.start();
          doomed.settle();
          kill.arm();
          change.run();
          died = diesOrSettles(doomed, kill);
        }
        if (!died) {
          break;
        }
        kills++;
        try (Process next = process.with(requests)) {
          next.start();
          next.settle();
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

  /// A process that is dead tries again for a while: its rest is not waited for.
  private static boolean diesOrSettles(Process doomed, Kill kill) throws Exception {
    FutureTask<Boolean> settling =
        new FutureTask<>(
            () -> {
              doomed.settle();
              return true;
            });
    Thread thread = Thread.ofVirtual().start(settling);
    while (!kill.happened() && !settling.isDone()) {
      LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
    }
    if (!kill.happened() && hasSettled(settling)) {
      return false;
    }
    while (!kill.happened()) { // the server still carries out the last request
      LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
    }
    thread.interrupt();
    thread.join();
    return true;
  }

  /// To find out whether a process is at rest takes requests, too, of which each may be the last.
  private static boolean hasSettled(FutureTask<Boolean> settling) throws Exception {
    try {
      return settling.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Kill.KilledException) {
        return false;
      }
      throw e;
    }
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
            this::status,
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
            layer -> cleaning(layer, cone -> cleaned.add(cone.metadata().uid())),
            () -> create(1),
            this::delete,
            this::isEmpty);
    assertThat(kills).isGreaterThanOrEqualTo(2);
    assertThat(cleaned).hasSizeGreaterThanOrEqualTo(kills);
  }
}
