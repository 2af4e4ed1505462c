package dev.drover.server.storage;

import static dev.drover.server.storage.ConfigMaps.create;
import static dev.drover.server.storage.ConfigMaps.key;
import static dev.drover.server.storage.ConfigMaps.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Bytes;
import dev.drover.api.Preconditions;
import dev.drover.server.core.ApiError;
import dev.drover.server.strategy.StoredObjects;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoreTest {
  private final Store store =
      new Store(Store.Options.DEFAULT.withFreshness(Duration.ZERO), InstantSource.system());

  @Test
  void everyWriteIsOneRevisionOverAllResources() {
    assertThat(store.revision()).isEqualTo(1);

    StoredObject first = create(store, "default", "a");
    StoredObject second =
        store.create(new StorageKey("apps/deployments", "default", "a"), Map.of("kind", "X"));
    StoredObject third = store.replace(first, tree("default", "a", "new")).orElseThrow();
    StoredObject fourth = store.delete(third).orElseThrow();

    assertThat(List.of(first.revision(), second.revision(), third.revision(), fourth.revision()))
        .containsExactly(2L, 3L, 4L, 5L);
    assertThat(store.revision()).isEqualTo(5);
  }

  @Test
  void storedObjectHasItsRevision() {
    StoredObject created = create(store, "default", "a");

    assertThat(created.tree().get("metadata"))
        .isEqualTo(
            Map.of("namespace", "default", "name", "a", "uid", "uid-a", "resourceVersion", "2"));
    assertThat(store.get(key("default", "a"))).containsSame(created);
  }

  @Test
  void secondCreateOfTheSameNameIsRefused() {
    create(store, "default", "a");
    create(store, "other", "a");

    assertThatThrownBy(() -> create(store, "default", "a"))
        .isInstanceOfSatisfying(
            ApiError.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(409);
              assertThat(e).hasMessage("configmaps \"a\" already exists");
            });
    assertThat(store.revision()).isEqualTo(3);
  }

  @Test
  void updateNeedsTheNewestResourceVersion() {
    StoredObject seen = create(store, "default", "a");
    StoredObject newer = store.replace(seen, tree("default", "a", "by another")).orElseThrow();

    assertThat(store.replace(seen, tree("default", "a", "mine"))).isEmpty();
    assertThat(store.delete(seen)).isEmpty();
    assertThat(store.get(key("default", "a"))).containsSame(newer);
  }

  @Test
  void updateOfARecreatedObjectIsRefused() {
    StoredObject seen = create(store, "default", "a");
    store.delete(seen);
    create(store, "default", "a");

    assertThat(store.replace(seen, tree("default", "a", "mine"))).isEmpty();
  }

  @Test
  void updateWithoutAChangeIsNotWritten() {
    StoredObject before = create(store, "default", "a", "x");

    assertThat(store.replace(before, tree("default", "a", "x"))).containsSame(before);
    assertThat(store.replace(before, before.tree())).containsSame(before);
    assertThat(store.revision()).isEqualTo(2);
  }

  @Test
  void wholeNumbersAreTheSameWithAndWithoutFraction() {
    StoredObject before = create(store, "default", "a", 1.0);

    assertThat(store.replace(before, tree("default", "a", 1.0))).containsSame(before);
    assertThat(store.replace(before, tree("default", "a", 1L))).containsSame(before);
    assertThat(store.replace(before, tree("default", "a", 1.5))).isPresent();
    assertThat(store.revision()).isEqualTo(3);
  }

  @Test
  void deleteReturnsTheLastStateWithTheRevisionOfTheDelete() {
    StoredObject before = create(store, "default", "a", "x");

    StoredObject last = store.delete(before).orElseThrow();

    assertThat(last.resourceVersion()).isEqualTo("3");
    assertThat(ConfigMaps.value(last)).isEqualTo("x");
    assertThat(((Map<?, ?>) last.tree().get("metadata")).get("resourceVersion")).isEqualTo("3");
    assertThat(store.get(key("default", "a"))).isEmpty();
  }

  @Test
  void writeFunctionSeesAllEarlierWrites() {
    create(store, "default", "a");
    create(store, "other", "b");
    List<Object> seen = new ArrayList<>();

    store.create(
        key("default", "c"),
        others -> {
          seen.add(others.list("/configmaps", "").size());
          seen.add(others.list("/configmaps", "other").size());
          seen.add(others.get("/configmaps", "default", "a").isPresent());
          seen.add(others.get("/configmaps", "default", "c").isPresent());
          return tree("default", "c", "");
        });

    assertThat(seen).containsExactly(2, 1, true, false);
  }

  @Test
  void writeWhoseFunctionFailsChangesNothing() {
    ApiError refused = ApiError.badRequest("full");

    assertThatThrownBy(
            () ->
                store.create(
                    key("default", "a"),
                    others -> {
                      throw refused;
                    }))
        .isSameAs(refused);
    assertThat(store.get(key("default", "a"))).isEmpty();
    assertThat(store.revision()).isEqualTo(1);
  }

  @Test
  void snapshotDoesNotChange() {
    StoredObject a = create(store, "default", "a");
    StoredObjects look = store.objects();
    store.delete(a);
    create(store, "default", "b");

    assertThat(look.list("/configmaps", "")).containsExactly(a.tree());
  }

  @Test
  void failedPreconditionNamesTheDifference() {
    StoredObject object = create(store, "default", "a");
    object.require(null);
    object.require(Preconditions.builder().uid("uid-a").resourceVersion("2").build());

    assertThatThrownBy(() -> object.require(Preconditions.builder().uid("other").build()))
        .isInstanceOf(ApiError.class)
        .hasMessage(
            "Operation cannot be fulfilled on configmaps \"a\": StorageError: invalid object, Code:"
                + " 4, Key: /registry/configmaps/default/a, ResourceVersion: 0,"
                + " AdditionalErrorMsg: Precondition failed: UID in precondition: other, UID in"
                + " object meta: uid-a");
    assertThatThrownBy(() -> object.require(Preconditions.builder().resourceVersion("1").build()))
        .hasMessageEndingWith(
            "ResourceVersion in precondition: 1, ResourceVersion in object meta: 2");
  }

  @Test
  void objectVersionIsEncodedOncePerFormat() {
    StoredObject object = create(store, "default", "a");
    List<String> encoded = new ArrayList<>();

    for (String form : List.of("yaml", "protobuf", "yaml")) {
      object.encoded(
          form,
          tree -> {
            encoded.add(form);
            return Bytes.ofUtf8(form);
          });
    }

    assertThat(encoded).containsExactly("yaml", "protobuf");
    assertThat(object.json()).isSameAs(object.json());
    assertThat(object.json().utf8()).startsWith("{\"apiVersion\":\"v1\",\"data\":");
  }

  @Test
  void readAtAFutureRevisionTimesOutWithRetryAfter() {
    StoredObject object = create(store, "default", "a");

    assertThat(store.get(object.key(), "2")).containsSame(object);
    assertThat(store.get(object.key(), "0")).containsSame(object);
    assertThatThrownBy(() -> store.get(object.key(), "3"))
        .isInstanceOfSatisfying(
            ApiError.class,
            e -> {
              assertThat(e).hasMessage("Timeout: Too large resource version: 3, current: 2");
              assertThat(e.status().code()).isEqualTo(504);
              assertThat(e.status().details().retryAfterSeconds()).isEqualTo(1);
              assertThat(e.status().details().causes().getFirst().reason())
                  .isEqualTo("ResourceVersionTooLarge");
            });
  }

  @Test
  void readWaitsForANearRevision() throws InterruptedException {
    Store patient =
        new Store(
            Store.Options.DEFAULT.withFreshness(Duration.ofMinutes(1)), InstantSource.system());
    Thread writer = Thread.ofVirtual().start(() -> create(patient, "default", "a"));

    assertThat(patient.get(key("default", "a"), "2")).isPresent();
    writer.join();
  }

  @Test
  void nonNumericResourceVersionIsRefused() {
    assertThatThrownBy(() -> store.get(key("default", "a"), "abc"))
        .hasMessage(
            "resourceVersion: Invalid value: \"abc\": strconv.ParseUint: parsing \"abc\": invalid"
                + " syntax");
    assertThatThrownBy(() -> store.get(key("default", "a"), "99999999999999999999"))
        .hasMessageEndingWith("value out of range");
  }
}
