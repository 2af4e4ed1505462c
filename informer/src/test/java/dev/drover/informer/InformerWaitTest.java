package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.ResourceVersion;
import dev.drover.client.ManualTime;
import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Waiting for an informer: it ends in time, and says why it was in vain.
class InformerWaitTest extends InformerOnMemory {
  private CompletableFuture<Throwable> waiting(Waiting step) {
    CompletableFuture<Throwable> outcome = new CompletableFuture<>();
    waiter =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    step.run();
                    outcome.complete(null);
                  } catch (Throwable e) {
                    outcome.complete(e);
                  }
                });
    return outcome;
  }

  private Thread waiter;

  private interface Waiting {
    void run() throws Exception;
  }

  @Test
  void conditionIsTestedAfterTheSyncAndAfterEachChange() throws Exception {
    put("a", "red");
    informer.start();
    List<Integer> sizes = new CopyOnWriteArrayList<>();
    var outcome =
        waiting(
            () ->
                informer.awaitCondition(
                    reader -> {
                      sizes.add(reader.list().size());
                      return reader.list().size() == 2;
                    },
                    LONG));
    while (sizes.isEmpty()) {
      Thread.onSpinWait();
    }
    put("b", "red");

    assertThat(outcome.get(30, TimeUnit.SECONDS)).isNull();
    assertThat(sizes).startsWith(1).endsWith(2); // never the empty copy before the sync
  }

  @Test
  void conditionThatDoesNotHoldInTimeOrWhoseInformerStopsIsAnError() throws Exception {
    startAndSync();
    assertThatThrownBy(() -> informer.awaitCondition(_ -> false, Duration.ZERO))
        .isInstanceOf(SyncTimeoutException.class)
        .hasMessageContaining("the condition does not hold");
    var outcome = waiting(() -> informer.awaitCondition(_ -> false, LONG));
    time.awaitAlarms(2);
    informer.close();
    assertThat(outcome.get(30, TimeUnit.SECONDS)).isInstanceOf(SyncTimeoutException.class);
  }

  @Test
  void exceptionOfAConditionReachesTheCaller() throws Exception {
    startAndSync();
    assertThatThrownBy(
            () ->
                informer.awaitCondition(
                    _ -> {
                      throw new IllegalStateException("mine");
                    },
                    LONG))
        .hasMessage("mine");
  }

  @Test
  void interruptEndsEveryWait() throws Exception {
    maps.refuse(new IllegalStateException("down"));
    informer.start();
    Registration registration = informer.addEventHandler(probe);
    for (Waiting step :
        List.<Waiting>of(
            () -> informer.awaitSynced(LONG),
            () -> informer.awaitVersion("7", LONG),
            () -> informer.awaitCondition(_ -> true, LONG),
            () -> registration.awaitSynced(LONG))) {
      var outcome = waiting(step);
      waiter.interrupt();
      assertThat(outcome.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
    }
  }

  @Test
  void snapshotKeepsItsObjectsIndexesAndVersion() throws Exception {
    informer.addIndexers(BY_COLOUR);
    ConfigMap first = put("a", "red");
    startAndSync();
    CacheReader<ConfigMap> before = informer.store().snapshot();
    String version = before.resourceVersion();
    ConfigMap changed = put("a", "blue");
    informer.awaitVersion(changed.metadata().resourceVersion(), LONG);

    assertThat(before.list()).containsExactly(first);
    assertThat(before.byIndex(BY_COLOUR, "red")).containsExactly(first);
    assertThat(before.resourceVersion()).isEqualTo(version);
    assertThat(before.snapshot().list()).containsExactly(first);
    assertThat(informer.store().snapshot().list()).containsExactly(changed);
  }

  @Test
  void absentObjectWasDeletedAtOrBeforeTheVersionReadFirst() throws Exception {
    startAndSync();
    for (int i = 0; i < 200; i++) {
      ConfigMap written = put("a", "red");
      maps.delete("shop", "a");
      String deleted = maps.version();
      String seen = "";
      while (ResourceVersion.compare(orOne(seen), deleted) < 0) {
        seen = informer.resourceVersionFor(written.key());
        boolean isThere = informer.store().getByKey(written.key()).isPresent();
        assertThat(isThere && ResourceVersion.compare(orOne(seen), deleted) >= 0).isFalse();
      }
    }
  }

  private static String orOne(String version) {
    return version.isEmpty() ? "1" : version;
  }

  @Test
  void waitForTheVersionOfAWriteSeesTheWrite() throws Exception {
    startAndSync();
    for (int i = 0; i < 200; i++) {
      ConfigMap written = put("a", "c" + i);
      informer.awaitVersion(written.key(), written.metadata().resourceVersion(), LONG);
      assertThat(informer.lister().get("shop", "a").orElseThrow().data()).containsValue("c" + i);
    }
  }

  @Test
  void failedWaitNamesInformerReasonAndLastError() throws Exception {
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
  void readBeforeTheStartIsAnErrorWithTheRemedy() {
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

  @Test
  void waitForAHandlerOfAnUnstartedInformerNamesThat() {
    Registration registration = informer.addEventHandler(probe);

    assertThatThrownBy(() -> registration.awaitSynced(Duration.ZERO))
        .isInstanceOf(SyncTimeoutException.class)
        .hasMessageContaining("the informer was not started");
  }

  @Test
  void waitErrorIsThatOfTheMissingNamespace() {
    InformerState.Source missing = source("a", false, "no rights");
    InformerState.Source there = source("b", true, "connection reset");
    InformerState state =
        new InformerState(
            "maps",
            InformerState.Phase.STARTED,
            false,
            0,
            0,
            "",
            Duration.ZERO,
            Optional.empty(),
            1,
            0,
            0,
            2,
            there.reflector().lastError().map(ReflectorStatus.Failure::error),
            List.of(missing, there),
            List.of());

    assertThat(SyncReport.of(ConfigMap.KIND, state, "it has not synced", LONG))
        .hasMessageContaining("no list of namespace a")
        .hasMessageContaining("last error: no rights")
        .hasMessageNotContaining("connection reset");
  }

  private static InformerState.Source source(String namespace, boolean synced, String error) {
    ReflectorCounters tally = new ReflectorCounters(namespace, new ManualTime());
    tally.failed(new IllegalStateException(error));
    return new InformerState.Source(namespace, synced, "", tally.snapshot());
  }
}
