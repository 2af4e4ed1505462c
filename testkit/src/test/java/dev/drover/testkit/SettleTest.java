package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ManualTime;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import dev.drover.runtime.Settleable;
import dev.drover.runtime.lasso.SharedControllerFactory;
import dev.drover.server.Fault;
import dev.drover.server.RequestMatch;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// [TestCluster#settle] returns when nothing is left to do, and not before.
@KubernetesTest
class SettleTest {
  private static final int ROUNDS = 20;

  /// A write of one manager is the reason for the next write of the other.
  @Test
  void settleWaitsForManagersThatReactToEachOther(TestCluster cluster) throws Exception {
    Manager odd = cluster.manager("odd");
    Manager even = cluster.manager("even");
    countTo(ROUNDS, odd, 1);
    countTo(ROUNDS, even, 0);
    odd.start();
    even.start();
    cluster.client().create(ConfigMap.named(cluster.namespace(), "ball"));
    cluster.settle();
    assertThat(ball(cluster)).isEqualTo(ROUNDS);
  }

  /// Adds one to a number whose remainder by two is this, up to the end.
  private static void countTo(int end, Manager manager, int remainder) {
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              int count = count(map);
              if (count < end && count % 2 == remainder) {
                ctx.client().edit(map, m -> m.with(b -> b.data("count", "" + (count + 1))));
              }
              return Result.done();
            });
  }

  private static int count(ConfigMap map) {
    return Integer.parseInt(map.data().getOrDefault("count", "0"));
  }

  private static int ball(TestCluster cluster) {
    return count(
        cluster.client().resources(ConfigMap.class).inNamespace(cluster.namespace()).get("ball"));
  }

  @Test
  void settleWaitsForTheRetryAfterAConflict(TestCluster cluster, Manager manager) throws Exception {
    countTo(1, manager, 0);
    manager.start();
    cluster
        .faults()
        .inject(RequestMatch.any().verb("patch").resource("configmaps"), Fault.refuse(409), 3);
    cluster
        .faults()
        .inject(RequestMatch.any().verb("update").resource("configmaps"), Fault.refuse(409), 3);
    cluster.client().create(ConfigMap.named(cluster.namespace(), "ball"));
    cluster.settle();
    assertThat(ball(cluster)).isEqualTo(1);
  }

  @Test
  void settleReturnsWhenRetriesOfAFailingControllerAreFarOff(TestCluster cluster, Manager manager)
      throws Exception {
    AtomicInteger runs = new AtomicInteger();
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              runs.incrementAndGet();
              throw new IllegalStateException("always");
            });
    manager.start();
    cluster.client().create(ConfigMap.named(cluster.namespace(), "ball"));
    cluster.settle();
    assertThat(runs).hasValueGreaterThan(5);
  }

  @Test
  void settleDoesNotWaitForRetriesWithAManualClock(TestCluster cluster) throws Exception {
    ManualTime time = new ManualTime();
    AtomicInteger runs = new AtomicInteger();
    Manager manager = cluster.manager("timed", o -> o.time(time));
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              runs.incrementAndGet();
              throw new IllegalStateException("always");
            });
    manager.start();
    cluster.client().create(ConfigMap.named(cluster.namespace(), "ball"));
    cluster.settle();
    assertThat(runs).hasValue(1);
  }

  @Test
  void settleWaitsForAFactoryAndAManagerThatReactToEachOther(
      TestCluster cluster, Manager manager, SharedControllerFactory factory) throws Exception {
    countTo(ROUNDS, manager, 0);
    var maps = factory.forObject(ConfigMap.class);
    maps.registerHandler(
        "count",
        (key, map) -> {
          if (map != null && count(map) < ROUNDS && count(map) % 2 == 1) {
            int next = count(map) + 1;
            maps.client()
                .inNamespace(map.namespace())
                .update(map.with(b -> b.data("count", "" + next)));
          }
          return map;
        });
    manager.start();
    factory.start(2);
    cluster.client().create(ConfigMap.named(cluster.namespace(), "ball"));
    cluster.settle();
    assertThat(ball(cluster)).isEqualTo(ROUNDS);
  }

  @Test
  void factoryWithAHandlerThatDoesNotEndDoesNotSettle(
      TestCluster cluster, SharedControllerFactory factory) throws Exception {
    var release = new CountDownLatch(1);
    factory
        .forObject(ConfigMap.class)
        .registerHandler(
            "wait",
            (key, map) -> {
              release.await();
              return map;
            });
    factory.start(1);
    cluster.client().create(ConfigMap.named(cluster.namespace(), "ball"));
    assertThatThrownBy(() -> Settleable.settleAll(List.of(factory), Duration.ofMillis(500)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("did not come to rest within 500 ms");
    release.countDown();
    factory.settle(TestCluster.PATIENCE);
  }
}
