package dev.drover.informer;

import static dev.drover.api.Labels.labelIs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.Backoff;
import dev.drover.client.Client;
import dev.drover.client.ListOptions;
import dev.drover.client.ResourceClient;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import dev.drover.server.EmbeddedApiServer;
import dev.drover.server.Fault;
import dev.drover.server.RequestMatch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/// Writes, faults of the server and of the network, handlers that come and go: at random, round by
/// round; at the end of a round there is peace, and everything must agree with the server.
final class Turmoil implements AutoCloseable {
  private static final List<String> NAMESPACES = List.of("n0", "n1", "n2");
  private static final List<String> APPS = List.of("x", "y", "z");
  private static final Duration LONG = Duration.ofSeconds(60);

  private final TestServer server;
  private final long seed;
  private final Random random;
  private final FaultyLink link;
  private final Client writer;
  private final Client reader;
  private final SharedCacheFactory caches;
  private final List<Subject<?>> subjects = new ArrayList<>();
  private final List<String> journal = new ArrayList<>();
  private long count;

  Turmoil(TestServer server, long seed) throws Exception {
    this.server = server;
    this.seed = seed;
    this.random = new Random(seed);
    this.link = new FaultyLink(server.url());
    this.writer = Client.connect(server.config());
    this.reader = Client.connect(server.configBy(link.address()));
    this.caches = SharedCacheFactory.over(reader);
    NAMESPACES.forEach(name -> writer.create(Namespace.named(name)));
    subject(ConfigMap.KIND, o -> {});
    subject(ConfigMap.KIND, o -> o.namespaces("n0", "n2"));
    subject(ConfigMap.KIND, o -> o.labels(labelIs("app", "x")).coalesceAbove(4));
    subject(ConfigMap.KIND.metadataOnly(), o -> o.streaming(true));
    caches.start();
  }

  private <T extends KubernetesObject> void subject(
      Kind<T> kind, Consumer<CacheOptions.Builder<T>> change) {
    Backoff backoff =
        Backoff.defaults()
            .with(
                b ->
                    b.first(Duration.ofMillis(10))
                        .factor(2)
                        .cap(Duration.ofMillis(200))
                        .jitter(1)
                        .resetAfter(Duration.ofMinutes(2)));
    CacheOptions<T> options =
        CacheOptions.<T>defaults()
            .with(
                o ->
                    o.reflector(
                        ReflectorOptions.<T>defaults()
                            .with(
                                r ->
                                    r.backoff(backoff)
                                        .idleTimeout(Duration.ofSeconds(1))
                                        .bookmarkWait(Duration.ofSeconds(1))
                                        .pageSize(7)
                                        .errorHandler((_, _) -> {}))))
            .with(change);
    SharedIndexInformer<T> informer = caches.forKind(kind, options);
    informer.setWatchErrorHandler((_, _) -> {});
    subjects.add(new Subject<>(informer, writer.resources(kind)));
  }

  void round(int number) throws Exception {
    journal.clear();
    try {
      int steps = 40 + random.nextInt(120);
      for (int i = 0; i < steps; i++) {
        step();
      }
      peace();
      for (Subject<?> subject : subjects) {
        subject.check();
      }
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "seed %d, round %d, after %s%n%s".formatted(seed, number, journal, caches.states()), e);
    }
  }

  private void step() {
    int dice = random.nextInt(100);
    if (dice < 80) {
      write();
    } else if (dice < 86) {
      any(subjects).addHandler();
    } else if (dice < 90) {
      any(subjects).removeHandler(random);
    } else if (dice < 96) {
      networkFault();
    } else {
      server.embedded().ifPresent(this::serverFault);
    }
  }

  private <E> E any(List<E> list) {
    return list.get(random.nextInt(list.size()));
  }

  private void write() {
    String name = "m" + random.nextInt(25);
    ResourceClient<ConfigMap> maps = writer.resources(ConfigMap.class).inNamespace(any(NAMESPACES));
    var known = maps.find(name);
    String value = "v" + count++;
    if (known.isEmpty()) {
      String app = any(APPS);
      maps.create(ConfigMap.named("", name).with(m -> m.label("app", app).data("v", value)));
    } else if (random.nextInt(3) == 0) {
      maps.delete(name);
    } else if (random.nextInt(3) == 0) {
      String app = any(APPS);
      maps.editMetadata(known.get(), m -> m.withLabel("app", app));
    } else {
      maps.edit(known.get(), map -> map.with(m -> m.data("v", value)));
    }
  }

  private void networkFault() {
    switch (random.nextInt(4)) {
      case 0 -> {
        journal.add("cut");
        link.cut();
      }
      case 1 -> {
        int bytes = random.nextInt(6000);
        journal.add("cut behind " + bytes);
        link.cutAfter(bytes);
      }
      case 2 -> {
        journal.add("silent");
        link.fallSilent();
      }
      default -> {
        journal.add("down");
        link.down();
        for (int i = random.nextInt(15); i >= 0; i--) {
          write();
        }
        link.heal();
      }
    }
  }

  private void serverFault(EmbeddedApiServer embedded) {
    String verb = random.nextBoolean() ? "watch" : "list";
    RequestMatch match = RequestMatch.any().resource("configmaps").verb(verb);
    int times = 1 + random.nextInt(3);
    switch (random.nextInt(5)) {
      case 0 -> {
        journal.add("compact");
        embedded.faults().compact();
      }
      case 1 -> {
        journal.add("compact and cut");
        embedded.faults().compact();
        embedded.faults().cutWatches("configmaps");
      }
      case 2 -> {
        journal.add("500 for " + verb);
        embedded.faults().inject(match, Fault.refuse(500), times);
      }
      case 3 -> {
        journal.add("410 for " + verb);
        embedded.faults().inject(match, Fault.refuse(410), times);
      }
      default -> {
        journal.add("cut " + verb);
        embedded.faults().inject(match, Fault.cutBefore(), times);
      }
    }
  }

  /// That the faults reached the caches: else this would test nothing.
  void requireTurmoil() {
    List<InformerState> states = caches.states();
    assertThat(states.stream().mapToLong(InformerState::errors).sum()).isGreaterThan(5);
    assertThat(states.stream().mapToLong(InformerState::relists).sum()).isGreaterThan(5);
  }

  private void peace() {
    server.embedded().ifPresent(embedded -> embedded.faults().clear());
    link.heal();
  }

  @Override
  public void close() throws IOException {
    caches.close();
    reader.close();
    writer.close();
    link.close();
  }

  /// One cache with its handlers, and the truth about it.
  private static final class Subject<T extends KubernetesObject> {
    private final SharedIndexInformer<T> informer;
    private final ResourceClient<T> truth;
    private final Index<T> byApp = Index.of("app", object -> object.metadata().labels().get("app"));
    private final Map<Probe<T>, Registration> handlers = new LinkedHashMap<>();

    Subject(SharedIndexInformer<T> informer, ResourceClient<T> truth) {
      this.informer = informer;
      this.truth = truth;
      informer.addIndexers(byApp);
      addHandler();
    }

    void addHandler() {
      Probe<T> probe = new Probe<>();
      handlers.put(probe, informer.addEventHandler(probe));
    }

    void removeHandler(Random random) {
      List<Probe<T>> all = new ArrayList<>(handlers.keySet());
      if (all.size() > 1) {
        Registration gone = handlers.remove(all.get(random.nextInt(all.size())));
        gone.close();
      }
    }

    void check() throws InterruptedException {
      informer.awaitSynced(LONG);
      Map<ObjectKey, String> wanted = wanted();
      for (Map.Entry<Probe<T>, Registration> handler : handlers.entrySet()) {
        handler.getKey().awaitView(wanted);
        handler.getValue().awaitSynced(LONG);
      }
      List<T> objects = informer.store().list();
      assertThat(Probe.versions(objects)).as("%s", informer).isEqualTo(wanted);
      for (String app : APPS) {
        assertThat(informer.indexer().byIndex(byApp, app))
            .containsExactlyInAnyOrderElementsOf(
                objects.stream()
                    .filter(object -> app.equals(object.metadata().labels().get("app")))
                    .toList());
      }
      for (String namespace : NAMESPACES) {
        assertThat(informer.indexer().byIndex(Index.NAMESPACE, namespace))
            .containsExactlyInAnyOrderElementsOf(
                objects.stream().filter(o -> o.namespace().equals(namespace)).toList());
      }
    }

    private Map<ObjectKey, String> wanted() {
      CacheOptions<T> options = informer.options();
      Map<ObjectKey, String> all =
          Probe.versions(
              truth.list(ListOptions.defaults().with(o -> o.labels(options.labels()))).items());
      all.keySet()
          .removeIf(
              key ->
                  !options.namespaces().isEmpty()
                      && !options.namespaces().contains(key.namespace()));
      return all;
    }
  }
}
