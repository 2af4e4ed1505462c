package dev.drover.server.storage;

import static dev.drover.server.storage.ConfigMaps.RESOURCE;
import static dev.drover.server.storage.ConfigMaps.create;
import static dev.drover.server.storage.ConfigMaps.delete;
import static dev.drover.server.storage.ConfigMaps.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.server.storage.WatchSignal.Bookmark;
import dev.drover.server.storage.WatchSignal.Changed;
import dev.drover.server.storage.WatchSignal.Failed;
import dev.drover.testsupport.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WatchTest {
  private static final WatchQuery ALL = WatchQuery.of(RESOURCE);

  private final ManualClock clock = new ManualClock();
  private final Store store =
      new Store(Store.Options.DEFAULT.withHistory(10).withFreshness(Duration.ZERO), clock);

  /// What a watch tells up to now, in short: `+a/1@2` created, `~` updated, `-` deleted, `.` at a
  /// bookmark, `!` at the end of the initial events.
  private List<String> told(Watch watch) throws InterruptedException {
    create(store, "told", "up-to-here");
    delete(store, "told", "up-to-here");
    List<String> told = new ArrayList<>();
    for (var signal = watch.next(); signal.isPresent(); signal = watch.next()) {
      String text = text(signal.get());
      if (text.startsWith("-told/")) {
        break;
      }
      if (!text.startsWith("+told/")) {
        told.add(text);
      }
    }
    return told;
  }

  private static String text(WatchSignal signal) {
    return switch (signal) {
      case Changed(Change change) ->
          switch (change.type()) {
                case CREATED -> "+";
                case UPDATED -> "~";
                case DELETED -> "-";
              }
              + change.object().key().path()
              + "@"
              + change.revision();
      case Bookmark(long revision, boolean endsInitialEvents) ->
          (endsInitialEvents ? "!" : ".") + revision;
      case Failed(var status) -> status.code() + " " + status.reason() + " " + status.message();
    };
  }

  @Test
  void watchDeliversChangesAfterItsRevisionInOrder() throws InterruptedException {
    create(store, "a", "1");
    create(store, "a", "2");
    try (Watch watch = store.watch(ALL.from("2"))) {
      update(store, "a", "1", "x");
      delete(store, "a", "2");

      assertThat(told(watch)).containsExactly("+a/2@3", "~a/1@4", "-a/2@5");
    }
  }

  @Test
  void watchWithoutARevisionStartsWithTheCurrentState() throws InterruptedException {
    create(store, "b", "1");
    create(store, "a", "1");
    update(store, "b", "1", "x");
    for (String version : List.of("", "0")) {
      try (Watch watch = store.watch(ALL.from(version).in("b"))) {
        assertThat(text(watch.next().orElseThrow())).isEqualTo("+b/1@4");
      }
      try (Watch watch = store.watch(ALL.from(version))) {
        assertThat(told(watch)).startsWith("+a/1@3", "+b/1@4");
      }
    }
  }

  @Test
  void watchDeliversOnlyItsResourceAndNamespace() throws InterruptedException {
    create(store, "a", "1");
    create(store, "a", "2");
    create(store, "b", "1");
    store.create(new StorageKey("/secrets", "a", "1"), Map.of());

    assertThat(first(ALL.in("a").from("1"), 2)).containsExactly("+a/1@2", "+a/2@3");
    assertThat(first(ALL.in("a").named("2").from("1"), 1)).containsExactly("+a/2@3");
    assertThat(first(ALL.named("1").from("1"), 2)).containsExactly("+a/1@2", "+b/1@4");
    assertThat(first(ALL.named("1"), 2)).containsExactly("+a/1@2", "+b/1@4");
  }

  private List<String> first(WatchQuery query, int count) throws InterruptedException {
    List<String> told = new ArrayList<>();
    try (Watch watch = store.watch(query)) {
      while (told.size() < count) {
        told.add(text(watch.next().orElseThrow()));
      }
    }
    return told;
  }

  @Test
  void initialEventsEndWithABookmark() throws InterruptedException {
    create(store, "a", "1");
    store.create(new StorageKey("/secrets", "a", "1"), Map.of());
    WatchQuery streamed = ALL.withInitialEvents(true).withBookmarks(true);

    assertThat(first(streamed, 2)).containsExactly("+a/1@2", "!3");
    assertThat(first(streamed.from("0"), 2)).containsExactly("+a/1@2", "!3");
    assertThat(first(streamed.from("2"), 2)).containsExactly("+a/1@2", "!3");
    try (Watch watch = store.watch(streamed.withBookmarks(false))) {
      assertThat(told(watch)).containsExactly("+a/1@2");
    }
  }

  @Test
  void initialEventsCanBeLeftOut() throws InterruptedException {
    create(store, "a", "1");
    for (String version : List.of("", "0")) {
      try (Watch watch = store.watch(ALL.withInitialEvents(false).from(version))) {
        StoredObject made = create(store, "a", "after" + version);

        assertThat(told(watch)).containsExactly("+" + made.key().path() + "@" + made.revision());
      }
    }
  }

  @Test
  void initialEventsAtAFutureRevisionFail() throws InterruptedException {
    try (Watch watch = store.watch(ALL.withInitialEvents(true).withBookmarks(true).from("9"))) {
      assertThat(watch.next().map(WatchTest::text))
          .hasValue("504 Timeout Timeout: Too large resource version: 9, current: 1");
      assertThat(watch.next()).isEmpty();
    }
  }

  @Test
  void watchFromAFutureRevisionWaitsForIt() throws InterruptedException {
    try (Watch watch = store.watch(ALL.from("3"))) {
      create(store, "a", "1");
      create(store, "a", "2");
      create(store, "a", "3");

      assertThat(told(watch)).containsExactly("+a/3@4");
    }
  }

  @Test
  void watchFromACompactedRevisionIsExpired() throws InterruptedException {
    for (int i = 0; i < 13; i++) {
      create(store, "a", "n" + i);
    }
    try (Watch watch = store.watch(ALL.from("3"))) {
      assertThat(watch.next().map(WatchTest::text))
          .hasValue("410 Expired too old resource version: 3 (4)");
      assertThat(watch.next()).isEmpty();
    }
    assertThat(first(ALL.from("4"), 1)).containsExactly("+a/n3@5");
    store.compactNow();
    assertThat(first(ALL.from("13"), 1))
        .containsExactly("410 Expired too old resource version: 13 (14)");
  }

  @Test
  void watchOfAQuietResourceCanBeResumedWhileOthersAreBusy() throws InterruptedException {
    create(store, "a", "quiet");
    try (Watch asleep = store.watch(ALL.from("2"))) {
      StoredObject busy = store.create(new StorageKey("/secrets", "a", "busy"), Map.of());
      for (long i = 0; i < 30; i++) {
        busy = store.replace(busy, Map.of("n", i)).orElseThrow();
      }
      create(store, "a", "late");

      assertThat(told(asleep)).containsExactly("+a/late@34");
    }
    assertThat(first(ALL.from("2"), 1)).containsExactly("+a/late@34");
    assertThat(first(WatchQuery.of("/secrets").from("3"), 1).getFirst()).startsWith("410");
  }

  @Test
  void watchThatLagsTooFarEnds() throws InterruptedException {
    try (Watch slow = store.watch(ALL.from("1"))) {
      create(store, "a", "1");
      assertThat(slow.next()).isPresent();
      for (int i = 0; i < 11; i++) {
        update(store, "a", "1", "v" + i);
      }

      assertThat(slow.next()).isEmpty();
    }
  }

  @Test
  void compactionEndsWatchesThatHaveNotReadYet() throws InterruptedException {
    try (Watch behind = store.watch(ALL.from("1"));
        Watch upToDate = store.watch(ALL.from("1"))) {
      create(store, "a", "1");
      assertThat(upToDate.next()).isPresent();
      store.compactNow();

      assertThat(behind.next()).isEmpty();
      assertThat(told(upToDate)).isEmpty();
    }
  }

  @Test
  void bookmarksAreSentOnceAMinuteAfterNewRevisions() throws InterruptedException {
    try (Watch watch = store.watch(ALL.from("1").withBookmarks(true))) {
      clock.advance(Duration.ofSeconds(61));
      assertThat(told(watch)).isEmpty(); // changes go first, and this one is about as new
      assertThat(watch.next().map(WatchTest::text)).hasValue(".3");
      store.create(new StorageKey("/secrets", "a", "1"), Map.of());
      clock.advance(Duration.ofSeconds(59));
      assertThat(told(watch)).isEmpty();
      clock.advance(Duration.ofSeconds(1));
      assertThat(watch.next().map(WatchTest::text)).hasValue(".6");
    }
  }

  @Test
  void bookmarkIsSentBeforeTheTimeout() throws InterruptedException {
    WatchQuery query = ALL.from("1").withBookmarks(true).withTimeout(Duration.ofSeconds(30));
    try (Watch watch = store.watch(query);
        Watch plain = store.watch(query.withBookmarks(false))) {
      store.create(new StorageKey("/secrets", "a", "1"), Map.of());
      clock.advance(Duration.ofSeconds(28));
      assertThat(watch.next().map(WatchTest::text)).hasValue(".2");
      clock.advance(Duration.ofSeconds(2));
      assertThat(watch.next()).isEmpty();
      assertThat(plain.next()).isEmpty();
    }
  }

  @Test
  void watchSendsNoBookmarkWithoutANewRevision() throws InterruptedException {
    WatchQuery query = ALL.from("1").withBookmarks(true).withTimeout(Duration.ofMinutes(3));
    try (Watch watch = store.watch(query)) {
      clock.advance(Duration.ofMinutes(2));
      CompletableFuture<Optional<WatchSignal>> next = inBackground(watch);
      clock.advance(Duration.ofMinutes(2));
      store.clockChanged();

      assertThat(next.join()).isEmpty();
    }
  }

  private static CompletableFuture<Optional<WatchSignal>> inBackground(Watch watch) {
    CompletableFuture<Optional<WatchSignal>> result = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                result.complete(watch.next());
              } catch (InterruptedException e) {
                result.completeExceptionally(e);
              }
            });
    return result;
  }

  @Test
  void waitingWatchIsWokenByAWriteACloseACutAndAnInterrupt()
      throws InterruptedException, ExecutionException, TimeoutException {
    Watch watch = store.watch(ALL.from("1"));
    var written = inBackground(watch);
    create(store, "a", "1");
    assertThat(written.get(30, TimeUnit.SECONDS)).isPresent();

    var closed = inBackground(watch);
    watch.close();
    assertThat(closed.get(30, TimeUnit.SECONDS)).isEmpty();

    Watch another = store.watch(ALL.from("2"));
    var cut = inBackground(another);
    store.cutWatches();
    assertThat(cut.get(30, TimeUnit.SECONDS)).isEmpty();

    try (Watch third = store.watch(ALL.from("2"))) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(third::next).isInstanceOf(InterruptedException.class);
      assertThat(third.next()).isEmpty();
    }
  }

  @Test
  void nonNumericResourceVersionIsRefused() {
    assertThatThrownBy(() -> store.watch(ALL.from("abc")))
        .hasMessageStartingWith("resourceVersion: Invalid value: \"abc\"");
  }
}
