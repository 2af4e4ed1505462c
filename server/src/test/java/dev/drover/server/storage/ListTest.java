package dev.drover.server.storage;

import static dev.drover.server.storage.ConfigMaps.RESOURCE;
import static dev.drover.server.storage.ConfigMaps.create;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.schema.FieldError;
import dev.drover.server.core.ApiError;
import dev.drover.testsupport.ManualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ListTest {
  private static final ListQuery ALL = ListQuery.of(RESOURCE);

  private final Store store =
      new Store(
          Store.Options.DEFAULT.withHistory(10).withFreshness(Duration.ZERO),
          InstantSource.system());

  private static List<String> names(ListPage page) {
    return page.items().stream().map(o -> o.key().namespace() + "/" + o.key().name()).toList();
  }

  @Test
  void listIsOrderedByEtcdKey() {
    for (String namespace : List.of("b", "a", "a-b")) {
      create(store, namespace, "2");
      create(store, namespace, "10");
    }

    assertThat(names(store.list(ALL)))
        .containsExactly("a-b/10", "a-b/2", "a/10", "a/2", "b/10", "b/2");
    assertThat(names(store.list(ALL.in("a")))).containsExactly("a/10", "a/2");
  }

  @Test
  void listHasTheRevisionOfTheWholeStore() {
    create(store, "a", "1");
    store.create(new StorageKey("/secrets", "a", "1"), Map.of());

    assertThat(store.list(ALL).revision()).isEqualTo(3);
    assertThat(store.list(ListQuery.of("/pods")).items()).isEmpty();
  }

  @Test
  void listReturnsOnlyObjectsThatMatchTheSelector() {
    create(store, "a", "1", "x");
    create(store, "a", "2", "y");

    assertThat(names(store.list(ALL.where(o -> ConfigMaps.value(o).equals("y")))))
        .containsExactly("a/2");
    assertThat(names(store.list(ALL.named("1")))).containsExactly("a/1");
  }

  @Test
  void listAtAnEarlierRevisionReturnsItsObjects() {
    create(store, "a", "1");
    create(store, "a", "2");
    ConfigMaps.delete(store, "a", "1");

    ListPage then = store.list(ALL.at("3", "Exact"));

    assertThat(names(then)).containsExactly("a/1", "a/2");
    assertThat(then.revision()).isEqualTo(3);
    assertThat(names(store.list(ALL.at("1", "Exact")))).isEmpty();
    assertThat(names(store.list(ALL.at("3", "NotOlderThan")))).containsExactly("a/2");
    assertThat(store.list(ALL.at("3", "")).revision()).isEqualTo(4);
    assertThat(store.list(ALL.at("3", "").limit(5)).revision()).isEqualTo(3);
    assertThat(store.list(ALL.at("0", "").limit(1)).revision()).isEqualTo(4);
  }

  @Test
  void listAtACompactedRevisionIsExpired() {
    create(store, "a", "1");
    create(store, "a", "2");
    store.compactNow();

    assertThat(store.list(ALL.at("3", "Exact")).items()).hasSize(2);
    assertThatThrownBy(() -> store.list(ALL.at("2", "Exact")))
        .isInstanceOfSatisfying(
            ApiError.class,
            e -> {
              assertThat(e).hasMessage("The resourceVersion for the provided list is too old.");
              assertThat(e.status().code()).isEqualTo(410);
              assertThat(e.status().reason()).isEqualTo("Expired");
            });
  }

  @Test
  void historyOfAQuietResourceIsKeptWhileOthersAreBusy() {
    create(store, "a", "quiet");
    StoredObject busy = store.create(new StorageKey("/secrets", "a", "busy"), Map.of());
    for (long i = 0; i < 30; i++) {
      busy = store.replace(busy, Map.of("n", i)).orElseThrow();
    }

    assertThat(names(store.list(ALL.at("2", "Exact")))).containsExactly("a/quiet");
    assertThatThrownBy(() -> store.list(ListQuery.of("/secrets").at("4", "Exact")))
        .hasMessage("The resourceVersion for the provided list is too old.");
    assertThatThrownBy(() -> store.list(ALL.at("1", "Exact")))
        .hasMessage("The resourceVersion for the provided list is too old.");
  }

  @Test
  void listAtAFutureRevisionFails() {
    for (String match : List.of("", "Exact", "NotOlderThan")) {
      assertThatThrownBy(() -> store.list(ALL.at("7", match)))
          .hasMessage("Timeout: Too large resource version: 7, current: 1");
    }
    assertThatThrownBy(() -> store.list(ALL.at("x", "")))
        .hasMessage(
            "invalid resource version: resourceVersion: Invalid value: \"x\": strconv.ParseUint:"
                + " parsing \"x\": invalid syntax");
  }

  @Test
  void pagesTogetherAreTheListAtTheRevisionOfTheFirstPage() {
    for (String name : List.of("1", "2", "3", "4", "5")) {
      create(store, "a", name);
    }
    create(store, "b", "1");

    ListPage first = store.list(ALL.in("a").limit(2));
    ConfigMaps.delete(store, "a", "3");
    create(store, "a", "31");
    ListPage second = store.list(ALL.in("a").limit(2).continueWith(first.continueToken()));
    ListPage third = store.list(ALL.in("a").limit(2).continueWith(second.continueToken()));

    List<String> names = new ArrayList<>(names(first));
    names.addAll(names(second));
    names.addAll(names(third));
    assertThat(names).containsExactly("a/1", "a/2", "a/3", "a/4", "a/5");
    assertThat(List.of(first.revision(), second.revision(), third.revision())).containsOnly(7L);
    assertThat(first.remaining()).hasValue(3);
    assertThat(second.remaining()).hasValue(1);
    assertThat(third.remaining()).isEmpty();
    assertThat(third.continueToken()).isEmpty();
  }

  @Test
  void continueTokenHasTheFormOfKubeApiserver() {
    create(store, "a", "1");
    create(store, "a", "2");

    assertThat(decoded(store.list(ALL.limit(1)).continueToken()))
        .isEqualTo("{\"v\":\"meta.k8s.io/v1\",\"rv\":3,\"start\":\"/a/1\\u0000\"}");
    assertThat(decoded(store.list(ALL.in("a").limit(1)).continueToken()))
        .isEqualTo("{\"v\":\"meta.k8s.io/v1\",\"rv\":3,\"start\":\"/1\\u0000\"}");
  }

  private static String decoded(String token) {
    return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
  }

  private static String token(String json) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(json.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void remainingItemCountIsAbsentWithASelector() {
    for (String name : List.of("1", "2", "3")) {
      create(store, "a", name, name);
    }

    ListPage page = store.list(ALL.limit(1).where(o -> !ConfigMaps.value(o).equals("2")));
    ListPage last =
        store.list(
            ALL.limit(1)
                .where(o -> !ConfigMaps.value(o).equals("2"))
                .continueWith(page.continueToken()));

    assertThat(page.remaining()).isEmpty();
    assertThat(names(last)).containsExactly("a/3");
    assertThat(last.continueToken()).isEmpty();
  }

  @Test
  void expiredContinueTokenComesWithAnInconsistentOne() {
    for (String name : List.of("1", "2", "3")) {
      create(store, "a", name);
    }
    String token = store.list(ALL.limit(1)).continueToken();
    create(store, "a", "4");
    store.compactNow();

    assertThatThrownBy(() -> store.list(ALL.limit(1).continueWith(token)))
        .isInstanceOfSatisfying(
            ApiError.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(410);
              assertThat(e)
                  .hasMessageStartingWith("The provided continue parameter is too old to display");
              String anyhow = e.status().metadata().continueToken();
              assertThat(decoded(anyhow)).contains("\"rv\":-1,\"start\":\"/a/1\\u0000\"");
              ListPage rest = store.list(ALL.continueWith(anyhow));
              assertThat(names(rest)).containsExactly("a/2", "a/3", "a/4");
              assertThat(rest.revision()).isEqualTo(5);
            });
  }

  @Test
  void continueTokenExpiresFiveMinutesAfterItsFirstPage() {
    var clock = new ManualClock();
    try (var timed = new Store(Store.Options.DEFAULT, clock)) {
      for (String name : List.of("1", "2", "3", "4")) {
        create(timed, "a", name);
      }
      String first = timed.list(ALL.limit(1)).continueToken();
      clock.advance(Duration.ofMinutes(4));
      String second = timed.list(ALL.limit(1).continueWith(first)).continueToken();
      assertThat(names(timed.list(ALL.limit(1).continueWith(second)))).containsExactly("a/3");
      clock.advance(Duration.ofMinutes(2));
      assertThatThrownBy(() -> timed.list(ALL.continueWith(second)))
          .isInstanceOfSatisfying(
              ApiError.class,
              e ->
                  assertThat(
                          names(
                              timed.list(ALL.continueWith(e.status().metadata().continueToken()))))
                      .containsExactly("a/3", "a/4"));
    }
  }

  @Test
  void invalidContinueTokenIsRefused() {
    assertThatThrownBy(() -> store.list(ALL.continueWith("abc")))
        .hasMessage(
            "invalid continue token: continue key is not valid: invalid character 'i' looking for"
                + " beginning of value");
    assertThatThrownBy(() -> store.list(ALL.continueWith("a+b")))
        .hasMessageEndingWith("continue key is not valid: illegal base64 data at input byte 1");
    for (var wrong :
        List.of(
            List.of("{\"v\":\"v2\"}", "server does not recognize this encoded version v2"),
            List.of(
                "{\"v\":\"meta.k8s.io/v1\",\"start\":\"a\"}",
                "incorrect encoded start resourceVersion (version meta.k8s.io/v1)"),
            List.of(
                "{\"v\":\"meta.k8s.io/v1\",\"rv\":1}",
                "encoded start key empty (version meta.k8s.io/v1)"),
            List.of(
                "{\"v\":\"meta.k8s.io/v1\",\"rv\":1,\"start\":\"../x\"}",
                "continue key is not valid: ../x"))) {
      assertThatThrownBy(() -> store.list(ALL.continueWith(token(wrong.getFirst()))))
          .hasMessageEndingWith(wrong.getLast());
    }
    String good = token("{\"v\":\"meta.k8s.io/v1\",\"rv\":1,\"start\":\"a\"}");
    assertThatThrownBy(() -> store.list(ALL.continueWith(good).at("1", "")))
        .hasMessage("specifying resource version is not allowed when using continue");
  }

  @Test
  void conflictingListOptionsAreNamed() {
    assertThat(ListOptionValidation.list("", "Exact", "x", null))
        .extracting(FieldError::message)
        .containsExactly(
            "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless"
                + " resourceVersion is provided",
            "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is"
                + " provided");
    assertThat(ListOptionValidation.list("0", "Exact", "", true))
        .extracting(FieldError::message)
        .containsExactly(
            "resourceVersionMatch: Forbidden: resourceVersionMatch \"exact\" is forbidden for"
                + " resourceVersion \"0\"",
            "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list");
    assertThat(ListOptionValidation.list("1", "Some", "", null))
        .extracting(FieldError::message)
        .containsExactly(
            "resourceVersionMatch: Unsupported value: \"Some\": supported values: \"Exact\","
                + " \"NotOlderThan\", \"\"");
    assertThat(ListOptionValidation.watch("Some", "", true))
        .extracting(FieldError::message)
        .containsExactly(
            "resourceVersionMatch: Forbidden: sendInitialEvents requires setting"
                + " resourceVersionMatch to NotOlderThan",
            "resourceVersionMatch: Unsupported value: \"Some\": supported values:"
                + " \"NotOlderThan\"");
    assertThat(ListOptionValidation.watch("NotOlderThan", "", null))
        .extracting(FieldError::message)
        .containsExactly(
            "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless"
                + " sendInitialEvents is provided");
    assertThat(ListOptionValidation.watch("NotOlderThan", "", true)).isEmpty();
  }
}
