package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ManualTime;
import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Waiting for an informer: it ends in time, and says why it was in vain.
class InformerWaitTest extends InformerOnMemory {
  @Test
  void whoeverWaitsForTheVersionOfAWriteReadsIt() throws Exception {
    startAndSync();
    for (int i = 0; i < 200; i++) {
      ConfigMap written = put("a", "c" + i);
      informer.awaitVersion(written.key(), written.metadata().resourceVersion(), LONG);
      assertThat(informer.lister().get("shop", "a").orElseThrow().data()).containsValue("c" + i);
    }
  }

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

  @Test
  void handlerOfAnInformerThatWasNotStartedSaysSoWhenItsTimeIsOver() {
    Registration registration = informer.addEventHandler(probe);

    assertThatThrownBy(() -> registration.awaitSynced(Duration.ZERO))
        .isInstanceOf(SyncTimeoutException.class)
        .hasMessageContaining("the informer was not started");
  }

  @Test
  void errorIsThatOfTheNamespaceWhichIsMissingAndNotTheLastOfAll() {
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
    ReflectorTally tally = new ReflectorTally(namespace, new ManualTime());
    tally.failed(new IllegalStateException(error));
    return new InformerState.Source(namespace, synced, "", tally.snapshot());
  }
}
