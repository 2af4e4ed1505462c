package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.Transport;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// controller-runtime's way: a manager and what it promises.
abstract class ManagerContract extends OnCluster {
  @Test
  void undeclaredKindIsAnErrorWithTheMissingLine() {
    assertThatThrownBy(() -> manager.client().list(Secret.class))
        .isInstanceOf(UndeclaredKindException.class)
        .hasMessageContaining(".owns(Secret.class)")
        .hasMessageContaining("client().live()");
  }

  @Test
  void twoManagersInOneProcessAreIndependent() throws Exception {
    BlockingQueue<String> one = new LinkedBlockingQueue<>();
    BlockingQueue<String> other = new LinkedBlockingQueue<>();
    try (Manager second = manager("second-manager")) {
      for (var pair : List.of(new Pair(manager, one), new Pair(second, other))) {
        pair.manager
            .controllerFor(ConfigMap.class)
            .complete(
                (map, ctx) -> {
                  pair.seen.add(map.name());
                  return Result.done();
                });
        pair.manager.start();
      }
      create("a");
      assertThat(next(one)).isEqualTo("a");
      assertThat(next(other)).isEqualTo("a");
    }
    create("b");
    assertThat(next(one)).isEqualTo("b");
    assertThat(other).isEmpty();
  }

  private record Pair(Manager manager, BlockingQueue<String> seen) {}

  @Test
  void startWithABuiltInKindRequestsOnlyItsObjects() throws Exception {
    BlockingQueue<String> asked = new LinkedBlockingQueue<>();
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    create("a");
    ManagerOptions recorded =
        ManagerOptions.defaults()
            .with(
                o ->
                    o.namespaces(namespace)
                        .layer(
                            (request, next) -> {
                              asked.add(request.target());
                              return next.send(request);
                            }));
    try (Manager quick = Manager.connect("quick", config, recorded)) {
      quick
          .controllerFor(ConfigMap.class)
          .complete(
              (map, ctx) -> {
                seen.add(map.name());
                return Result.done();
              });
      quick.start();
      assertThat(next(seen)).isEqualTo("a");
    }
    assertThat(asked).isNotEmpty().allMatch(target -> target.contains("/configmaps?"));
  }

  @Test
  void managersShareATransportThatOutlivesThem() throws Exception {
    AtomicInteger sent = new AtomicInteger();
    create("a");
    try (Transport shared =
        Transport.http2(config)
            .with(
                (request, next) -> {
                  sent.incrementAndGet();
                  return next.send(request);
                })) {
      for (String name : List.of("first", "second")) {
        int before = sent.get();
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        ManagerOptions options =
            ManagerOptions.defaults().with(o -> o.namespaces(namespace).transport(shared));
        try (Manager brief = Manager.connect(name, config, options)) {
          brief
              .controllerFor(ConfigMap.class)
              .complete(
                  (map, ctx) -> {
                    seen.add(map.name());
                    return Result.done();
                  });
          brief.start();
          assertThat(next(seen)).isEqualTo("a");
        }
        assertThat(sent).hasValueGreaterThan(before);
      }
      try (Transport.Response answer = shared.send(Transport.Request.of("GET", "/version"))) {
        assertThat(answer.status()).isEqualTo(200);
      }
    }
  }

  @Test
  void closeWaitsForRunningReconcilesAndStartsNoneAfterwards() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch finish = new CountDownLatch(1);
    BlockingQueue<String> ends = new LinkedBlockingQueue<>();
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              running.countDown();
              finish.await();
              ends.add(map.name());
              return Result.done();
            });
    manager.start();
    create("a");
    assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();
    Thread closing = Thread.ofVirtual().start(manager::close);
    while (manager.isRunning()) {
      Thread.onSpinWait();
    }
    assertThat(closing.join(Duration.ofMillis(50))).isFalse(); // it waits for the run
    finish.countDown();
    assertThat(closing.join(Duration.ofSeconds(10))).isTrue();
    create("b");
    assertThat(ends.poll(100, TimeUnit.MILLISECONDS)).isEqualTo("a");
    assertThat(ends.poll(100, TimeUnit.MILLISECONDS)).isNull();
  }

  @Test
  void healthAndReadinessAreAnsweredOverHttp() throws Exception {
    try (Manager healthy =
        Manager.connect(
            "healthy",
            config,
            ManagerOptions.defaults()
                .with(
                    o ->
                        o.namespaces(namespace)
                            .health(h -> h.loopback().port(0))
                            .metrics(() -> "up 1\n")))) {
      healthy.controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
      healthy.start();
      String base = "http://127.0.0.1:" + healthy.healthPort().orElseThrow();
      assertThat(get(base + "/healthz")).isEqualTo("200 ok");
      assertThat(get(base + "/readyz?verbose"))
          .isEqualTo("200 [+]caches ok\n[+]webhooks ok\nreadyz check passed\n");
      assertThat(get(base + "/readyz/caches")).isEqualTo("200 ok");
      assertThat(get(base + "/readyz/other")).startsWith("404");
      assertThat(get(base + "/metrics")).isEqualTo("200 up 1\n");
    }
  }

  @Test
  void metricsThatCannotBeCollectedAreAnsweredWithAFailure() throws Exception {
    try (Manager healthy =
        Manager.connect(
            "healthy",
            config,
            ManagerOptions.defaults()
                .with(
                    o ->
                        o.health(h -> h.loopback().port(0))
                            .metrics(
                                () -> {
                                  throw new IllegalStateException("no registry");
                                })))) {
      healthy.start();
      assertThat(get("http://127.0.0.1:" + healthy.healthPort().orElseThrow() + "/metrics"))
          .startsWith("500 ");
    }
  }

  @Test
  void nameOfAControllerThatWasClosedMayBeUsedAgain() throws Exception {
    manager.start();
    for (int i = 0; i < 2; i++) {
      try (Controller one =
          manager.controllerFor(ConfigMap.class).unmanaged().complete((m, ctx) -> Result.done())) {
        one.start();
      }
    }
  }

  private static String get(String url) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      var answer =
          http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
      return answer.statusCode() + " " + answer.body();
    }
  }

  @Test
  void unmanagedControllerIsStartedByItsOwner() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    create("a");
    try (Controller unmanaged =
        manager
            .controllerFor(ConfigMap.class)
            .unmanaged()
            .complete(
                (map, ctx) -> {
                  seen.add(map.name());
                  return Result.done();
                })) {
      manager.start();
      assertThat(seen.poll(100, TimeUnit.MILLISECONDS)).isNull();
      unmanaged.start();
      assertThat(next(seen)).isEqualTo("a");
    }
  }

  @Test
  void onlyTheLeaderReconcilesAndItsSuccessorTakesOver() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    Manager first = replica("one", seen);
    first.start();
    create("a");
    assertThat(next(seen)).isEqualTo("one a");
    try (Manager second = replica("two", seen)) {
      second.start();
      assertThat(second.isLeader()).isFalse();
      create("b");
      assertThat(next(seen)).isEqualTo("one b");
      first.close();
      assertThat(List.of(next(seen), next(seen))).containsExactlyInAnyOrder("two a", "two b");
      assertThat(second.isLeader()).isTrue();
    }
  }

  private Manager replica(String identity, BlockingQueue<String> seen) {
    Manager replica =
        Manager.connect(
            "replicated",
            config.with(c -> c.namespace(namespace)),
            ManagerOptions.defaults()
                .with(
                    o ->
                        o.namespaces(namespace)
                            .grace(Duration.ofSeconds(5))
                            .leaderElection(
                                l ->
                                    l.times(
                                        Duration.ofSeconds(3),
                                        Duration.ofSeconds(2),
                                        Duration.ofMillis(100)))));
    replica
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              seen.add(identity + " " + map.name());
              return Result.done();
            });
    return replica;
  }

  @Test
  void settleReturnsOnceAllWritesHaveBeenReconciled() throws Exception {
    manager
        .controllerFor(ConfigMap.class)
        .owns(Secret.class)
        .complete(
            (map, ctx) -> {
              if (ctx.client().find(Secret.class, namespace, map.name()).isEmpty()) {
                ctx.client().create(Secret.named(namespace, map.name()).with(s -> s.ownedBy(map)));
              }
              return Result.done();
            });
    manager.start();
    for (int i = 0; i < 20; i++) {
      create("a" + i);
    }
    manager.settle(SOON);
    var secrets = client.resources(Secret.class).inNamespace(namespace);
    assertThat(secrets.list().items()).hasSize(20);
    secrets.delete("a7");
    client.resources(ConfigMap.class).inNamespace(namespace).delete("a8");
    manager.settle(SOON);
    assertThat(secrets.find("a7")).isPresent();
    assertThat(manager.client().find(ConfigMap.class, namespace, "a8")).isEmpty();
  }

  @Test
  void settleTimeoutNamesTheActivity() throws Exception {
    CountDownLatch forever = new CountDownLatch(1);
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              forever.await();
              return Result.done();
            });
    manager.start();
    create("stuck");
    assertThatThrownBy(() -> manager.settle(Duration.ofMillis(300)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("did not come to rest within 300 ms")
        .hasMessageContaining("stuck");
    forever.countDown();
  }

  @Test
  void componentsStartPhaseByPhaseAndStopInReverseOrder() throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    for (Phase phase : List.of(Phase.values()).reversed()) {
      manager.add(phase, part(phase.name(), told));
    }
    manager.start();
    manager.add(Phase.ALWAYS, part("late", told));
    manager.close();
    List<String> names = new ArrayList<>();
    List.of(Phase.values()).forEach(phase -> names.add(phase.name()));
    names.add("late");
    List<String> expected = new ArrayList<>();
    names.forEach(name -> expected.add("start " + name));
    names.reversed().forEach(name -> expected.add("stop " + name));
    assertThat(told).isEqualTo(expected);
  }

  private static Component part(String name, List<String> told) {
    return new Component() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public void start() {
        told.add("start " + name);
      }

      @Override
      public void stop(Duration grace) {
        told.add("stop " + name);
      }
    };
  }

  @Test
  void errorInAReconcilerStopsTheManagerAndIsThrownByRun() throws Exception {
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              throw new NoClassDefFoundError("no end");
            });
    create("a");
    assertThatThrownBy(manager::run)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("test-manager stopped")
        .hasMessageContaining("no end");
    assertThat(manager.isRunning()).isFalse();
  }

  @Test
  void failedTaskStopsTheManagerAndIsThrownByRun() {
    manager.add(
        Phase.ALWAYS,
        Component.of(
            "till",
            () -> {
              throw new java.io.IOException("no change left");
            }));
    assertThatThrownBy(manager::run)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("till failed")
        .hasMessageContaining("no change left");
  }

  @Test
  void electionIsPartOfHealth() throws Exception {
    try (Manager elected =
        Manager.connect(
            "elected",
            config.with(c -> c.namespace(namespace)),
            ManagerOptions.defaults()
                .with(o -> o.leaderElection().health(h -> h.loopback().port(0))))) {
      elected.start();
      assertThat(get("http://127.0.0.1:" + elected.healthPort().orElseThrow() + "/healthz?verbose"))
          .startsWith("200 ")
          .contains("[+]leader-election ok");
    }
  }
}
