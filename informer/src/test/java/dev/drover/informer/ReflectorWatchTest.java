package dev.drover.informer;

import static dev.drover.informer.Wire.map;
import static dev.drover.informer.Wire.refuse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Status;
import dev.drover.api.StatusDetails;
import dev.drover.client.ApiException;
import dev.drover.client.RequestFailedException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// How a reflector follows watches, and what it does when they end or fail, in both formats.
@ParameterizedClass
@MethodSource("formats")
class ReflectorWatchTest {
  static List<Wire> formats() {
    return List.of(Wire.JSON, Wire.PROTOBUF);
  }

  @Parameter Wire wire;

  private final Mirror mirror = new Mirror();

  @AfterEach
  void end() {
    mirror.close();
  }

  /// Up to the first watch.
  private void listed(ScriptedServer.Act... watches) throws Exception {
    mirror.server.lists(wire.list(5, map("a", 3), map("b", 4)));
    mirror.server.watches(watches);
    mirror.start();
    assertThat(mirror.request()).isEqualTo("list rv=0 limit=500");
    assertThat(mirror.request()).isEqualTo("watch rv=5");
    mirror.store.awaitWrite("replace [a@3 b@4] 5");
  }

  @Test
  void watchDeliversEachEventToTheStoreOnceAndInOrder() throws Exception {
    listed(
        wire.watchThenHold(
            wire.added(map("c", 6)),
            wire.modified(map("a", 7)),
            wire.deleted(map("b", 8)),
            wire.bookmark(9)));
    mirror.store.awaitWrite("bookmark 9");
    assertThat(mirror.store.writes())
        .containsExactly(
            "replace [a@3 b@4] 5", "add c@6", "update a@7", "delete b@8", "bookmark 9");
    assertThat(mirror.store.content()).isEqualTo("a@7 c@6");
    assertThat(mirror.reflector().lastSyncResourceVersion()).isEqualTo("9");
    assertThat(mirror.status().events()).isEqualTo(4);
    assertThat(mirror.status().lastEvent()).contains(mirror.time.instant());
  }

  @Test
  void endedWatchResumesAtOnceFromItsLastVersion() throws Exception {
    listed(
        wire.watch(wire.added(map("c", 6))),
        wire.watch(wire.bookmark(9)),
        wire.watchThenHold(wire.bookmark(10)));
    assertThat(mirror.request()).isEqualTo("watch rv=6");
    assertThat(mirror.request()).isEqualTo("watch rv=9");
    mirror.store.awaitWrite("bookmark 10");
    assertThat(mirror.unreadErrors()).isEmpty();
    assertThat(mirror.status().watches()).isEqualTo(3);
    assertThat(mirror.status().watchRestarts()).isEqualTo(2);
    assertThat(mirror.status().relists()).isZero();
  }

  @Test
  void serverIsAskedToEndWatchesAfterFiveToTenMinutesAndToSendBookmarks() throws Exception {
    listed();
    ScriptedServer.Seen watch = mirror.server.seen().getLast();
    assertThat(watch.param("timeoutSeconds")).isEqualTo("300");
    assertThat(watch.param("allowWatchBookmarks")).isEqualTo("true");
  }

  @Test
  void watchThatEndsAtOnceWithNothingIsFollowedByAPauseAndAList() throws Exception {
    listed(wire.watch());
    assertThat(mirror.error()).isInstanceOf(ReflectorException.VeryShortWatch.class);
    mirror.server.lists(wire.list(6, map("a", 3)));
    assertThat(mirror.pause()).isEqualTo(Duration.ofMillis(800));
    assertThat(mirror.request()).isEqualTo("list rv=5");
    assertThat(mirror.request()).isEqualTo("watch rv=6");
    assertThat(mirror.store.content()).isEqualTo("a@3");
    assertThat(mirror.status().relists()).isEqualTo(1);
  }

  @Test
  void watchThatRepeatsWhatIsKnownAndEndsIsNoBetterThanAnEmptyOne() throws Exception {
    listed(wire.watch(wire.bookmark(5)));
    assertThat(mirror.error()).isInstanceOf(ReflectorException.VeryShortWatch.class);
  }

  @Test
  void watchFromVersionZeroStartsWithUnorderedObjects() throws Exception {
    mirror.server.lists(wire.list(0));
    mirror.server.watches(
        wire.watch(wire.added(map("b", 9)), wire.added(map("a", 7))),
        wire.watchThenHold(
            wire.added(map("a", 7)), wire.modified(map("b", 10)), wire.added(map("c", 11))));
    mirror.start();
    mirror.store.await("a@7 b@10 c@11");

    assertThat(mirror.request()).isEqualTo("list rv=0 limit=500");
    assertThat(mirror.request()).startsWith("watch rv=0");
    assertThat(mirror.request()).startsWith("watch rv=0");
    assertThat(mirror.reflector().lastSyncResourceVersion()).isEqualTo("11");
    assertThat(mirror.unreadErrors()).isEmpty();
  }

  @Test
  void bookmarksAdvanceTheVersion() throws Exception {
    listed(wire.watch(wire.bookmark(6), wire.bookmark(7)));
    assertThat(mirror.request()).isEqualTo("watch rv=7");
    assertThat(mirror.store.writes())
        .containsExactly("replace [a@3 b@4] 5", "bookmark 6", "bookmark 7");
  }

  @Test
  void brokenConnectionIsReportedAndTheWatchResumes() throws Exception {
    listed(wire.watchThenCut(wire.added(map("c", 6))), wire.watchThenHold(wire.added(map("d", 7))));
    assertThat(mirror.request()).isEqualTo("watch rv=6");
    assertThat(mirror.error()).isInstanceOf(RequestFailedException.class);
    mirror.store.await("a@3 b@4 c@6 d@7");
    assertThat(mirror.status().relists()).isZero();
  }

  @Test
  void versionThatExpiredWithinTheWatchMeansAPauseAndAListNoOlderThanThat() throws Exception {
    listed(wire.watch(wire.modified(map("a", 6)), wire.error(410, "Expired", "too old")));
    assertThat(mirror.error())
        .isInstanceOf(ApiException.Expired.class)
        .hasMessageContaining("too old");
    mirror.server.lists(wire.list(9, map("b", 9)));
    assertThat(mirror.pause()).isEqualTo(Duration.ofMillis(800));
    assertThat(mirror.request()).isEqualTo("list rv=6");
    mirror.store.await("b@9"); // a is gone, and so it is here
  }

  @Test
  void versionThatExpiredBeforeTheWatchMeansAPauseAndAList() throws Exception {
    listed(refuse(410, "Expired", "too old"));
    assertThat(mirror.error()).isInstanceOf(ApiException.Expired.class);
    mirror.pause();
    assertThat(mirror.request()).isEqualTo("list rv=5");
  }

  @Test
  void busyServerIsLeftAloneForAWhileAndNotListedAgain() throws Exception {
    Status busy =
        Wire.status(429, "TooManyRequests", "busy")
            .with(s -> s.details(StatusDetails.builder().retryAfterSeconds(3).build()));
    listed(
        refuse(429, "TooManyRequests", "busy"),
        wire.watch(wire.bookmark(6), wire.error(429, "TooManyRequests", "busy")),
        wire.watch(wire.bookmark(7), wire.error(busy)));
    assertThat(mirror.error()).isInstanceOf(ApiException.TooManyRequests.class);
    assertThat(mirror.pause()).isEqualTo(Duration.ofMillis(800));
    assertThat(mirror.request()).isEqualTo("watch rv=5");
    assertThat(mirror.error()).isInstanceOf(ApiException.TooManyRequests.class);
    assertThat(mirror.pause()).isEqualTo(Duration.ofMillis(1600));
    assertThat(mirror.request()).isEqualTo("watch rv=6");
    assertThat(mirror.error()).isInstanceOf(ApiException.TooManyRequests.class);
    assertThat(mirror.pause()).isEqualTo(Duration.ofMillis(3200));
    assertThat(mirror.request()).isEqualTo("watch rv=7");
    assertThat(mirror.status().relists()).isZero();
  }

  @Test
  void serverThatAcceptsNoConnectionIsTriedEveryFewSecondsAndNotListedAgain() throws Exception {
    listed(wire.watchThenHold(wire.bookmark(6)));
    mirror.store.awaitWrite("bookmark 6");
    mirror.server.close();
    assertThat(mirror.error()).isInstanceOf(RequestFailedException.class); // the watch that was
    for (long wait : new long[] {800, 1600, 2000, 2000, 2000, 2000}) {
      assertThat(mirror.error()).hasMessageContaining("cannot connect");
      assertThat(mirror.pause()).isEqualTo(Duration.ofMillis(wait));
    }
    assertThat(mirror.status().relists()).isZero();
  }

  @Test
  void internalErrorMeansAList() throws Exception {
    listed(wire.watch(wire.bookmark(6), wire.error(500, "InternalError", "etcd is ill")));
    assertThat(mirror.error())
        .isInstanceOf(ApiException.ServerError.class)
        .hasMessageContaining("etcd is ill");
    mirror.pause();
    assertThat(mirror.request()).isEqualTo("list rv=6");
  }

  @Test
  void internalErrorsAreBorneForAsLongAsAllowed() throws Exception {
    byte[] ill = wire.error(500, "InternalError", "etcd is ill");
    mirror.server.lists(wire.list(5));
    mirror.server.watches(wire.watch(ill), wire.watch(ill), wire.watchThenHold());
    mirror.start(o -> o.internalErrorRetry(Duration.ofSeconds(30)));
    mirror.request();
    assertThat(mirror.request()).isEqualTo("watch rv=5");
    assertThat(mirror.request()).isEqualTo("watch rv=5");
    assertThat(mirror.request()).isEqualTo("watch rv=5");
    mirror.error();
    mirror.error();
    assertThat(mirror.status().relists()).isZero();
  }

  @Test
  void otherFailureWithinTheWatchMeansAList() throws Exception {
    listed(wire.watch(wire.error(403, "Forbidden", "no longer yours")));
    assertThat(mirror.error()).isInstanceOf(ApiException.Forbidden.class);
    mirror.pause();
    assertThat(mirror.request()).isEqualTo("list rv=5");
  }

  @Test
  void watchThatIsRefusedMeansAList() throws Exception {
    listed(refuse(500, "InternalError", "no"), wire.watchThenHold());
    assertThat(mirror.error()).isInstanceOf(ApiException.ServerError.class);
    mirror.pause();
    assertThat(mirror.request()).isEqualTo("list rv=5");
  }

  @Test
  void watchWhoseConnectionIsCutBeforeAnAnswerMeansAList() throws Exception {
    // The first cut may hit a connection that the list has left open: that is no failure.
    listed(ScriptedServer.cut(), ScriptedServer.cut());
    mirror.server.lists(wire.list(9));
    assertThat(mirror.error()).isInstanceOf(RequestFailedException.class);
    mirror.pause();
    mirror.store.awaitWrite("replace [] 9");
  }

  @Test
  void answerThatIsNoWatchMeansAList() throws Exception {
    byte[] page = "<html>the proxy greets you</html>".getBytes(StandardCharsets.UTF_8);
    listed(
        ScriptedServer.answer(200, "Content-Type: text/html\r\n", page),
        ScriptedServer.answer(200, wire.headers(), page));
    mirror.server.lists(wire.list(6), wire.list(7));
    mirror.error();
    mirror.pause();
    assertThat(mirror.request()).isEqualTo("list rv=5");
    assertThat(mirror.request()).isEqualTo("watch rv=6");
    mirror.error();
    mirror.pause();
    assertThat(mirror.request()).isEqualTo("list rv=6");
    assertThat(mirror.request()).isEqualTo("watch rv=7");
  }

  @Test
  void deletionWithAnOldVersionRemovesTheObjectWithoutAList() throws Exception {
    listed(
        wire.watchThenHold(
            wire.modified(map("a", 9)), wire.deleted(map("b", 4)), wire.added(map("c", 10))));
    mirror.store.await("a@9 c@10");
    assertThat(mirror.store.writes())
        .containsExactly(
            "replace [a@3 b@4] 5", "update a@9", "delete b@4", "bookmark 9", "add c@10");
    assertThat(mirror.unreadErrors()).isEmpty();
    assertThat(mirror.status().lists()).isEqualTo(1);
    assertThat(mirror.reflector().lastSyncResourceVersion()).isEqualTo("10");
  }

  @Test
  void versionThatGoesBackIsNotFollowed() throws Exception {
    listed(wire.watch(wire.modified(map("a", 9)), wire.modified(map("a", 7))));
    assertThat(mirror.error())
        .isInstanceOf(ReflectorException.WentBack.class)
        .hasMessageContaining("7 after 9");
    assertThat(mirror.store.content()).isEqualTo("a@9 b@4");
    mirror.server.lists(wire.list(10, map("a", 9), map("b", 4)));
    mirror.pause();
    assertThat(mirror.request()).isEqualTo("list rv=9");
    assertThat(mirror.request()).isEqualTo("watch rv=10");
  }

  @Test
  void charactersOfManyBytesMayComeInPieces() throws Exception {
    String value = "Grüße, 世界 🚀";
    mirror.server.lists(wire.list(5));
    mirror.server.watches(
        ScriptedServer.watchInBytes(
            wire.headers(), wire.added(map("c", 6, value)), wire.added(map("d", 7, value))));
    mirror.start();
    mirror.store.await("c@6 d@7");
    assertThat(mirror.store.list()).allSatisfy(m -> assertThat(m.data()).containsValue(value));
    assertThat(mirror.unreadErrors()).isEmpty();
  }

  @Test
  void silentConnectionIsClosedAndTheWatchResumesOnAnother() throws Exception {
    mirror.server.lists(wire.list(5));
    mirror.server.watches(
        wire.watchThenHold(wire.added(map("c", 6))), wire.watchThenHold(wire.added(map("d", 7))));
    mirror.start(o -> o.idleTimeout(Duration.ofMillis(300)));
    mirror.store.await("c@6 d@7");
    assertThat(mirror.error())
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("300 ms");
    assertThat(mirror.store.writes()).containsExactly("replace [] 5", "add c@6", "add d@7");
  }

  @Test
  void storeThatRefusesAnObjectGetsTheOthersAndAListWhenTheWatchEnds() throws Exception {
    mirror.server.lists(wire.list(5));
    mirror.server.watches(wire.watch(wire.added(map("c", 7)), wire.added(map("d", 8))));
    mirror.start(
        o ->
            o.transform(
                m -> {
                  if (m.name().equals("c")) {
                    mirror.store.refuse(new IllegalStateException("not c"));
                  }
                  return m;
                }));
    assertThat(mirror.error())
        .isInstanceOf(ReflectorException.NotStored.class)
        .hasMessageContaining("ns/c")
        .hasMessageContaining("not c");
    mirror.store.await("d@8");
    mirror.request();
    mirror.request();
    mirror.time.awaitAlarms(1);
    assertThat(mirror.status().broken()).isEqualTo(1);
    mirror.pause();
    assertThat(mirror.request()).isEqualTo("list rv=8");
  }
}
