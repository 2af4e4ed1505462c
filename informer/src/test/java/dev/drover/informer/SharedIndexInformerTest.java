package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.ObjectKey;
import dev.drover.api.ResourceVersion;
import dev.drover.client.ManualTime;
import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What an informer promises, on a collection in memory, with a clock that stands still.
class SharedIndexInformerTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Index<ConfigMap> BY_COLOUR =
      Index.of("colour", map -> map.data().get("colour"));

  private final ManualTime time = new ManualTime();
  private final MemoryCollection<ConfigMap> maps =
      new MemoryCollection<>(
          (map, version) ->
              ConfigMap.KIND.withMetadata(
                  map, map.metadata().with(m -> m.resourceVersion(version).uid(map.name()))));
  private final Probe<ConfigMap> probe = new Probe<>();
  private SharedIndexInformer<ConfigMap> informer = make(CacheOptions.all());

  private SharedIndexInformer<ConfigMap> make(CacheOptions<ConfigMap> options) {
    return SharedIndexInformer.of(ConfigMap.KIND, maps, options.with(o -> o.time(time)));
  }

  @AfterEach
  void close() {
    informer.close();
  }

  private ConfigMap put(String name, String colour) {
    return maps.put(ConfigMap.named("shop", name).with(m -> m.data("colour", colour)));
  }

  private void startAndSync() throws InterruptedException {
    informer.start();
    informer.awaitSynced(LONG);
  }

  private Map<ObjectKey, String> truth() {
    return Probe.versions(maps.content().values());
  }

  private static String next(LinkedBlockingQueue<String> told) throws InterruptedException {
    return told.poll(20, TimeUnit.SECONDS);
  }

  // --- D10, D11: one watch, one store, many handlers

  @Test
  void manyHandlersShareOneListAndOneWatch() throws Exception {
    put("a", "red");
    List<Probe<ConfigMap>> probes = IntStream.range(0, 20).mapToObj(i -> probe(i)).toList();
    startAndSync();
    put("b", "red");
    for (var one : probes) {
      one.awaitView(truth());
    }

    assertThat(maps.lists()).isEqualTo(1);
  }

  private Probe<ConfigMap> probe(int number) {
    Probe<ConfigMap> one = new Probe<>();
    informer.addEventHandler(one);
    return one;
  }

  @Test
  void firstListIsToldAsInitialAndWhatFollowsIsNot() throws Exception {
    put("a", "red");
    Registration registration = informer.addEventHandler(probe);
    startAndSync();
    registration.awaitSynced(LONG);
    put("b", "red");
    put("a", "blue");
    maps.delete("shop", "b");
    probe.await("delete shop/b");

    assertThat(probe.events())
        .containsExactly("initial shop/a", "add shop/b", "update shop/a", "delete shop/b");
  }

  @Test
  void lateHandlerIsToldOfEveryObjectAndThenOfEveryChange() throws Exception {
    put("a", "red");
    put("b", "red");
    startAndSync();
    Registration registration = informer.addEventHandler(probe);
    registration.awaitSynced(LONG);
    assertThat(probe.events()).containsExactlyInAnyOrder("initial shop/a", "initial shop/b");

    put("a", "blue");
    probe.await("update shop/a");
  }

  @Test
  void noEventIsLostOrDoubledForHandlersThatComeInTheMiddleOfChanges() throws Exception {
    startAndSync();
    CountDownLatch done = new CountDownLatch(1);
    Thread writer =
        Thread.ofVirtual()
            .start(
                () -> {
                  for (int i = 0; i < 3000; i++) {
                    String name = "m" + i % 40;
                    if (i % 7 == 3 && maps.content().containsKey(ObjectKey.of("shop", name))) {
                      maps.delete("shop", name);
                    } else {
                      put(name, "c" + i);
                    }
                    if (i % 10 == 0) {
                      Thread.yield();
                    }
                  }
                  done.countDown();
                });
    List<Probe<ConfigMap>> probes = new ArrayList<>();
    while (done.getCount() > 0) {
      probes.add(probe(probes.size()));
      Thread.yield();
    }
    writer.join();
    informer.awaitVersion(maps.version(), LONG);

    assertThat(Probe.versions(informer.store().list())).isEqualTo(truth());
    for (var one : probes) {
      one.awaitView(truth());
    }
  }

  @Test
  void stuckHandlerHarmsNobodyAndItsMailboxDoesNotGrowForEver() throws Exception {
    informer = make(CacheOptions.<ConfigMap>all().with(o -> o.roomy(16)));
    CountDownLatch go = new CountDownLatch(1);
    Probe<ConfigMap> slow = new Probe<>();
    EventHandler<ConfigMap> stuck =
        new EventHandler<>() {
          @Override
          public String name() {
            return "stuck";
          }

          @Override
          public void onAdd(ConfigMap object, boolean isInInitialList) {
            hold(go);
            slow.onAdd(object, isInInitialList);
          }

          @Override
          public void onUpdate(ConfigMap before, ConfigMap now) {
            slow.onUpdate(before, now);
          }

          @Override
          public void onDelete(Deletion<ConfigMap> deletion) {
            slow.onDelete(deletion);
          }
        };
    Registration registration = informer.addEventHandler(stuck);
    informer.addEventHandler(probe);
    put("a", "red");
    startAndSync();
    for (int i = 0; i < 5000; i++) {
      put("m" + i % 10, "c" + i);
    }
    informer.awaitVersion(maps.version(), LONG);
    probe.awaitView(truth());

    InformerState.Handler state = handler("stuck");
    assertThat(state.backlog()).isLessThanOrEqualTo(1 + 20);
    assertThat(state.coalesced()).isGreaterThan(4900);
    assertThat(handler("probe").backlog()).isZero();
    assertThat(registration.hasSynced()).isFalse();

    go.countDown();
    slow.awaitView(truth());
    registration.awaitSynced(LONG);
  }

  private InformerState.Handler handler(String name) {
    return informer.state().handlers().stream()
        .filter(h -> h.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static void hold(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void handlerThatThrowsIsReportedAndToldOfTheNextChange() throws Exception {
    List<String> failures = new ArrayList<>();
    informer =
        make(
            CacheOptions.<ConfigMap>all()
                .with(
                    o ->
                        o.observer(
                            new InformerObserver() {
                              @Override
                              public void handlerFailed(String i, String handler, Throwable e) {
                                failures.add(i + " " + handler + " " + e.getMessage());
                              }
                            })));
    LinkedBlockingQueue<String> told = new LinkedBlockingQueue<>();
    Registration registration =
        informer.addEventHandler(
            EventHandler.<ConfigMap>of()
                .named("angry")
                .onAdd(
                    map -> {
                      told.add(map.name());
                      throw new IllegalStateException("not " + map.name());
                    }));
    put("a", "red");
    startAndSync();
    registration.awaitSynced(LONG);
    put("b", "red");

    assertThat(next(told)).isEqualTo("a");
    assertThat(next(told)).isEqualTo("b");
    informer.close();
    assertThat(failures).containsExactly("configmaps angry not a", "configmaps angry not b");
    assertThat(handler("angry").failures()).isEqualTo(2);
    assertThat(handler("angry").lastFailure().orElseThrow()).hasMessage("not b");
  }

  @Test
  void handlerThatWasRemovedIsNotToldAnyMore() throws Exception {
    Probe<ConfigMap> other = new Probe<>();
    Registration registration = informer.addEventHandler(probe);
    informer.addEventHandler(other);
    put("a", "red");
    startAndSync();
    registration.awaitSynced(LONG);
    registration.close();
    registration.close();
    put("b", "red");
    other.await("add shop/b");

    assertThat(probe.events()).containsExactly("initial shop/a");
    assertThat(informer.state().handlers()).hasSize(1);
  }

  // --- D12: resync

  @Test
  void handlersLookAtEverythingAgainEachInItsOwnTime() throws Exception {
    put("a", "red");
    Probe<ConfigMap> never = new Probe<>();
    Probe<ConfigMap> rarely = new Probe<>();
    informer.addEventHandlerWithResyncPeriod(probe, Duration.ofMinutes(1));
    informer.addEventHandlerWithResyncPeriod(rarely, Duration.ofMinutes(3));
    informer.addEventHandlerWithResyncPeriod(never, Duration.ZERO);
    startAndSync();
    probe.await("initial shop/a");
    rarely.await("initial shop/a");
    for (int minute = 1; minute <= 3; minute++) {
      time.awaitAlarms(1);
      time.advance(Duration.ofMinutes(1));
      probe.awaitCount(minute + 1);
    }
    rarely.await("sync shop/a");
    put("b", "red");
    never.await("add shop/b");
    rarely.await("add shop/b");

    assertThat(probe.events()).startsWith("initial shop/a", "sync shop/a", "sync shop/a");
    assertThat(rarely.events()).containsExactly("initial shop/a", "sync shop/a", "add shop/b");
    assertThat(never.events()).containsExactly("initial shop/a", "add shop/b");
    assertThat(maps.lists()).isEqualTo(1);
  }

  @Test
  void resyncIsEveryTenHoursUnlessSomebodySaysOtherwise() throws Exception {
    put("a", "red");
    informer.addEventHandler(probe);
    startAndSync();
    probe.await("initial shop/a");
    time.awaitAlarms(1);
    time.advance(Duration.ofHours(10).minusNanos(1));
    assertThat(probe.events()).hasSize(1);
    time.advance(Duration.ofNanos(1));
    probe.await("sync shop/a");
  }

  @Test
  void listThatIsReadAgainIsNoResync() throws Exception {
    put("a", "red");
    put("b", "red");
    put("c", "red");
    informer.addEventHandler(probe);
    startAndSync();
    probe.awaitCount(3);
    probe.forget();
    maps.unwatched(
        () -> {
          maps.delete("shop", "b");
          put("c", "blue");
          put("d", "red");
        });
    relist(2);
    probe.awaitView(truth());

    assertThat(probe.events())
        .containsExactlyInAnyOrder("lost shop/b", "update shop/c", "add shop/d");
    assertThat(maps.lists()).isEqualTo(2);
  }

  /// Lets time pass until a list was read again, whether the reflector pauses before or not.
  private void relist(int lists) {
    while (maps.lists() < lists) {
      time.advance(Duration.ofMillis(100));
      Thread.yield();
    }
  }

  // --- D13, D14, D22: store, indexer, controller

  @Test
  @SuppressWarnings("deprecation")
  void storeIndexerAndControllerShowTheSameCopy() throws Exception {
    assertThat(informer.controller().hasSynced()).isFalse();
    assertThat(informer.controller().lastSyncResourceVersion()).isEmpty();
    put("a", "red");
    startAndSync();

    assertThat(informer.store().getByKey(ObjectKey.of("shop", "a"))).isPresent();
    assertThat(informer.indexer().listKeys()).containsExactly(ObjectKey.parse("shop/a"));
    assertThat(informer.controller().hasSynced()).isTrue();
    assertThat(informer.controller().lastSyncResourceVersion()).isEqualTo(maps.version());
  }

  @Test
  void copyIsForReading() throws Exception {
    startAndSync();
    assertThatThrownBy(() -> informer.store().add(ConfigMap.named("shop", "x")))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("write to the server");
  }

  @Test
  void hasSyncedOnceAWholeListReachedTheStore() throws Exception {
    assertThat(informer.hasSynced()).isFalse();
    put("a", "red");
    startAndSync();

    assertThat(informer.hasSynced()).isTrue();
    assertThat(informer.lastSyncResourceVersion()).isEqualTo(maps.version());
    assertThat(informer.store().resourceVersion()).isEqualTo(maps.version());
    maps.bookmark();
    informer.awaitVersion(maps.version(), LONG);
    assertThat(informer.store().resourceVersion()).isEqualTo(maps.version());
  }

  @Test
  void whoeverWaitsForTheVersionOfAWriteReadsIt() throws Exception {
    startAndSync();
    for (int i = 0; i < 200; i++) {
      ConfigMap written = put("a", "c" + i);
      informer.awaitVersion(written.key(), written.metadata().resourceVersion(), LONG);
      assertThat(informer.lister().get("shop", "a").orElseThrow().data()).containsValue("c" + i);
    }
  }

  // --- D15: transform

  @Test
  void transformChangesEachObjectBeforeItIsStored() throws Exception {
    informer.setTransform(map -> map.with(m -> m.data("seen", "yes")));
    informer.addEventHandler(probe);
    put("a", "red");
    startAndSync();
    put("b", "red");
    probe.await("add shop/b");

    assertThat(informer.lister().list()).allMatch(map -> map.data().get("seen").equals("yes"));
  }

  @Test
  void transformAndErrorHandlerCannotBeSetAfterTheStart() throws Exception {
    startAndSync();
    assertThatThrownBy(() -> informer.setTransform(map -> map))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("configmaps was started");
    assertThatThrownBy(() -> informer.setWatchErrorHandler((_, _) -> {}))
        .isInstanceOf(IllegalStateException.class);
  }

  // --- D16: order

  @Test
  void storeHasTheChangeBeforeHandlersAreTold() throws Exception {
    LinkedBlockingQueue<String> told = new LinkedBlockingQueue<>();
    informer.addEventHandler(
        EventHandler.<ConfigMap>of()
            .onAdd(map -> told.add(isStoreAsNewAs(map)))
            .onDelete(gone -> told.add(isStoreAsNewAs(gone.lastKnown().orElseThrow()))));
    put("a", "red");
    startAndSync();
    put("b", "red");
    maps.delete("shop", "b");

    assertThat(List.of(next(told), next(told), next(told))).containsOnly("yes");
  }

  private String isStoreAsNewAs(ConfigMap map) {
    String version = informer.store().resourceVersion();
    return ResourceVersion.compare(version, map.metadata().resourceVersion()) >= 0 ? "yes" : "no";
  }

  // --- D17 to D21: indexes

  @Test
  void objectsAreFoundByTheirValues() throws Exception {
    informer.addIndexers(BY_COLOUR);
    put("a", "red");
    put("b", "blue");
    ConfigMap c = put("c", "red");
    startAndSync();
    Indexer<ConfigMap> indexer = informer.indexer();

    assertThat(Probe.versions(indexer.byIndex(BY_COLOUR, "red")).keySet())
        .containsExactlyInAnyOrder(ObjectKey.of("shop", "a"), ObjectKey.of("shop", "c"));
    assertThat(indexer.index("colour", c)).hasSize(2);
    assertThat(indexer.indexKeys("colour", "red"))
        .containsExactly(ObjectKey.of("shop", "a"), ObjectKey.of("shop", "c"));
    assertThat(indexer.listIndexFuncValues("colour")).isEqualTo(Set.of("red", "blue"));
    assertThat(indexer.indexers().keySet()).isEqualTo(Set.of("colour", Index.NAMESPACE));
    assertThatThrownBy(() -> indexer.byIndex("taste", "sweet"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("taste")
        .hasMessageContaining("colour");

    ConfigMap moved = put("a", "blue");
    informer.awaitVersion(moved.metadata().resourceVersion(), LONG);
    assertThat(indexer.byIndex("colour", "red")).containsExactly(c);
  }

  @Test
  void indexAddedAfterTheStartFindsWhatIsThereAndWhatComes() throws Exception {
    put("a", "red");
    startAndSync();
    informer.addIndexers(BY_COLOUR);
    assertThat(informer.indexer().byIndex("colour", "red")).hasSize(1);
    ConfigMap b = put("b", "red");
    informer.awaitVersion(b.metadata().resourceVersion(), LONG);
    assertThat(informer.indexer().byIndex("colour", "red")).hasSize(2);
    assertThatThrownBy(() -> informer.addIndexers(BY_COLOUR))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void indexAddedInTheMiddleOfChangesMissesNothing() throws Exception {
    startAndSync();
    CompletableFuture<Void> writing =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < 2000; i++) {
                put("m" + i % 100, "c" + i % 3);
              }
            });
    List<Index<ConfigMap>> added = new ArrayList<>();
    while (!writing.isDone() && added.size() < 50) {
      Index<ConfigMap> index = Index.of("i" + added.size(), map -> map.data().get("colour"));
      informer.addIndexers(index);
      added.add(index);
    }
    writing.join();
    informer.awaitVersion(maps.version(), LONG);

    for (Index<ConfigMap> index : added) {
      for (String colour : List.of("c0", "c1", "c2")) {
        assertThat(informer.indexer().byIndex(index, colour))
            .containsExactlyInAnyOrderElementsOf(
                informer.store().list().stream()
                    .filter(map -> colour.equals(map.data().get("colour")))
                    .toList());
      }
    }
  }

  @Test
  void indexFunctionThatFailsIsReportedAndTheObjectIsStillThere() throws Exception {
    informer.addIndexers(
        Index.<ConfigMap>of(
            "picky",
            map -> {
              if (map.name().equals("bad")) {
                throw new AssertionError("cannot say"); // an Error, even
              }
              return "good";
            }));
    put("bad", "red");
    put("a", "red");
    startAndSync();

    assertThat(informer.store().list()).hasSize(2);
    assertThat(informer.indexer().byIndex("picky", "good")).hasSize(1);
    assertThat(informer.state().errors()).isPositive();
    assertThat(informer.state().lastError().orElseThrow())
        .hasMessageContaining("picky")
        .hasMessageContaining("cannot say");
  }

  // --- waits

  @Test
  void waitingInVainNamesTheInformerWhatIsMissingAndTheLastError() throws Exception {
    maps.refuse(new IllegalStateException("list configmaps: no route to host"));
    informer.start();
    time.awaitAlarms(2);
    CompletableFuture<Throwable> outcome = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                informer.awaitSynced(Duration.ofSeconds(3));
                outcome.complete(null);
              } catch (Throwable e) {
                outcome.complete(e);
              }
            });
    while (!outcome.isDone()) {
      time.advance(Duration.ofSeconds(1));
      Thread.onSpinWait();
    }

    assertThat(outcome.get())
        .isInstanceOf(SyncTimeoutException.class)
        .hasMessageContaining("configmaps: it has not synced")
        .hasMessageContaining("waited 3 s")
        .hasMessageContaining("no list yet")
        .hasMessageContaining("no route to host");
  }

  @Test
  void waitingEndsWhenTheInformerIsClosed() throws Exception {
    maps.refuse(new IllegalStateException("down"));
    informer.start();
    CompletableFuture<Throwable> outcome = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                informer.awaitSynced(LONG);
              } catch (Throwable e) {
                outcome.complete(e);
              }
            });
    informer.close();

    assertThat(outcome.get(20, TimeUnit.SECONDS))
        .isInstanceOf(SyncTimeoutException.class)
        .hasMessageContaining("stopped");
  }

  @Test
  void readingOrWaitingBeforeTheStartIsAnErrorThatSaysWhatToDo() {
    assertThatThrownBy(() -> informer.lister().list())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("configmaps was not started: call start()");
    assertThatThrownBy(() -> informer.awaitSynced(LONG)).isInstanceOf(IllegalStateException.class);
    assertThat(maps.lists()).isZero();
  }

  @Test
  void versionThatNoObjectHasCannotBeWaitedFor() throws Exception {
    startAndSync();
    for (String version : List.of("", "0", "abc", "007")) {
      assertThatThrownBy(() -> informer.awaitVersion(version, LONG))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  // --- life

  @Test
  void startsOnceAndNeverAgain() throws Exception {
    startAndSync();
    assertThat(informer.start()).isSameAs(informer);
    assertThat(informer.isStopped()).isFalse();
    informer.close();
    informer.close();

    assertThat(informer.isStopped()).isTrue();
    assertThat(maps.lists()).isEqualTo(1);
    assertThatThrownBy(informer::start).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> informer.addEventHandler(probe))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("stopped");
    assertThatThrownBy(() -> informer.addIndexers(BY_COLOUR))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void storeCanStillBeReadAfterTheEnd() throws Exception {
    put("a", "red");
    startAndSync();
    informer.close();

    assertThat(informer.lister().list()).hasSize(1);
  }

  @Test
  void handlerMayCloseTheInformer() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    informer.addEventHandler(
        EventHandler.<ConfigMap>of()
            .onAdd(
                _ -> {
                  informer.close();
                  closed.countDown();
                }));
    put("a", "red");
    informer.start();

    assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(informer.isStopped()).isTrue();
  }

  @Test
  void closeEndsHandlersThatHeedInterrupts() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    AtomicInteger ended = new AtomicInteger();
    informer.addEventHandler(
        EventHandler.<ConfigMap>of()
            .onAdd(
                _ -> {
                  running.countDown();
                  hold(new CountDownLatch(1));
                  ended.incrementAndGet();
                }));
    put("a", "red");
    put("b", "red");
    informer.start();
    running.await();
    informer.close();

    assertThat(ended).hasValue(1);
  }

  // --- state

  @Test
  void stateTellsHowTheInformerIsDoing() throws Exception {
    assertThat(informer.state().phase()).isEqualTo(InformerState.Phase.NEW);
    informer.addEventHandler(probe);
    for (int i = 0; i < 100; i++) {
      put("m" + i, "red");
    }
    startAndSync();
    put("n", "red");
    probe.awaitCount(101);
    InformerState state = informer.state();

    assertThat(state.name()).isEqualTo("configmaps");
    assertThat(state.phase()).isEqualTo(InformerState.Phase.STARTED);
    assertThat(state.synced()).isTrue();
    assertThat(state.objects()).isEqualTo(101);
    assertThat(state.approximateBytes()).isBetween(101 * 100L, 101 * 400L);
    assertThat(state.resourceVersion()).isEqualTo(maps.version());
    assertThat(state.lists()).isEqualTo(1);
    assertThat(state.relists()).isZero();
    assertThat(state.errors()).isZero();
    assertThat(state.lastError()).isEmpty();
    assertThat(state.lastEvent()).contains(time.instant());
    assertThat(state.lag()).isZero();
    assertThat(state.progress()).isEqualTo(100);
    assertThat(state.handlers()).hasSize(1);
    assertThat(state.handlers().getFirst().resyncPeriod()).isEqualTo(Duration.ofHours(10));
    assertThat(state.handlers().getFirst().synced()).isTrue();
  }

  @Test
  void observerIsToldOfListsSyncFailuresAndTheEnd() throws Exception {
    LinkedBlockingQueue<String> told = new LinkedBlockingQueue<>();
    InformerObserver observer =
        new InformerObserver() {
          @Override
          public void listed(String name, int objects) {
            told.add("listed " + objects);
            throw new IllegalStateException("an observer that fails harms nobody");
          }

          @Override
          public void synced(String name, Duration took) {
            told.add("synced " + name);
          }

          @Override
          public void failed(String name, Throwable error) {
            told.add("failed " + error.getMessage());
          }

          @Override
          public void stopped(String name) {
            told.add("stopped");
          }
        };
    informer = make(CacheOptions.<ConfigMap>all().with(o -> o.observer(observer)));
    put("a", "red");
    startAndSync();
    assertThat(next(told)).isEqualTo("listed 1");
    assertThat(next(told)).isEqualTo("synced configmaps");
    time.advance(Duration.ofSeconds(2));
    maps.unwatched(() -> {});
    assertThat(next(told)).contains("too old resource version");
    relist(2);
    assertThat(next(told)).isEqualTo("listed 1");
    informer.close();
    assertThat(next(told)).isEqualTo("stopped");
  }

  @Test
  void errorHandlerIsToldOfEveryFailure() throws Exception {
    LinkedBlockingQueue<String> told = new LinkedBlockingQueue<>();
    informer.setWatchErrorHandler((_, _) -> told.add("first"));
    informer.setWatchErrorHandler(
        (reflector, error) -> told.add(reflector.name() + " " + error.getMessage()));
    maps.refuse(new IllegalStateException("down"));
    informer.start();

    assertThat(next(told)).isEqualTo("configmaps down");
  }
}
