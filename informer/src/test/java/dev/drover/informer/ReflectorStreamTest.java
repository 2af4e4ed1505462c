package dev.drover.informer;

import static dev.drover.informer.Wire.map;
import static dev.drover.informer.Wire.refuse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DecodeException;
import dev.drover.api.ListMeta;
import dev.drover.api.codec.ListSink;
import dev.drover.client.ApiException;
import dev.drover.client.ListOptions;
import dev.drover.client.WatchOptions;
import dev.drover.client.WatchStream;
import dev.drover.model.core.v1.ConfigMap;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Lists that come as the first events of a watch, in both formats.
@ParameterizedClass
@MethodSource("formats")
class ReflectorStreamTest {
  private static final String STREAM = "watch rv= sendInitialEvents=true";

  static List<Wire> formats() {
    return List.of(Wire.JSON, Wire.PROTOBUF);
  }

  @Parameter Wire wire;

  private final Mirror mirror = new Mirror();

  @AfterEach
  void end() {
    mirror.close();
  }

  private void streaming(ScriptedServer.Act... watches) {
    mirror.server.watches(watches);
    mirror.start(o -> o.streaming(true));
  }

  @Test
  void streamedListBecomesTheWatchAfterItsClosingBookmark() throws Exception {
    streaming(
        wire.watchThenHold(
            wire.added(map("b", 4)),
            wire.added(map("a", 3)),
            wire.end(5),
            wire.modified(map("a", 6)),
            wire.bookmark(7)));
    assertThat(mirror.request()).isEqualTo(STREAM);
    mirror.store.awaitWrite("bookmark 7");
    assertThat(mirror.store.writes())
        .containsExactly("replace [b@4 a@3] 5", "update a@6", "bookmark 7");
    ScriptedServer.Seen watch = mirror.server.seen().getFirst();
    assertThat(watch.param("resourceVersionMatch")).isEqualTo("NotOlderThan");
    assertThat(watch.param("allowWatchBookmarks")).isEqualTo("true");
    assertThat(watch.param("timeoutSeconds")).isEqualTo("300");
    assertThat(mirror.server.seen()).hasSize(1);
    assertThat(mirror.status().lists()).isEqualTo(1);
    assertThat(mirror.status().items()).isEqualTo(2);
  }

  @Test
  void storeGetsAStreamedListAtItsClosingBookmarkOnly() throws Exception {
    streaming(wire.watchThenHold(wire.added(map("a", 3)), wire.bookmark(9)));
    mirror.request();
    mirror.time.awaitAlarms(1);
    while (mirror.status().events() < 2) {
      Thread.onSpinWait();
    }
    assertThat(mirror.store.writes()).isEmpty();
    assertThat(mirror.status().phase()).isEqualTo(ReflectorStatus.Phase.STREAMING);
    assertThat(mirror.status().items()).isEqualTo(1);
    assertThat(mirror.reflector().lastSyncResourceVersion()).isEmpty();
  }

  @Test
  void initialEventsMayComeInAnyOrderAndChangeMeanwhile() throws Exception {
    streaming(
        wire.watchThenHold(
            wire.added(map("c", 9)),
            wire.added(map("a", 3)),
            wire.added(map("b", 7)),
            wire.modified(map("a", 10)),
            wire.deleted(map("b", 11)),
            wire.end(11)));
    mirror.store.await("a@10 c@9");
    assertThat(mirror.store.writes()).containsExactly("replace [c@9 a@10] 11");
    assertThat(mirror.unreadErrors()).isEmpty();
  }

  @Test
  void objectDeletedDuringAReconnectIsRemovedFromTheStore() throws Exception {
    streaming(
        wire.watch(
            wire.added(map("a", 3)),
            wire.added(map("gone", 4)),
            wire.end(5),
            wire.bookmark(6),
            wire.error(410, "Expired", "too old")),
        wire.watchThenHold(wire.added(map("a", 3)), wire.end(9)));
    mirror.request();
    assertThat(mirror.error()).isInstanceOf(ApiException.Expired.class);
    assertThat(mirror.store.content()).isEqualTo("a@3 gone@4");
    assertThat(mirror.pause()).isEqualTo(Duration.ofMillis(800));
    assertThat(mirror.request()).isEqualTo("watch rv=6 sendInitialEvents=true");
    mirror.store.await("a@3");
    assertThat(mirror.store.writes().getLast()).isEqualTo("replace [a@3] 9");
  }

  @Test
  void watchThatEndedInGoodOrderIsNotStreamedAgain() throws Exception {
    streaming(wire.watch(wire.added(map("a", 3)), wire.end(5), wire.bookmark(6)));
    mirror.request();
    assertThat(mirror.request()).isEqualTo("watch rv=6");
  }

  @Test
  void streamWithoutAClosingBookmarkGivesWayToAListAfterSomeSilence() throws Exception {
    mirror.server.lists(wire.list(8, map("a", 3)));
    streaming(wire.watchThenHold(wire.added(map("a", 3))), wire.watchThenHold(wire.bookmark(9)));
    mirror.request();
    while (mirror.status().events() < 1) {
      Thread.onSpinWait();
    }
    mirror.time.advance(Duration.ofSeconds(29));
    assertThat(mirror.unreadErrors()).isEmpty();
    mirror.time.advance(Duration.ofSeconds(31));
    assertThat(mirror.error())
        .isInstanceOf(ReflectorException.UnfinishedStream.class)
        .hasMessageContaining("after 1 events")
        .hasMessageContaining("PT30S");
    assertThat(mirror.request()).isEqualTo("list rv=0 limit=500");
    assertThat(mirror.request()).isEqualTo("watch rv=8");
    mirror.store.await("a@3");
    mirror.store.awaitWrite("bookmark 9");
    assertThat(mirror.time.alarms()).isZero();
  }

  @Test
  void streamedListIsBoundedAsAWholeWhileOtherEventsArrive() throws Exception {
    LinkedBlockingQueue<byte[]> frames = new LinkedBlockingQueue<>();
    mirror.server.lists(wire.list(90, map("a", 3)));
    streaming(
        peer -> {
          peer.write("HTTP/1.1 200 OK\r\n" + wire.headers() + "Transfer-Encoding: chunked\r\n\r\n");
          try {
            while (true) {
              peer.chunk(frames.take());
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return false;
        });
    mirror.request();
    mirror.time.awaitAlarms(2);
    for (int i = 0; i < 6; i++) { // an event every 20 s: never quiet for 30 s
      frames.add(wire.modified(map("a", 10 + i)));
      while (mirror.status().events() <= i) {
        Thread.onSpinWait();
      }
      mirror.time.advance(Duration.ofSeconds(20));
    }
    assertThat(mirror.error())
        .isInstanceOf(ReflectorException.UnfinishedStream.class)
        .hasMessageContaining("6 events")
        .hasMessageContaining("PT2M");
    assertThat(mirror.request()).isEqualTo("list rv=0 limit=500");
    mirror.store.await("a@3");
    assertThat(mirror.request()).isEqualTo("watch rv=90");
    mirror.server.close(); // ends the thread that writes frames
    frames.add(wire.bookmark(91));
  }

  @Test
  void serverThatNeverClosesItsStreamsIsNotAskedForOneAgain() throws Exception {
    mirror.server.lists(wire.list(8), wire.list(9));
    streaming(wire.watchThenHold(), refuse(410, "Expired", "too old"));
    mirror.request();
    mirror.time.awaitAlarms(2);
    mirror.time.advance(Duration.ofSeconds(30));
    mirror.error();
    assertThat(mirror.request()).isEqualTo("list rv=0 limit=500");
    assertThat(mirror.request()).isEqualTo("watch rv=8");
    mirror.error();
    mirror.pause();
    assertThat(mirror.request()).isEqualTo("list rv=8");
  }

  @Test
  void serverThatCannotStreamGivesAListForThisRound() throws Exception {
    mirror.server.lists(wire.list(5, map("a", 3)));
    streaming(
        refuse(422, "Invalid", "sendInitialEvents: Forbidden"),
        wire.watch(wire.bookmark(6), wire.error(410, "Expired", "too old")),
        wire.watchThenHold(wire.added(map("b", 7)), wire.end(8)));
    assertThat(mirror.request()).isEqualTo(STREAM);
    assertThat(mirror.error()).isInstanceOf(ApiException.Invalid.class);
    assertThat(mirror.request()).isEqualTo("list rv=0 limit=500");
    assertThat(mirror.request()).isEqualTo("watch rv=5");
    mirror.error();
    mirror.pause();
    assertThat(mirror.request()).isEqualTo("watch rv=6 sendInitialEvents=true");
    mirror.store.await("b@7");
  }

  @Test
  void listerWatcherThatCannotStreamIsNeverAskedTo() throws Exception {
    mirror.server.lists(wire.list(5));
    ListerWatcher<ConfigMap> plain = ListerWatcher.of(mirror.client().resources(ConfigMap.class));
    mirror.start(
        new ListerWatcher<>() {
          @Override
          public ListMeta list(ListOptions options, ListSink<? super ConfigMap> sink) {
            return plain.list(options, sink);
          }

          @Override
          public WatchStream<ConfigMap> watch(WatchOptions options) {
            return plain.watch(options);
          }

          @Override
          public boolean canStreamLists() {
            return false;
          }
        },
        ReflectorOptions.<ConfigMap>defaults().with(o -> o.streaming(true).time(mirror.time)));
    assertThat(mirror.request()).isEqualTo("list rv=0 limit=500");
    assertThat(mirror.request()).isEqualTo("watch rv=5");
  }

  @Test
  void busyServerIsAskedForAStreamAgainAfterAPause() throws Exception {
    streaming(
        refuse(429, "TooManyRequests", "busy"),
        wire.watch(wire.added(map("a", 3)), wire.error(429, "TooManyRequests", "busy")),
        wire.watchThenHold(wire.added(map("a", 3)), wire.end(5)));
    mirror.error();
    assertThat(mirror.pause()).isEqualTo(Duration.ofMillis(800));
    mirror.error();
    assertThat(mirror.pause()).isEqualTo(Duration.ofMillis(1600));
    mirror.store.await("a@3");
    assertThat(mirror.server.seen()).hasSize(3).allMatch(s -> s.toString().equals(STREAM));
  }

  @Test
  void expiredVersionIsFollowedByAStreamOfTheNewestState() throws Exception {
    streaming(
        wire.watch(wire.end(5), wire.bookmark(6), wire.error(410, "Expired", "too old")),
        wire.watch(wire.error(410, "Expired", "too old")),
        wire.watchThenHold(wire.end(9)));
    mirror.request();
    mirror.error();
    mirror.pause();
    assertThat(mirror.request()).isEqualTo("watch rv=6 sendInitialEvents=true");
    assertThat(mirror.request()).isEqualTo(STREAM);
    mirror.store.awaitWrite("replace [] 9");
  }

  @Test
  void serverThatExpiresEveryVersionIsNotAskedForEver() throws Exception {
    mirror.server.lists(wire.list(5));
    streaming(refuse(410, "Expired", "too old"), wire.watchThenHold());
    mirror.error();
    assertThat(mirror.request()).isEqualTo(STREAM);
    assertThat(mirror.request()).isEqualTo("list rv=0 limit=500");
  }

  @Test
  void streamThatEndsTwiceBeforeItsEndGivesWayToAList() throws Exception {
    mirror.server.lists(wire.list(5, map("a", 3)));
    streaming(wire.watch(wire.added(map("x", 1))), wire.watchThenCut(wire.added(map("x", 1))));
    assertThat(mirror.error()).isInstanceOf(ReflectorException.UnfinishedStream.class);
    assertThat(mirror.error()).isInstanceOf(ReflectorException.UnfinishedStream.class);
    assertThat(mirror.request()).isEqualTo(STREAM);
    assertThat(mirror.request()).isEqualTo(STREAM);
    assertThat(mirror.request()).isEqualTo("list rv=0 limit=500");
    mirror.store.await("a@3");
  }

  @Test
  void streamThatEndsAtOnceGivesWayToAList() throws Exception {
    mirror.server.lists(wire.list(5));
    streaming(wire.watch());
    assertThat(mirror.error()).isInstanceOf(ReflectorException.VeryShortWatch.class);
    assertThat(mirror.request()).isEqualTo(STREAM);
    assertThat(mirror.request()).isEqualTo("list rv=0 limit=500");
  }

  @Test
  void streamThatIsOlderThanAskedForIsNotTaken() throws Exception {
    streaming(
        wire.watch(wire.added(map("a", 5)), wire.end(6), wire.error(410, "Expired", "too old")),
        wire.watchThenHold(wire.end(4)),
        wire.watchThenHold(wire.added(map("a", 7)), wire.end(8)));
    mirror.error();
    mirror.pause();
    assertThat(mirror.error()).isInstanceOf(ReflectorException.WentBack.class);
    assertThat(mirror.store.content()).isEqualTo("a@5");
    mirror.pause();
    mirror.store.await("a@7");
    assertThat(mirror.server.seen().getLast().toString()).isEqualTo(STREAM);
  }

  @Test
  void unreadableObjectOfTheFirstStreamIsLeftOut() throws Exception {
    streaming(wire.watchThenHold(wire.added(map("a", 3)), unreadable(), wire.end(5)));
    mirror.store.await("a@3");
    assertThat(mirror.error()).isInstanceOf(DecodeException.class);
    assertThat(mirror.status().broken()).isEqualTo(1);
  }

  @Test
  void unreadableObjectOfALaterStreamMeansAListWhichCanKeepItsOldState() throws Exception {
    mirror.server.lists(wire.list(9, map("a", 3)));
    streaming(
        wire.watch(wire.added(map("a", 3)), wire.end(5), wire.error(410, "Expired", "too old")),
        wire.watchThenHold(unreadable(), wire.end(9)));
    mirror.error();
    mirror.pause();
    assertThat(mirror.error()).isInstanceOf(DecodeException.class);
    mirror.store.awaitWrite("replace [a@3] 9");
    assertThat(mirror.server.seen().get(2).toString()).isEqualTo("list rv=5");
  }

  private byte[] unreadable() {
    return wire == Wire.JSON
        ? wire.event(
            "ADDED", "{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}".getBytes(StandardCharsets.UTF_8))
        : wire.event("ADDED", "nonsense".getBytes(StandardCharsets.UTF_8));
  }
}
