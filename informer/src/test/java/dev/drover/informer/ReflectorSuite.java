package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.FieldSelector;
import dev.drover.api.Labels;
import dev.drover.api.ListMeta;
import dev.drover.api.Selector;
import dev.drover.api.codec.ListSink;
import dev.drover.client.ApiException;
import dev.drover.client.Backoff;
import dev.drover.client.Client;
import dev.drover.client.ListOptions;
import dev.drover.client.RequestFailedException;
import dev.drover.client.ResourceClient;
import dev.drover.client.WatchOptions;
import dev.drover.client.WatchStream;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What reflectors promise, over the wire. Runs on the embedded server and on a real one.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ReflectorSuite {
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final Backoff QUICK =
      Backoff.defaults()
          .with(
              b ->
                  b.first(Duration.ofMillis(5))
                      .factor(2)
                      .cap(Duration.ofMillis(50))
                      .jitter(1)
                      .resetAfter(Duration.ofMinutes(2)));

  TestServer server;
  Client client;
  CuttingProxy proxy;
  Client proxied;
  String namespace;
  ResourceClient<ConfigMap> maps;
  final RecordingStore[] current = new RecordingStore[1];
  final LinkedBlockingQueue<RuntimeException> errors = new LinkedBlockingQueue<>();
  private Reflector<ConfigMap> reflector;
  private Thread thread;

  abstract TestServer start() throws Exception;

  @BeforeAll
  void startServer() throws Exception {
    server = start();
    client = Client.connect(server.config());
    proxy = new CuttingProxy(server.url());
  }

  @AfterAll
  void stopServer() {
    proxy.close();
    client.close();
    server.close();
  }

  @BeforeEach
  void begin() {
    proxied = Client.connect(server.configBy(proxy.address()));
    namespace = "mirror" + COUNT.incrementAndGet();
    client.create(Namespace.named(namespace));
    maps = client.resources(ConfigMap.class).inNamespace(namespace);
    current[0] = new RecordingStore();
    errors.clear();
  }

  @AfterEach
  void end() throws InterruptedException {
    if (reflector != null) {
      reflector.close();
      assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
    }
    proxy.heal();
    proxied.close();
  }

  RecordingStore store() {
    return current[0];
  }

  Reflector<ConfigMap> reflector() {
    return reflector;
  }

  private ListerWatcher<ConfigMap> everything() {
    return ListerWatcher.of(
        proxied.resources(ConfigMap.class).inNamespace(namespace),
        Selector.everything(),
        FieldSelector.parse("metadata.name!=kube-root-ca.crt"),
        List.of("metadata.managedFields"));
  }

  Reflector<ConfigMap> reflect(boolean streaming) {
    return reflect(everything(), o -> o.streaming(streaming));
  }

  Reflector<ConfigMap> reflect(
      ListerWatcher<ConfigMap> source, UnaryOperator<ReflectorOptions.Builder<ConfigMap>> change) {
    reflector =
        Reflector.of(
            namespace,
            source,
            store(),
            ReflectorOptions.<ConfigMap>defaults()
                .with(o -> o.backoff(QUICK).errorHandler((_, e) -> errors.add(e)))
                .with(change::apply));
    thread = Thread.ofVirtual().start(reflector::run);
    return reflector;
  }

  RuntimeException error() throws InterruptedException {
    RuntimeException error = errors.poll(20, TimeUnit.SECONDS);
    if (error == null) {
      throw new AssertionError("no failure was reported");
    }
    return error;
  }

  ConfigMap put(String name, String value) {
    return maps.apply(ConfigMap.named(namespace, name).with(m -> m.data("k", value)));
  }

  /// What the server has, in the words of the store.
  String truth() {
    return maps.list().items().stream()
        .filter(m -> !m.name().equals("kube-root-ca.crt"))
        .sorted(Comparator.comparing(ConfigMap::name))
        .map(m -> m.name() + "@" + m.metadata().resourceVersion())
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void storeFollowsEveryChange(boolean streaming) throws Exception {
    put("a", "1");
    put("b", "1");
    reflect(streaming);
    store().await(truth());
    put("a", "2");
    maps.delete("b");
    put("c", "1");
    store().await(truth());
    assertThat(store().listKeys()).hasSize(2);
    assertThat(store().list()).allMatch(m -> m.metadata().managedFields().isEmpty());
    ReflectorStatus status = reflector().status();
    assertThat(status.lists()).isEqualTo(1);
    assertThat(status.watches()).isEqualTo(1);
    assertThat(errors).isEmpty();
  }

  @Test
  void longListsComeInPages() throws Exception {
    for (int i = 0; i < 25; i++) {
      put("m" + i, "1");
    }
    // Pages are cut by the server's database; its cache ignores the limit of a version 0.
    reflect(reading("0", ""), o -> o.pageSize(7));
    store().await(truth());
    assertThat(reflector().status().items()).isEqualTo(25);
    assertThat(store().writes()).hasSize(1);
  }

  /// Asks for another version than the reflector does.
  private ListerWatcher<ConfigMap> reading(String asked, String instead) {
    ListerWatcher<ConfigMap> plain = everything();
    return new ListerWatcher<>() {
      @Override
      public ListMeta list(ListOptions options, ListSink<? super ConfigMap> sink) {
        return plain.list(
            options.resourceVersion().equals(asked)
                ? options.with(o -> o.resourceVersion(instead, ""))
                : options,
            sink);
      }

      @Override
      public WatchStream<ConfigMap> watch(WatchOptions options) {
        return plain.watch(options);
      }
    };
  }

  /// Says of its first list that it has another version, and ends the watch from there at once.
  private ListerWatcher<ConfigMap> claiming(String version) {
    ListerWatcher<ConfigMap> plain = everything();
    AtomicInteger lists = new AtomicInteger();
    return new ListerWatcher<>() {
      @Override
      public ListMeta list(ListOptions options, ListSink<? super ConfigMap> sink) {
        ListMeta page = plain.list(options, sink);
        return lists.incrementAndGet() == 1 ? page.with(m -> m.resourceVersion(version)) : page;
      }

      @Override
      public WatchStream<ConfigMap> watch(WatchOptions options) {
        WatchStream<ConfigMap> stream = plain.watch(options);
        if (options.resourceVersion().equals(version)) {
          stream.close();
        }
        return stream;
      }
    };
  }

  @Test
  @Tag("slow")
  void versionThatTheServerHasNotReachedIsFollowedByAList() throws Exception {
    put("a", "1");
    reflect(claiming("99999999999"), o -> o);
    assertThat(error()).isInstanceOf(ReflectorException.VeryShortWatch.class);
    RuntimeException tooLarge = error();
    assertThat(tooLarge).isInstanceOf(ApiException.TimedOut.class);
    assertThat(Failures.isVersionTooLarge(tooLarge)).isTrue();
    put("a", "2");
    store().await(truth());
    assertThat(reflector().status().relists()).isEqualTo(1);
    assertThat(errors).isEmpty();
  }

  @Test
  void objectsThatLeaveTheSelectionLeaveTheStore() throws Exception {
    maps.apply(ConfigMap.named(namespace, "a").with(m -> m.label("app", "till")));
    maps.apply(ConfigMap.named(namespace, "b").with(m -> m.label("app", "shelf")));
    reflect(
        ListerWatcher.of(
            proxied.resources(ConfigMap.class).inNamespace(namespace),
            Labels.labelIs("app", "till"),
            FieldSelector.everything(),
            List.of()),
        o -> o);
    store().await("a@" + maps.get("a").metadata().resourceVersion());
    maps.apply(ConfigMap.named(namespace, "a").with(m -> m.label("app", "shelf")));
    store().await("");
    ConfigMap b = maps.apply(ConfigMap.named(namespace, "b").with(m -> m.label("app", "till")));
    store().await("b@" + b.metadata().resourceVersion());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void brokenConnectionsLoseNoChange(boolean streaming) throws Exception {
    put("a", "1");
    reflect(streaming);
    store().await(truth());
    for (int i = 0; i < 20; i++) {
      proxy.cutAll();
      put("a", "round " + i);
      put("m" + i, "new");
      if (i % 3 == 0) {
        maps.delete("m" + i);
      }
    }
    store().await(truth());
    assertThat(error()).isInstanceOfAny(RequestFailedException.class, ReflectorException.class);
  }

  @Test
  void silentConnectionIsNoticedAndReplaced() throws Exception {
    put("a", "1");
    reflect(everything(), o -> o.idleTimeout(Duration.ofMillis(500)));
    store().await(truth());
    proxy.silentAfter(() -> 5000); // after the handshake
    proxy.cutAll();
    while (!error().getMessage().contains("in time")) {
      put("a", "more"); // that was the cut, or a list that is silent, too
    }
    put("b", "1");
    proxy.heal();
    store().await(truth());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  @Tag("slow")
  void storeEqualsTheServerAfterAnyFaults(long seed) throws Exception {
    Random random = new Random(seed);
    Random faults = new Random(~seed);
    reflect(everything(), o -> o.streaming(seed % 2 == 0).idleTimeout(Duration.ofSeconds(2)));
    for (int round = 0; round < 5; round++) {
      proxy.cutAfter(() -> 1500 + faults.nextInt(20_000));
      for (int change = 0; change < 40; change++) {
        change(random);
        if (random.nextInt(10) == 0) {
          proxy.cutAll();
        }
      }
      proxy.heal();
      proxy.cutAll();
      store().await(truth());
    }
    assertThat(new ArrayList<>(errors)).isNotEmpty();
  }

  private void change(Random random) {
    String name = "m" + random.nextInt(12);
    if (random.nextInt(4) == 0) {
      if (maps.find(name).isPresent()) {
        maps.delete(name);
      }
    } else {
      put(name, "é".repeat(random.nextInt(400)) + random.nextInt());
    }
  }
}
