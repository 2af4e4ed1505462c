package dev.drover.informer;

import static dev.drover.informer.Wire.JSON;
import static dev.drover.informer.Wire.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.ListMeta;
import dev.drover.api.codec.ListSink;
import dev.drover.client.ListOptions;
import dev.drover.client.WatchOptions;
import dev.drover.client.WatchStream;
import dev.drover.informer.classic.ChangeQueue;
import dev.drover.informer.classic.KeyFunction;
import dev.drover.model.core.v1.ConfigMap;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Whatever becomes of the code that others bring, a reflector goes on: one that dies quietly
/// leaves a copy that never changes again.
class ReflectorSturdyTest {
  private final Mirror mirror = new Mirror();

  @AfterEach
  void end() {
    mirror.close();
  }

  @Test
  void transformThatOverflowsTheStackIsLikeOneThatFails() throws Exception {
    mirror.server.lists(JSON.list(5, map("a", 3)));
    mirror.server.watches(JSON.watchThenHold(JSON.added(map("b", 6)), JSON.added(map("c", 7))));
    mirror.start(
        o ->
            o.transform(
                m -> {
                  if (m.name().equals("b")) {
                    throw new StackOverflowError("too deep");
                  }
                  return m;
                }));

    mirror.store.await("a@3 c@7");
    assertThat(mirror.error())
        .isInstanceOf(ReflectorException.NotStored.class)
        .hasMessageContaining("ns/b")
        .hasMessageContaining("too deep")
        .hasCauseInstanceOf(StackOverflowError.class);
    assertThat(mirror.status().broken()).isEqualTo(1);
  }

  @Test
  void transformThatReturnsNullIsLikeOneThatFails() throws Exception {
    mirror.server.lists(JSON.list(5, map("a", 3), map("b", 4)));
    mirror.start(o -> o.transform(m -> m.name().equals("b") ? null : m));

    mirror.store.await("a@3");
    assertThat(mirror.error())
        .isInstanceOf(ReflectorException.NotStored.class)
        .hasMessageContaining("ns/b")
        .hasMessageContaining("null");
  }

  @Test
  void errorOfTheListerWatcherIsReportedAndTriedAgainAfterAPause() throws Exception {
    mirror.server.lists(JSON.list(5, map("a", 3)));
    ListerWatcher<ConfigMap> good = ListerWatcher.of(mirror.client().resources(ConfigMap.class));
    AtomicBoolean failed = new AtomicBoolean();
    mirror.start(
        new ListerWatcher<>() {
          @Override
          public ListMeta list(ListOptions options, ListSink<? super ConfigMap> sink) {
            if (failed.compareAndSet(false, true)) {
              throw new OutOfMemoryError("a list too long");
            }
            return good.list(options, sink);
          }

          @Override
          public WatchStream<ConfigMap> watch(WatchOptions options) {
            return good.watch(options);
          }
        },
        mirror.options());

    assertThat(mirror.error())
        .isInstanceOf(ReflectorException.Unexpected.class)
        .hasMessageContaining("a list too long")
        .hasCauseInstanceOf(OutOfMemoryError.class);
    assertThat(mirror.pause()).isEqualTo(Duration.ofMillis(800));
    mirror.store.await("a@3");
  }

  @Test
  void presenceThatFailsLeavesTheFailureAsItWas() throws Exception {
    mirror.server.lists(Wire.refuse(404, "NotFound", "no such thing"), JSON.list(5, map("a", 3)));
    mirror.start(
        o ->
            o.presence(
                new KindAvailability() {
                  @Override
                  public Optional<String> missingAt(RuntimeException failure, boolean wasThere) {
                    throw new IllegalStateException("nobody knows");
                  }

                  @Override
                  public void await() {
                    throw new AssertionError("nothing to wait for");
                  }
                }));

    assertThat(mirror.error())
        .hasMessageContaining("no such thing")
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    mirror.pause();
    mirror.store.await("a@3");
  }

  @Test
  void resyncThatThrowsAnErrorEndsTheWatchLikeAnyOtherFailure() throws Exception {
    mirror.server.lists(JSON.list(5), JSON.list(6, map("a", 6)));
    mirror.server.watches(JSON.watchThenHold(JSON.bookmark(6)));
    mirror.start(
        o ->
            o.resyncPeriod(Duration.ofMinutes(1))
                .shouldResync(
                    () -> {
                      throw new AssertionError("not now");
                    }));
    mirror.store.awaitWrite("bookmark 6");
    mirror.alarm();

    assertThat(mirror.error())
        .isInstanceOf(ReflectorException.Unexpected.class)
        .hasMessageContaining("not now");
    mirror.alarm();
    mirror.store.await("a@6");
  }

  @Test
  void bookmarkWithoutAVersionIsIgnored() throws Exception {
    mirror.server.lists(JSON.list(5, map("a", 3)));
    String empty =
        "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","
            + "\"metadata\":{}}}\n";
    mirror.server.watches(
        JSON.watchThenHold(empty.getBytes(StandardCharsets.UTF_8), JSON.added(map("b", 6))));
    mirror.start();
    mirror.store.await("a@3 b@6");

    assertThat(mirror.store.writes()).containsExactly("replace [a@3] 5", "add b@6");
    assertThat(mirror.reflector().lastSyncResourceVersion()).isEqualTo("6");
  }

  @Test
  void interruptEndsAReflectorThatWaitsForRoomInItsQueue() throws Exception {
    var queue = new ChangeQueue<ConfigMap>(KeyFunction.namespaceAndName(), 2);
    mirror.server.lists(JSON.list(5, map("a", 3)));
    mirror.server.watches(JSON.watchThenHold(JSON.added(map("b", 6)), JSON.added(map("c", 7))));
    var reflector =
        Reflector.of(
            "maps",
            ListerWatcher.of(mirror.client().resources(ConfigMap.class)),
            queue,
            mirror.options());
    Background<Boolean> running =
        Background.start(
            () -> {
              reflector.run();
              return Thread.currentThread().isInterrupted();
            });
    while (queue.size() < 2) {
      Thread.onSpinWait();
    }
    running.awaitWaiting().interrupt();

    assertThat(running.get()).isTrue();
    assertThat(reflector.status().phase()).isEqualTo(ReflectorStatus.Phase.ENDED);
  }
}
