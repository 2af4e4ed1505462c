package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.Headers;
import dev.drover.client.ListOption;
import dev.drover.client.ManualTime;
import dev.drover.client.RequestInterruptedException;
import dev.drover.client.Transport;
import dev.drover.client.Writer;
import dev.drover.informer.EventHandler;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Event;
import dev.drover.model.core.v1.Secret;
import dev.drover.runtime.Controller;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import dev.drover.runtime.Settleable;
import dev.drover.runtime.Source;
import dev.drover.runtime.lasso.SharedControllerFactory;
import dev.drover.server.Fault;
import dev.drover.server.RequestMatch;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
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

  /// The object is in no list, but its events are on their way.
  @Test
  @Tag("slow")
  void settleWaitsForAnObjectThatWasCreatedAndDeleted(TestCluster cluster) throws Exception {
    List<String> seen = new CopyOnWriteArrayList<>();
    Manager manager = cluster.manager("late", o -> o.layer(SettleTest::lateWatches));
    manager
        .cache()
        .informer(ConfigMap.class)
        .addEventHandler(
            EventHandler.<ConfigMap>of().onDelete(deletion -> seen.add(deletion.key().name())));
    manager.start();
    cluster.settle();
    for (String writer : List.of("test", "manager")) {
      ConfigMap map = ConfigMap.named(cluster.namespace(), writer);
      Writer client = writer.equals("test") ? cluster.client() : manager.client();
      client.create(map);
      client.delete(map);
      cluster.settle();
      assertThat(seen).contains(writer);
      assertThat(manager.client().find(ConfigMap.class, cluster.namespace(), writer)).isEmpty();
    }
  }

  /// Delays each part of a watch.
  private static Transport.Response lateWatches(Transport.Request request, Transport next)
      throws IOException {
    Transport.Response response = next.send(request);
    if (!request.target().contains("watch=")) {
      return response;
    }
    InputStream late =
        new FilterInputStream(response.body()) {
          @Override
          public int read(byte[] target, int from, int length) throws IOException {
            int read = super.read(target, from, length);
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            return read;
          }
        };
    return new Transport.Response() {
      @Override
      public int status() {
        return response.status();
      }

      @Override
      public Headers headers() {
        return response.headers();
      }

      @Override
      public InputStream body() {
        return late;
      }

      @Override
      public void close() {
        response.close();
      }
    };
  }

  @Test
  void settleWaitsForHandlersOfCachesAndWhatTheyWrite(TestCluster cluster, Manager manager)
      throws Exception {
    SharedIndexInformer<ConfigMap> maps = manager.cache().informer(ConfigMap.class);
    SharedIndexInformer<Secret> secrets = manager.cache().informer(Secret.class);
    List<String> copied = new CopyOnWriteArrayList<>();
    maps.addEventHandler(
        EventHandler.<ConfigMap>of()
            .onAdd(
                map -> {
                  LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
                  manager.client().create(Secret.named(map.namespace(), "of-" + map.name()));
                }));
    secrets.addEventHandler(
        EventHandler.<Secret>of()
            .onAdd(
                secret -> {
                  LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
                  copied.add(secret.name());
                }));
    manager.start();
    cluster.client().create(ConfigMap.named(cluster.namespace(), "a"));
    cluster.settle();
    assertThat(copied).contains("of-a");
  }

  @Test
  void settleWaitsForEventsToBeWritten(TestCluster cluster) throws Exception {
    Manager manager =
        cluster.manager(
            "recorder",
            o ->
                o.layer(
                    (request, next) -> {
                      if (request.method().equals("POST") && request.target().contains("/events")) {
                        LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
                      }
                      return next.send(request);
                    }));
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              ctx.event("Seen", "for the first time");
              return Result.done();
            });
    manager.start();
    cluster.client().create(ConfigMap.named(cluster.namespace(), "a"));
    cluster.settle();
    assertThat(cluster.client().list(Event.class, ListOption.in(cluster.namespace())))
        .anyMatch(event -> "a".equals(event.involvedObject().name()));
  }

  /// The server is away, and the recorder waits before it tries again.
  @Test
  void settleDoesNotWaitForEventsThatCannotBeWritten(TestCluster cluster, Manager manager)
      throws Exception {
    cluster
        .faults()
        .inject(RequestMatch.any().verb("create").resource("events"), Fault.cutBefore(), 1000);
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              ctx.event("Seen", "for the first time");
              return Result.done();
            });
    manager.start();
    cluster.client().create(ConfigMap.named(cluster.namespace(), "a"));
    cluster.settle();
    assertThat(manager.events().counts().written()).isZero();
  }

  @Test
  void settleGoesOnWhileAWatchedKindIsReleased(TestCluster cluster, Manager manager)
      throws Exception {
    Controller controller =
        manager.controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
    manager.start();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread settling =
        Thread.ofVirtual()
            .start(
                () -> {
                  while (failure.get() == null && !Thread.interrupted()) {
                    try {
                      cluster.settle();
                    } catch (InterruptedException e) {
                      return;
                    } catch (RuntimeException e) {
                      if (!(e instanceof RequestInterruptedException)) {
                        failure.set(e);
                      }
                      return;
                    }
                  }
                });
    for (int i = 0; i < 50; i++) {
      Source.Watching watch =
          controller.watch(manager.cache().source(Secret.KIND, change -> Set.of()));
      watch.awaitSynced(TestCluster.PATIENCE);
      watch.close();
    }
    settling.interrupt();
    settling.join();
    assertThat(failure.get()).isNull();
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
