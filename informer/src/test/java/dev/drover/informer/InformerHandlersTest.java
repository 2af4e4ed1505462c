package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.ObjectKey;
import dev.drover.api.ResourceVersion;
import dev.drover.model.core.v1.ConfigMap;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What handlers of an informer are called with, and when.
class InformerHandlersTest extends InformerOnMemory {
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
  void eventsOfTheFirstListAreInitialAndLaterOnesAreNot() throws Exception {
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
  void lateHandlerGetsEachObjectAndThenEachChange() throws Exception {
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
  void storeHasAChangeBeforeItsHandlersAreCalled() throws Exception {
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

  @Test
  void stuckHandlerDelaysNoOtherAndItsMailboxIsBounded() throws Exception {
    informer = make(CacheOptions.<ConfigMap>defaults().with(o -> o.coalesceAbove(16)));
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

  @Test
  void handlerThatThrowsIsReportedAndGetsTheNextChange() throws Exception {
    List<String> failures = new ArrayList<>();
    informer =
        make(
            CacheOptions.<ConfigMap>defaults()
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
  void removedHandlerIsNotCalled() throws Exception {
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
}
