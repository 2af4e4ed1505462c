package dev.drover.client;

import static dev.drover.api.Labels.labelIs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.WatchEvent;
import dev.drover.controlplane.ControlPlane;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A network that cuts, hangs and stammers between the client and a real kube-apiserver.
@Tag("real")
class NetworkFaultsRealTest {
  private static final int MAPS = 60;
  private static final Duration SILENCE = Duration.ofMillis(800);

  private static ControlPlane server;

  private FaultyProxy proxy;
  private ClientConfig config;
  private Client client;

  @BeforeAll
  static void start() throws Exception {
    server = ControlPlane.start(ControlPlane.Options.defaults());
    try (Client straight = Client.connect(RealServerTest.config(server.kubeconfig()))) {
      straight.create(Namespace.named("faults"));
      for (int i = 0; i < MAPS; i++) {
        straight.create(map("m" + i, "0123456789".repeat(400)));
      }
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static ConfigMap map(String name, String value) {
    return ConfigMap.named("faults", name).with(m -> m.data("k", value).label("app", "faults"));
  }

  @BeforeEach
  void connect() throws Exception {
    proxy = new FaultyProxy(server.url());
    config =
        RealServerTest.config(
            server.kubeconfig().replace(server.url().toString(), proxy.address()));
    client = Client.over(RestClient.of(config).withPause(pause -> {}));
  }

  @AfterEach
  void disconnect() throws Exception {
    client.close();
    proxy.awaitOpen(0);
    proxy.close();
  }

  private static ResourceClient<ConfigMap> maps(Client client) {
    return client.resources(ConfigMap.class).inNamespace("faults");
  }

  private static List<ConfigMap> list(Client client) {
    return maps(client)
        .list(ListOptions.defaults().with(o -> o.labels(labelIs("app", "faults"))))
        .items();
  }

  private boolean works(Runnable call) {
    try {
      call.run();
      return true;
    } catch (RequestFailedException e) {
      assertThat(e.getMessage()).contains("127.0.0.1").contains("context 'drover'");
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void connectionsCutAtRandomBytesGiveTheRightAnswerOrAFailure(long seed) {
    Random random = new Random(seed);
    boolean compressed = seed != 2;
    int good = 0;
    try (Client faulty =
        Client.over(
            RestClient.of(config.with(c -> c.compression(compressed))).withPause(pause -> {}))) {
      for (int i = 0; i < 25; i++) {
        proxy.cutAfter(connection -> random.nextInt(compressed ? 30_000 : 500_000));
        good += works(() -> assertThat(list(faulty)).hasSize(MAPS)) ? 1 : 0;
        String name = "n" + seed + "x" + i;
        works(() -> maps(faulty).create(ConfigMap.named("faults", name)));
        works(() -> assertThat(maps(faulty).get("m1").data()).hasSize(1));
      }
      proxy.heal();
      proxy.cutAll();
      assertThat(list(faulty)).hasSize(MAPS);
    }
    assertThat(good).isBetween(1, 24);
  }

  @Test
  void watchThatIsCutAtRandomBytesEndsAfterWholeEvents() {
    Random random = new Random(7);
    for (int i = 0; i < 12; i++) {
      proxy.cutAfter(connection -> 3000 + random.nextInt(250_000));
      int count = i;
      works(
          () -> {
            try (var events =
                maps(client)
                    .watch(
                        WatchOptions.defaults()
                            .with(
                                o ->
                                    o.labels(labelIs("app", "faults"))
                                        .sendInitialEvents(true)
                                        .timeout(Duration.ofSeconds(1))))) {
              while (events.hasNext()) {
                if (events.next() instanceof WatchEvent.Added<ConfigMap>(ConfigMap object)) {
                  assertThat(object.data().get("k")).as("round " + count).hasSize(4000);
                }
              }
            }
          });
    }
  }

  @Test
  void connectionsThatEndedWhileIdleAreReplacedForWritesToo() throws Exception {
    list(client);
    proxy.awaitOpen(1);
    proxy.cutAll();
    proxy.awaitOpen(0);
    maps(client).create(ConfigMap.named("faults", "after-idle"));
    maps(client).delete("after-idle");
    assertThat(proxy.accepted()).isEqualTo(2);
  }

  private Client impatient() {
    return Client.over(
        client
            .rest()
            .with((request, next) -> next.send(request.with(r -> r.readTimeout(SILENCE)))));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1_000, 2_500, 4_000})
  void linkThatGoesSilentDuringAListIsNoticed(long bytes) throws Exception {
    proxy.silentAfter(connection -> bytes);
    long start = System.nanoTime();
    assertThatThrownBy(() -> list(impatient()))
        .isInstanceOf(RequestFailedException.class)
        .hasCauseInstanceOf(SocketTimeoutException.class)
        .hasMessageContaining("no answer from 127.0.0.1")
        .hasMessageContaining("800 ms");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    proxy.awaitOpen(0);
    proxy.heal();
    assertThat(list(impatient())).hasSize(MAPS);
  }

  @Test
  void idleConnectionThatHangsIsNoticedAndReplaced() throws Exception {
    proxy.silentAfter(connection -> connection == 1 ? 30_000 : Long.MAX_VALUE);
    int failures = 0;
    for (int i = 0; i < 20; i++) {
      failures += works(() -> list(impatient())) ? 0 : 1;
    }
    assertThat(failures).isEqualTo(1);
    assertThat(proxy.accepted()).isEqualTo(2);
    proxy.awaitOpen(1);
  }

  @Test
  void watchThatGoesSilentIsNoticed() throws Exception {
    // The first object arrives, the rest does not.
    proxy.silentAfter(connection -> 6_000);
    try (var events =
        maps(client)
            .watch(
                WatchOptions.defaults()
                    .with(
                        o ->
                            o.labels(labelIs("app", "faults"))
                                .sendInitialEvents(true)
                                .silence(SILENCE)))) {
      CompletableFuture<Throwable> outcome = new CompletableFuture<>();
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  while (events.hasNext()) {
                    events.next();
                  }
                  outcome.complete(new AssertionError("it ended"));
                } catch (RuntimeException e) {
                  outcome.complete(e);
                }
              });
      assertThat(outcome.get(10, TimeUnit.SECONDS))
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining("nothing came for 800 ms");
    }
    proxy.awaitOpen(0);
    proxy.heal();
    try (var events =
        maps(client).watch(WatchOptions.defaults().with(o -> o.sendInitialEvents(true)))) {
      assertThat(events.next()).isInstanceOf(WatchEvent.Added.class);
    }
  }

  @Test
  void stutteringLinkIsSlowButCorrect() {
    proxy.stammer();
    assertThat(maps(client).get("m7").data()).hasSize(1);
    assertThat(list(client)).hasSize(MAPS);
  }

  @Test
  void slowReaderOfAWatchDoesNotDelayOtherRequests() throws Exception {
    try (var slow =
        maps(client).watch(WatchOptions.defaults().with(o -> o.sendInitialEvents(true)))) {
      slow.next();
      List<CompletableFuture<Integer>> others =
          IntStream.range(0, 20)
              .mapToObj(i -> CompletableFuture.supplyAsync(() -> list(client).size()))
              .toList();
      for (var other : others) {
        assertThat(other.get(20, TimeUnit.SECONDS)).isEqualTo(MAPS);
      }
    }
  }

  @Test
  void http2GoesOnWithANewConnectionWhenTheOldOneWasCut() throws Exception {
    try (Client http2 = http2()) {
      assertThat(list(http2)).hasSize(MAPS);
      proxy.awaitOpen(1);
      proxy.cutAll();
      proxy.awaitOpen(0);
      assertThat(list(http2)).hasSize(MAPS);
    }
  }

  @Test
  void http2EndsCallsOnADeadLinkToo() {
    proxy.silentAfter(connection -> 6_000);
    try (Client http2 = http2()) {
      long start = System.nanoTime();
      assertThatThrownBy(
              () -> http2.rest().get().absPath("/api/v1/configmaps").timeout(SILENCE).execute())
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining("no answer from 127.0.0.1");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    }
  }

  private Client http2() {
    return Client.over(RestClient.over(config, Transport.http2(config)).withPause(pause -> {}));
  }
}
