package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Bytes;
import dev.drover.api.RawExtension;
import dev.drover.model.apps.v1.ControllerRevision;
import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// How an informer begins and ends, and what it tells of itself meanwhile.
class InformerLifecycleTest extends InformerOnMemory {
  @Test
  void stateIsReportedForObjectsWithoutAJsonForm() throws Exception {
    MemoryCollection<ControllerRevision> revisions =
        new MemoryCollection<>(
            (revision, version) -> revision.with(r -> r.metadata(m -> m.resourceVersion(version))));
    RawExtension notJson = new RawExtension(Bytes.of(new byte[] {'k', '8', 's', 0, 1}));
    revisions.put(ControllerRevision.named("shop", "a").with(r -> r.data(notJson)));
    try (var informer =
        SharedIndexInformer.of(ControllerRevision.KIND, revisions, CacheOptions.defaults())) {
      informer.start();
      informer.awaitSynced(LONG);
      assertThat(informer.state().approximateBytes()).isPositive();
    }
  }

  @Test
  void informerStartsOnce() throws Exception {
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
  void transformAndErrorHandlerCannotBeSetAfterTheStart() throws Exception {
    startAndSync();
    assertThatThrownBy(() -> informer.setTransform(map -> map))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("configmaps was started");
    assertThatThrownBy(() -> informer.setWatchErrorHandler((_, _) -> {}))
        .isInstanceOf(IllegalStateException.class);
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

  @Test
  void stateDescribesTheInformer() throws Exception {
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
  void observerIsCalledForListsSyncFailuresAndTheEnd() throws Exception {
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
    informer = make(CacheOptions.<ConfigMap>defaults().with(o -> o.observer(observer)));
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
  void errorHandlerGetsEachFailure() throws Exception {
    LinkedBlockingQueue<String> told = new LinkedBlockingQueue<>();
    informer.setWatchErrorHandler((_, _) -> told.add("first"));
    informer.setWatchErrorHandler(
        (reflector, error) -> told.add(reflector.name() + " " + error.getMessage()));
    maps.refuse(new IllegalStateException("down"));
    informer.start();

    assertThat(next(told)).isEqualTo("configmaps down");
  }

  @Test
  void slowObserverDoesNotDelayHandlers() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    InformerObserver slow =
        new InformerObserver() {
          @Override
          public void listed(String name, int objects) {
            told.countDown();
            hold(go);
          }
        };
    informer = make(CacheOptions.<ConfigMap>defaults().with(o -> o.observer(slow)));
    informer.addEventHandler(probe);
    put("a", "red");
    informer.start();
    told.await();
    informer.awaitSynced(LONG);
    time.awaitAlarms(1);
    time.advance(CacheOptions.DEFAULT_RESYNC);

    probe.await("sync shop/a");
    go.countDown();
  }
}
