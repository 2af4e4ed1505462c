package dev.drover.informer;

import static dev.drover.informer.Wire.JSON;
import static dev.drover.informer.Wire.map;
import static dev.drover.informer.Wire.refuse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DecodeException;
import dev.drover.api.Status;
import dev.drover.api.StatusCause;
import dev.drover.api.StatusDetails;
import dev.drover.client.ApiException;
import dev.drover.client.RequestFailedException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which lists a reflector asks for, and what it makes of the answers.
class ReflectorListTest {
  private static final ScriptedServer.Act EXPIRED =
      refuse(410, "Expired", "The resourceVersion for the provided list is too old.");
  private static final byte[] GONE = JSON.error(410, "Expired", "too old resource version");

  private final Mirror mirror = new Mirror();

  @AfterEach
  void end() {
    mirror.close();
  }

  @Test
  void firstListTakesWhatTheServersCacheHasAndTheWatchGoesOnFromThere() throws Exception {
    mirror.server.lists(JSON.list(5, map("a", 3), map("b", 4)));
    mirror.start();
    assertThat(mirror.request()).isEqualTo("list rv=0 limit=500");
    assertThat(mirror.request()).isEqualTo("watch rv=5");
    assertThat(mirror.store.writes()).containsExactly("replace [a@3 b@4] 5");
    assertThat(mirror.reflector().lastSyncResourceVersion()).isEqualTo("5");
    assertThat(mirror.reflector().status().lastRelist()).as("the first list").isEmpty();
  }

  @Test
  void relistIsNoOlderThanWhatWasSeenAndComesInOnePieceFromTheCache() throws Exception {
    mirror.server.lists(JSON.list(5), JSON.list(9, map("a", 8)));
    mirror.server.watches(JSON.watch(JSON.added(map("a", 7)), GONE));
    mirror.start();
    mirror.request();
    mirror.request();
    mirror.pause();
    assertThat(mirror.request()).isEqualTo("list rv=7");
    assertThat(mirror.request()).isEqualTo("watch rv=9");
    mirror.store.await("a@8");
    assertThat(mirror.reflector().status().lastRelist().orElseThrow().reason())
        .contains("too old resource version");
  }

  @Test
  void expiredVersionIsFollowedByAListOfTheNewestState() throws Exception {
    mirror.server.lists(JSON.list(5), EXPIRED, JSON.list(9, map("a", 8)));
    mirror.server.watches(JSON.watch(JSON.bookmark(6), GONE));
    mirror.start();
    mirror.request();
    mirror.request();
    assertThat(mirror.error()).isInstanceOf(ApiException.Expired.class);
    mirror.pause();
    assertThat(mirror.request()).isEqualTo("list rv=6");
    assertThat(mirror.request()).isEqualTo("list rv=");
    assertThat(mirror.request()).isEqualTo("watch rv=9");
    assertThat(mirror.error()).isInstanceOf(ApiException.Expired.class);
    mirror.store.await("a@8");
  }

  @Test
  void versionThatStaysUnavailableIsNotAskedForAgainInTheNextRound() throws Exception {
    mirror.server.lists(JSON.list(5), EXPIRED, EXPIRED, JSON.list(9));
    mirror.server.watches(JSON.watch(JSON.bookmark(6), GONE));
    mirror.start();
    mirror.request();
    mirror.request();
    mirror.pause();
    assertThat(mirror.request()).isEqualTo("list rv=6");
    assertThat(mirror.request()).isEqualTo("list rv=");
    mirror.pause();
    assertThat(mirror.request()).isEqualTo("list rv= limit=500");
    assertThat(mirror.request()).isEqualTo("watch rv=9");
  }

  static List<Status> tooLarge() {
    Status timeout =
        Wire.status(504, "Timeout", "Timeout: Too large resource version: 6, current: 5");
    StatusCause byReason = StatusCause.builder().reason("ResourceVersionTooLarge").build();
    StatusCause byMessage = StatusCause.builder().message("Too large resource version").build();
    return List.of(
        timeout,
        Wire.status(504, "Timeout", "Timeout")
            .with(s -> s.details(StatusDetails.builder().causes(List.of(byMessage)).build())),
        Wire.status(504, "Timeout", "Timeout")
            .with(s -> s.details(StatusDetails.builder().causes(List.of(byReason)).build())));
  }

  @ParameterizedTest
  @MethodSource("tooLarge")
  void unknownLaterVersionIsFollowedByAList(Status status) throws Exception {
    mirror.server.lists(JSON.list(6), refuse(status, ""), JSON.list(5, map("a", 3)));
    mirror.server.watches(JSON.watch(JSON.bookmark(6), GONE));
    mirror.start();
    mirror.request();
    mirror.request();
    mirror.pause();
    assertThat(mirror.request()).isEqualTo("list rv=6");
    assertThat(mirror.request()).isEqualTo("list rv=");
    assertThat(mirror.request()).isEqualTo("watch rv=5");
    mirror.store.await("a@3");
  }

  @Test
  void otherTimeoutsOfTheServerAreOrdinaryFailures() throws Exception {
    mirror.server.lists(refuse(504, "Timeout", "Timeout: request did not complete"), JSON.list(5));
    mirror.start();
    mirror.request();
    assertThat(mirror.error()).isInstanceOf(ApiException.TimedOut.class);
    mirror.pause();
    assertThat(mirror.request()).isEqualTo("list rv=0 limit=500");
  }

  @Test
  void pagesAreReadToTheEndAndReachTheStoreAsOne() throws Exception {
    mirror.server.lists(
        JSON.page(5, "t1", map("a", 1)),
        JSON.page(5, "t2", map("b", 2)),
        JSON.list(5, map("c", 3)));
    mirror.start();
    assertThat(mirror.request()).isEqualTo("list rv=0 limit=500");
    assertThat(mirror.request()).isEqualTo("list rv= limit=500 continue=t1");
    assertThat(mirror.request()).isEqualTo("list rv= limit=500 continue=t2");
    assertThat(mirror.request()).isEqualTo("watch rv=5");
    assertThat(mirror.store.writes()).containsExactly("replace [a@1 b@2 c@3] 5");
  }

  @Test
  void serverWithoutACacheIsAskedForPagesEverAfter() throws Exception {
    mirror.server.lists(JSON.page(5, "t1", map("a", 1)), JSON.list(5, map("b", 2)), JSON.list(9));
    mirror.server.watches(JSON.watch(JSON.bookmark(6), GONE));
    mirror.start();
    mirror.request();
    mirror.request();
    mirror.request();
    mirror.pause();
    assertThat(mirror.request()).isEqualTo("list rv=6 limit=500");
  }

  @Test
  void pageSizeOfTheCallerHoldsForEveryList() throws Exception {
    mirror.server.lists(JSON.list(5), JSON.list(9));
    mirror.server.watches(JSON.watch(JSON.bookmark(6), GONE));
    mirror.start(o -> o.pageSize(20));
    assertThat(mirror.request()).isEqualTo("list rv=0 limit=20");
    mirror.request();
    mirror.pause();
    assertThat(mirror.request()).isEqualTo("list rv=6 limit=20");
  }

  @Test
  void tokenThatExpiredOnALaterPageMeansOneListInOnePiece() throws Exception {
    mirror.server.lists(
        JSON.page(5, "t1", map("a", 1), map("gone", 2)), EXPIRED, JSON.list(8, map("a", 7)));
    mirror.start();
    mirror.request();
    mirror.request();
    assertThat(mirror.request()).isEqualTo("list rv=0");
    assertThat(mirror.request()).isEqualTo("watch rv=8");
    assertThat(mirror.error()).isInstanceOf(ApiException.Expired.class);
    assertThat(mirror.store.writes()).containsExactly("replace [a@7] 8");
    assertThat(mirror.status().items()).isEqualTo(1);
  }

  @Test
  void pageThatNamesItselfAsTheNextFailsTheList() throws Exception {
    mirror.server.lists(JSON.page(5, "t1"), JSON.page(5, "t1"), JSON.list(6));
    mirror.start();
    assertThat(mirror.error()).isInstanceOf(ReflectorException.NoList.class);
    mirror.pause();
    mirror.store.awaitWrite("replace [] 6");
  }

  @Test
  void progressHasReceivedAndRemainingItems() throws Exception {
    mirror.server.lists(JSON.page(5, "t1", map("a", 1), map("b", 2)));
    mirror.start();
    mirror.request();
    mirror.request();
    ReflectorStatus status = mirror.status();
    assertThat(status.phase()).isEqualTo(ReflectorStatus.Phase.LISTING);
    assertThat(status.items()).isEqualTo(2);
    assertThat(status.remaining()).hasValue(7);
    assertThat(status.lists()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 404, 500, 503})
  void refusedListIsReportedAndTriedAgainAfterAPause(int code) throws Exception {
    mirror.server.lists(refuse(code, "", "no"), refuse(code, "", "no"), JSON.list(5, map("a", 1)));
    mirror.start();
    assertThat(mirror.error()).isInstanceOf(ApiException.class).hasMessageContaining("no");
    assertThat(mirror.pause()).isEqualTo(Duration.ofMillis(800));
    assertThat(mirror.error()).isInstanceOf(ApiException.class);
    assertThat(mirror.pause()).isEqualTo(Duration.ofMillis(1600));
    mirror.store.await("a@1");
    assertThat(mirror.status().errors()).isEqualTo(2);
    assertThat(mirror.status().lastError().orElseThrow().error()).hasMessageContaining("no");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Retry-After: 7\r\n", ""})
  void retryAfterIsTheShortestPause(String header) throws Exception {
    Status busy = Wire.status(429, "TooManyRequests", "busy");
    Status inBody = busy.with(s -> s.details(StatusDetails.builder().retryAfterSeconds(7).build()));
    mirror.server.lists(refuse(header.isEmpty() ? inBody : busy, header), JSON.list(5));
    mirror.start();
    assertThat(mirror.error()).isInstanceOf(ApiException.TooManyRequests.class);
    assertThat(mirror.pause()).isEqualTo(Duration.ofSeconds(7));
    mirror.store.awaitWrite("replace [] 5");
  }

  @Test
  void listThatIsOlderThanAskedForIsNotTaken() throws Exception {
    mirror.server.lists(JSON.list(5, map("a", 5)), JSON.list(3), JSON.list(8, map("a", 8)));
    mirror.server.watches(JSON.watch(JSON.bookmark(6), GONE));
    mirror.start();
    mirror.error();
    mirror.pause();
    assertThat(mirror.error()).isInstanceOf(ReflectorException.WentBack.class);
    assertThat(mirror.store.content()).isEqualTo("a@5");
    mirror.pause();
    mirror.store.await("a@8");
    assertThat(mirror.request()).isEqualTo("list rv=0 limit=500");
    assertThat(mirror.request()).isEqualTo("watch rv=5");
    assertThat(mirror.request()).isEqualTo("list rv=6");
    assertThat(mirror.request()).isEqualTo("list rv= limit=500");
    assertThat(mirror.request()).isEqualTo("watch rv=8");
  }

  static List<String> noLists() {
    return List.of(
        "",
        "{}",
        "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{},\"items\":[]}",
        "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":"
            + "{\"resourceVersion\":\"5\"},\"columnDefinitions\":[],\"rows\":[]}",
        "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":"
            + "{\"resourceVersion\":\"5\"},\"items\":[]}",
        "<html>the proxy greets you</html>");
  }

  @ParameterizedTest
  @MethodSource("noLists")
  void responseThatIsNoListDoesNotEmptyTheStore(String body) throws Exception {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    mirror.server.lists(
        JSON.list(5, map("a", 5)),
        ScriptedServer.answer(200, JSON.headers(), bytes),
        JSON.list(8, map("a", 8)));
    mirror.server.watches(JSON.watch(JSON.bookmark(6), GONE));
    mirror.start();
    mirror.error();
    mirror.pause();
    assertThat(mirror.error())
        .isInstanceOfAny(
            RequestFailedException.class, ReflectorException.NoList.class, DecodeException.class);
    assertThat(mirror.store.content()).isEqualTo("a@5");
    mirror.pause();
    mirror.store.await("a@8");
  }

  private static ScriptedServer.Act unversioned(String... names) {
    String items =
        Arrays.stream(names)
            .map("{\"metadata\":{\"name\":\"%s\",\"namespace\":\"ns\"}}"::formatted)
            .collect(Collectors.joining(","));
    String body =
        "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{},\"items\":[%s]}"
            .formatted(items);
    return ScriptedServer.answer(200, JSON.headers(), body.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void listWithoutAVersionIsReadAgainOnceTheWatchIsOpen() throws Exception {
    mirror.server.lists(unversioned("a"), unversioned("a", "gone"), unversioned("a"));
    mirror.server.watches(JSON.watchThenHold(JSON.added(map("b", 9)), JSON.modified(map("a", 2))));
    mirror.start();
    assertThat(mirror.request()).isEqualTo("list rv=0 limit=500");
    assertThat(mirror.request()).isEqualTo("list rv= limit=500");
    assertThat(mirror.request()).isEqualTo("watch rv=");
    assertThat(mirror.request()).isEqualTo("list rv= limit=500");
    mirror.store.await("a@2 b@9"); // versions of events are not compared
    assertThat(mirror.store.writes())
        .containsExactly("replace [a@ gone@] ", "replace [a@] ", "add b@9", "update a@2");
    assertThat(mirror.unreadErrors()).isEmpty();
    assertThat(mirror.reflector().lastSyncResourceVersion()).isEmpty();
  }

  @Test
  void watchWithoutAVersionIsNotResumedButListed() throws Exception {
    mirror.server.lists(unversioned(), unversioned(), unversioned("a", "gone"));
    mirror.server.lists(unversioned("a", "gone"), unversioned("a"));
    mirror.server.watches(JSON.watch(JSON.added(map("b", 9))), JSON.watchThenHold());
    mirror.start();
    for (int i = 0; i < 4; i++) {
      mirror.request();
    }
    assertThat(mirror.pause()).isEqualTo(Duration.ofMillis(800));
    assertThat(mirror.request()).isEqualTo("list rv= limit=500");
    assertThat(mirror.request()).isEqualTo("watch rv=");
    assertThat(mirror.request()).isEqualTo("list rv= limit=500");
    mirror.store.await("a@");
  }

  @Test
  void truncatedFirstListThatHasNoVersionIsNotStored() throws Exception {
    mirror.server.lists(unversioned(), JSON.list(5, map("a", 3)));
    mirror.server.watches(JSON.watchThenHold(JSON.bookmark(6)));
    mirror.start();
    mirror.store.awaitWrite("bookmark 6");
    assertThat(mirror.store.writes()).containsExactly("replace [a@3] 5", "bookmark 6");
    assertThat(mirror.server.seen().getLast()).hasToString("watch rv=5");
  }

  @Test
  void compressedListThatIsCutIsNoList() throws Exception {
    byte[] body = JSON.listBody(5, "", map("a", 1), map("b", 2));
    mirror.server.lists(
        ScriptedServer.cutGzip(JSON.headers(), body), JSON.list(5, map("a", 1), map("b", 2)));
    mirror.start();
    assertThat(mirror.error()).isInstanceOf(RequestFailedException.class);
    mirror.pause();
    mirror.store.await("a@1 b@2");
    assertThat(mirror.store.writes()).containsExactly("replace [a@1 b@2] 5");
  }

  @Test
  void connectionBrokenBeforeTheResponseIsReportedAndRetried() throws Exception {
    mirror.server.lists(ScriptedServer.cut(), JSON.list(5, map("a", 1)));
    mirror.start();
    assertThat(mirror.error()).isInstanceOf(RequestFailedException.class);
    assertThat(mirror.pause()).isEqualTo(Duration.ofMillis(800));
    mirror.store.await("a@1");
  }

  @Test
  void storeThatRefusesAListGetsTheNextOne() throws Exception {
    mirror.store.refuse(new IllegalStateException("full"));
    mirror.server.lists(JSON.list(5, map("a", 1)), JSON.list(6, map("a", 1)));
    mirror.start();
    assertThat(mirror.error()).hasMessage("full");
    mirror.pause();
    assertThat(mirror.request()).isEqualTo("list rv=0 limit=500");
    mirror.store.awaitWrite("replace [a@1] 6");
  }
}
