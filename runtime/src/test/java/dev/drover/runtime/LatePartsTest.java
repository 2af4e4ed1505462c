package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ListOption;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Parts, controllers and requests that come at unusual times.
class LatePartsTest extends OnCluster {
  private final BlockingQueue<String> runs = new LinkedBlockingQueue<>();

  private static Component starting(String name, Consumer<String> start) {
    return new Component() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public void start() {
        start.accept(name);
      }

      @Override
      public void stop(Duration grace) {}
    };
  }

  @Test
  void controllerAddedWhileTheManagerStartsReadsOtherKindsInItsFirstRun() throws Exception {
    create("a");
    client.create(Secret.named(namespace, "s"));
    manager.cache().informer(Secret.class);
    manager.add(
        Phase.WEBHOOK,
        starting(
            "early",
            _ ->
                manager
                    .controllerFor(ConfigMap.class)
                    .complete(
                        (map, ctx) -> {
                          int secrets =
                              ctx.client().list(Secret.class, ListOption.in(namespace)).size();
                          runs.add(map.name() + secrets + " in attempt " + ctx.attempt());
                          return Result.done();
                        })));
    manager.start();
    assertThat(next(runs)).isEqualTo("a1 in attempt 1");
  }

  @Test
  void componentAddedDuringTheStartIsStartedOnceInItsPhase() throws Exception {
    manager.add(
        Phase.SERVER,
        starting(
            "first",
            _ -> {
              manager.add(Phase.ALWAYS, starting("later", runs::add));
              manager.add(Phase.SERVER, starting("same phase", runs::add));
              runs.add("first");
            }));
    manager.add(Phase.CACHE, starting("between", runs::add));
    manager.start();
    assertThat(runs).containsExactly("same phase", "first", "between", "later");
  }

  @Test
  void standbyQueuesTheRequestsOfALateController() throws Exception {
    Manager leader = elected("a");
    try (Manager standby = elected("b")) {
      leader.start();
      Eventually.holds("leads", leader::isLeader);
      standby.start();
      create("a");
      Controller late =
          standby
              .controllerFor(ConfigMap.class)
              .complete(
                  (map, ctx) -> {
                    runs.add(map.name());
                    return Result.done();
                  });
      Eventually.holds("the request waits", () -> late.snapshot().ready() == 1);
      assertThat(runs).isEmpty();
      leader.close();
      assertThat(next(runs)).isEqualTo("a");
    } finally {
      leader.close();
    }
  }

  private Manager elected(String identity) {
    return Manager.connect(
        "elected",
        config.with(c -> c.namespace(namespace)),
        ManagerOptions.defaults()
            .with(
                o ->
                    o.namespaces(namespace)
                        .leaderElection(
                            l ->
                                l.identity(identity)
                                    .times(
                                        Duration.ofSeconds(2),
                                        Duration.ofSeconds(1),
                                        Duration.ofMillis(100)))));
  }

  @Test
  void requestDelayedForEverDoesNotAffectOthers() throws Exception {
    Duration forever = ChronoUnit.FOREVER.getDuration();
    Controller controller =
        manager
            .controllerFor(ConfigMap.class)
            .complete(
                (map, ctx) -> {
                  runs.add(map.name());
                  return Result.after(forever);
                });
    create("a");
    manager.start();
    assertThat(next(runs)).isEqualTo("a");
    controller.enqueueAfter(Request.of(namespace, "a"), forever);
    create("b");
    assertThat(next(runs)).isEqualTo("b");
    manager.settle(SOON);
  }

  @Test
  void mapperThatReturnsNullIsRetriedWithoutLosingTheChange() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    manager
        .controllerFor(ConfigMap.class)
        .with(_ -> false)
        .watches(
            Secret.class,
            change -> calls.incrementAndGet() == 1 ? null : Set.of(Request.of(namespace, "a")))
        .complete(
            (map, ctx) -> {
              runs.add(map.name());
              return Result.done();
            });
    create("a");
    manager.start();
    client.create(Secret.named(namespace, "s"));
    manager.settle(SOON);
    assertThat(runs).as("settle waits for the second call of the mapper").contains("a");
  }

  @Test
  void transformThatThrowsDoesNotFailTheWriteThatTheServerStored() throws Exception {
    manager
        .cache()
        .declare(
            ConfigMap.class,
            o ->
                o.transform(
                    map -> {
                      if (map.name().equals("bad")) {
                        throw new IllegalStateException("cannot transform");
                      }
                      return map;
                    }));
    manager.start();
    ConfigMap stored = manager.client().create(ConfigMap.named(namespace, "bad"));
    assertThat(stored.metadata().uid()).isNotEmpty();
    assertThat(manager.client().live().find(ConfigMap.KIND, stored.key())).isPresent();
  }

  @Test
  void closedControllerTakesNoSource() throws Exception {
    Controller controller = manager.controllerFor(ConfigMap.class).complete((m, ctx) -> null);
    controller.close();
    assertThatThrownBy(() -> controller.watch(Source.channel("x")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("controller configmap is closed");
  }

  @Test
  void otherPartsOfAProgramSettleTogetherWithManagers() throws Exception {
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              runs.add(map.name());
              return Result.done();
            });
    manager.start();
    AtomicInteger settled = new AtomicInteger();
    Settleable own =
        new Settleable() {
          @Override
          public void settle(Duration limit) {
            if (settled.incrementAndGet() == 1) {
              create("made-late");
            }
          }

          @Override
          public long activity() {
            return Math.min(settled.get(), 1); // its first settling did something
          }
        };
    Settleable.settleAll(List.of(manager, own), SOON);
    assertThat(runs).contains("made-late");
    assertThat(settled.get()).isGreaterThan(1);
  }
}
