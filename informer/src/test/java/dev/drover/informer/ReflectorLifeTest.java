package dev.drover.informer;

import static dev.drover.informer.Wire.JSON;
import static dev.drover.informer.Wire.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.FieldSelector;
import dev.drover.api.Labels;
import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Starting, stopping, resyncing.
class ReflectorLifeTest {
  private final Mirror mirror = new Mirror();

  @AfterEach
  void end() {
    mirror.close();
  }

  private void awaitEnd() throws InterruptedException {
    assertThat(mirror.thread().join(Duration.ofSeconds(20))).isTrue();
    assertThat(mirror.status().phase()).isEqualTo(ReflectorStatus.Phase.ENDED);
    assertThat(mirror.unreadErrors()).isEmpty();
    assertThat(mirror.time.alarms()).isZero();
  }

  @Test
  void reflectorSendsNoRequestBeforeItRuns() {
    var reflector =
        Reflector.of(
            "maps", ListerWatcher.of(mirror.client().resources(ConfigMap.class)), mirror.store);
    assertThat(reflector.status().phase()).isEqualTo(ReflectorStatus.Phase.NEW);
    assertThat(reflector.lastSyncResourceVersion()).isEmpty();
    assertThat(reflector).hasToString("reflector maps");
    assertThat(mirror.server.seen()).isEmpty();
  }

  @Test
  void interruptEndsAListAtOnce() throws Exception {
    mirror.start();
    mirror.request();
    mirror.thread().interrupt();
    awaitEnd();
    mirror.server.awaitEnd();
  }

  @Test
  void interruptEndsAWatchAndItsTimersAtOnce() throws Exception {
    mirror.server.lists(JSON.list(5));
    mirror.server.watches(JSON.watchThenHold(JSON.bookmark(6)));
    mirror.start(o -> o.resyncPeriod(Duration.ofMinutes(1)));
    mirror.store.awaitWrite("bookmark 6");
    mirror.time.awaitAlarms(1);
    mirror.thread().interrupt();
    awaitEnd();
    mirror.server.awaitEnd();
  }

  @Test
  void interruptEndsAStreamedListAtOnce() throws Exception {
    mirror.server.watches(JSON.watchThenHold(JSON.added(map("a", 3))));
    mirror.start(o -> o.streaming(true));
    mirror.time.awaitAlarms(1);
    mirror.thread().interrupt();
    awaitEnd();
    assertThat(mirror.store.writes()).isEmpty();
  }

  @Test
  void interruptEndsAPauseAtOnce() throws Exception {
    mirror.server.lists(Wire.refuse(500, "InternalError", "no"));
    mirror.start();
    mirror.error();
    mirror.time.awaitAlarms(1);
    mirror.thread().interrupt();
    awaitEnd();
  }

  @Test
  void interruptIsLeftToTheCallerAndTheOneOfCloseIsNot() throws Exception {
    for (boolean close : new boolean[] {false, true}) {
      try (var other = new Mirror()) {
        var reflector =
            Reflector.of(
                "maps", ListerWatcher.of(other.client().resources(ConfigMap.class)), other.store);
        var interrupted = new CompletableFuture<Boolean>();
        Thread thread =
            Thread.ofVirtual()
                .start(
                    () -> {
                      reflector.run();
                      interrupted.complete(Thread.currentThread().isInterrupted());
                    });
        other.request();
        if (close) {
          reflector.close();
        } else {
          thread.interrupt();
        }
        assertThat(interrupted.get(20, TimeUnit.SECONDS)).isEqualTo(!close);
      }
    }
  }

  @Test
  void closeEndsAWatchForGood() throws Exception {
    mirror.server.lists(JSON.list(5));
    mirror.server.watches(JSON.watchThenHold(JSON.bookmark(6)));
    mirror.start();
    mirror.store.awaitWrite("bookmark 6");
    mirror.reflector().close();
    awaitEnd();
    mirror.reflector().run();
    assertThat(mirror.server.seen()).hasSize(2);
  }

  @Test
  void interruptedReflectorResumesWhenItRunsAgain() throws Exception {
    mirror.server.lists(JSON.list(5, map("a", 3)), JSON.list(7));
    mirror.server.watches(JSON.watchThenHold(JSON.bookmark(6)));
    mirror.start();
    mirror.store.awaitWrite("bookmark 6");
    mirror.stop();
    Thread again = Thread.ofVirtual().start(mirror.reflector()::run);
    mirror.store.awaitWrite("replace [] 7");
    again.interrupt();
    again.join();
    assertThat(mirror.server.seen().get(2).toString()).isEqualTo("list rv=6");
  }

  @Test
  void reflectorRunsOnOneThreadAtATime() throws Exception {
    mirror.start();
    mirror.request();
    assertThatThrownBy(mirror.reflector()::run)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("runs already");
  }

  @Test
  void resyncComesEachPeriodWhileItWatchesAndOnlyIfWanted() throws Exception {
    AtomicBoolean wanted = new AtomicBoolean(true);
    mirror.server.lists(JSON.list(5));
    mirror.start(o -> o.resyncPeriod(Duration.ofMinutes(1)).shouldResync(wanted::get));
    mirror.request();
    mirror.request();
    assertThat(mirror.alarm()).isEqualTo(Duration.ofMinutes(1));
    mirror.store.awaitWrite("resync");
    mirror.time.awaitAlarms(1);
    wanted.set(false);
    assertThat(mirror.alarm()).isEqualTo(Duration.ofMinutes(1));
    mirror.time.awaitAlarms(1);
    wanted.set(true);
    mirror.store.writes();
    assertThat(mirror.alarm()).isEqualTo(Duration.ofMinutes(1));
    mirror.store.awaitWrite("resync");
    assertThat(mirror.store.writes()).containsExactly("resync");
    assertThat(mirror.server.seen()).hasSize(2);
  }

  @Test
  void resyncThatFailsEndsTheWatch() throws Exception {
    mirror.server.lists(JSON.list(5));
    mirror.server.watches(JSON.watchThenHold(JSON.bookmark(6)));
    mirror.start(o -> o.resyncPeriod(Duration.ofMinutes(1)));
    mirror.store.awaitWrite("bookmark 6");
    mirror.store.refuse(new IllegalStateException("not now"));
    mirror.alarm();
    assertThat(mirror.error()).hasMessage("not now");
    assertThat(mirror.alarm()).isEqualTo(Duration.ofMillis(800));
    mirror.request();
    mirror.request();
    assertThat(mirror.request()).isEqualTo("list rv=6");
  }

  @Test
  void reflectorWithoutAPeriodHasNoTimer() throws Exception {
    mirror.server.lists(JSON.list(5));
    mirror.server.watches(JSON.watchThenHold(JSON.bookmark(6)));
    mirror.start();
    mirror.store.awaitWrite("bookmark 6");
    assertThat(mirror.time.alarms()).isZero();
  }

  @Test
  void selectorsOfTheListerWatcherAreSentWithEveryRequestAndSkippedFieldsAreNotRead()
      throws Exception {
    mirror.server.lists(JSON.list(5, map("a", 3)));
    mirror.start(
        ListerWatcher.of(
            mirror.client().resources(ConfigMap.class).inNamespace("ns"),
            Labels.labelIs("app", "till"),
            FieldSelector.parse("metadata.name=a"),
            List.of("data")),
        ReflectorOptions.defaults());
    ScriptedServer.Seen list = mirror.server.next();
    ScriptedServer.Seen watch = mirror.server.next();
    assertThat(List.of(list, watch))
        .allSatisfy(
            request -> {
              assertThat(request.line()).contains("/namespaces/ns/configmaps");
              assertThat(request.param("labelSelector")).isEqualTo("app=till");
              assertThat(request.param("fieldSelector")).isEqualTo("metadata.name=a");
            });
    assertThat(mirror.store.list()).allSatisfy(m -> assertThat(m.data()).isEmpty());
  }
}
