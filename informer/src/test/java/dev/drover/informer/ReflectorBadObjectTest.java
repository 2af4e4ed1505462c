package dev.drover.informer;

import static dev.drover.informer.Wire.JSON;
import static dev.drover.informer.Wire.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DecodeException;
import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.ObjectKey;
import dev.drover.api.Scope;
import dev.drover.client.Backoff;
import dev.drover.informer.classic.Indexer;
import dev.drover.informer.classic.KeyFunction;
import dev.drover.model.core.v1.ConfigMap;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// One bad object does not harm the others.
class ReflectorBadObjectTest {
  private static final String BAD =
      "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\","
          + "\"namespace\":\"ns\",\"resourceVersion\":\"7\"},\"data\":[1]}";

  private final Mirror mirror = new Mirror();

  @AfterEach
  void end() {
    mirror.close();
  }

  private static byte[] event(String type, String object) {
    return JSON.event(type, object.getBytes(StandardCharsets.UTF_8));
  }

  private static ScriptedServer.Act list(int version, String... items) {
    String body =
        "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\""
            + version
            + "\"},\"items\":["
            + String.join(",", items)
            + "]}";
    return ScriptedServer.answer(200, JSON.headers(), body.getBytes(StandardCharsets.UTF_8));
  }

  private static String good(String name, int version) {
    return "{\"metadata\":{\"name\":\"%s\",\"namespace\":\"ns\",\"resourceVersion\":\"%d\"}}"
        .formatted(name, version);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        BAD,
        "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\"}}",
        "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v2\",\"metadata\":{\"name\":\"p\"}}",
        "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\",\"rows\":[]}",
        "17",
      })
  void unreadableEventIsReportedAndTheWatchContinues(String object) throws Exception {
    mirror.server.lists(JSON.list(5, map("a", 3)));
    mirror.server.watches(JSON.watchThenHold(event("MODIFIED", object), JSON.added(map("b", 8))));
    mirror.start();
    assertThat(mirror.error()).isInstanceOf(DecodeException.class);
    mirror.store.await("a@3 b@8");
    assertThat(mirror.status().broken()).isEqualTo(1);
    assertThat(mirror.status().errors()).isEqualTo(1);
    assertThat(mirror.status().watches()).isEqualTo(1);
  }

  @Test
  void objectsNestedTooDeeplyAreReportedAndTheOthersAreRead() throws Exception {
    mirror.server.lists(list(5, good("a", 3), nested("deep", 9_000), nested("b", 20_000)));
    mirror.server.watches(
        JSON.watchThenHold(event("MODIFIED", nested("a", 20_000)), JSON.added(map("c", 8))));
    mirror.start();
    mirror.store.await("a@3 c@8 deep@4");
    assertThat(mirror.error())
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("nested deeper than 10000 levels");
    assertThat(mirror.status().broken()).isEqualTo(2);
  }

  private static String nested(String name, int depth) {
    return good(name, 4)
        .replaceFirst("\\}$", ",\"x\":" + "[".repeat(depth) + "]".repeat(depth) + "}");
  }

  @Test
  void eventWithoutANameOrOfAnUnknownTypeIsReportedToo() throws Exception {
    mirror.server.lists(JSON.list(5));
    mirror.server.watches(
        JSON.watchThenHold(
            event("ADDED", "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{}}"),
            event("RENAMED", good("x", 7)),
            JSON.added(map("b", 8))));
    mirror.start();
    assertThat(mirror.error())
        .isInstanceOf(ReflectorException.NotStored.class)
        .hasMessageContaining("needs a name");
    assertThat(mirror.error()).hasMessageContaining("RENAMED");
    mirror.store.await("b@8");
  }

  @Test
  void watchWithAnUnreadableEventIsFollowedByAList() throws Exception {
    mirror.server.lists(JSON.list(5, map("a", 3)), JSON.list(9, map("b", 8)));
    mirror.server.watches(JSON.watch(event("DELETED", BAD), JSON.added(map("b", 8))));
    mirror.start();
    mirror.error();
    mirror.store.await("a@3 b@8"); // which object was deleted is not known yet
    mirror.pause();
    mirror.store.await("b@8");
  }

  @Test
  void listFollowsSoonAfterAnUnreadableEvent() throws Exception {
    mirror.server.lists(JSON.list(5, map("a", 3)), JSON.list(9, map("b", 8)), JSON.list(12));
    mirror.server.watches(
        JSON.watchThenHold(event("DELETED", BAD), JSON.added(map("b", 8))),
        JSON.watchThenHold(event("DELETED", BAD), JSON.bookmark(11)));
    mirror.start();
    mirror.error();
    mirror.store.await("a@3 b@8");
    assertThat(mirror.time.advanceToNext()).isEqualTo(Duration.ofSeconds(1));
    assertThat(mirror.pause()).isEqualTo(Duration.ofMillis(800));
    mirror.store.await("b@8"); // though the watch went on

    mirror.error();
    mirror.store.awaitWrite("bookmark 11");
    assertThat(mirror.time.advanceToNext()).isEqualTo(Duration.ofSeconds(2)); // no hot loop
    mirror.pause();
    mirror.store.await("");
  }

  @Test
  void timeUntilTheListAfterAnUnreadableEventIsAnOption() throws Exception {
    mirror.server.lists(JSON.list(5, map("a", 3)), JSON.list(9));
    mirror.server.watches(JSON.watchThenHold(event("DELETED", BAD), JSON.bookmark(7)));
    mirror.start(o -> o.doubtBackoff(Backoff.defaults().with(b -> b.first(Duration.ofMillis(5)))));
    mirror.error();
    mirror.store.awaitWrite("bookmark 7");
    assertThat(mirror.time.advanceToNext()).isEqualTo(Duration.ofMillis(5));
    mirror.pause();
    mirror.store.await("");
  }

  @Test
  void unknownFieldsAreNoFault() throws Exception {
    mirror.server.lists(list(5, "{\"news\":{\"a\":[1]}," + good("a", 3).substring(1)));
    mirror.server.watches(
        JSON.watchThenHold(
            event("ADDED", "{\"kind\":\"ConfigMap\",\"rows\":[{}]," + good("b", 6).substring(1))));
    mirror.start();
    mirror.store.await("a@3 b@6");
    assertThat(mirror.unreadErrors()).isEmpty();
  }

  @Test
  void badItemOfAListLeavesItsOldStateInThePlaceOfIt() throws Exception {
    mirror.server.lists(
        list(5, good("a", 3), good("gone", 4)), list(9, good("b", 8), BAD, good("c", 8)));
    mirror.server.watches(JSON.watch(JSON.error(410, "Expired", "too old")));
    mirror.start();
    mirror.error();
    mirror.pause();
    assertThat(mirror.error()).isInstanceOf(DecodeException.class).hasMessageContaining("data");
    mirror.store.awaitWrite("replace [b@8 a@3 c@8] 9");
    assertThat(mirror.status().broken()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itemThatBecameTooLargeKeepsItsOlderStateOnARelist(boolean metadataFirst) throws Exception {
    String fill = "\"data\":{\"x\":\"" + "y".repeat(300_000) + "\"}";
    String meta = good("a", 8).substring(1, good("a", 8).length() - 1);
    String large = "{" + (metadataFirst ? meta + "," + fill : fill + "," + meta) + "}";
    try (Mirror small = new Mirror(c -> c.limits(l -> l.object(100_000)))) {
      small.server.lists(list(5, good("a", 3)), list(9, good("b", 8), large));
      small.server.watches(
          JSON.watch(JSON.error(410, "Expired", "too old")),
          JSON.watchThenHold(JSON.modified(map("a", 10))));
      small.start();
      small.error();
      small.pause();
      assertThat(small.error())
          .isInstanceOf(DecodeException.class)
          .hasMessageContaining("ns/a")
          .hasMessageContaining("larger than the limit of 100000 bytes");
      small.store.awaitWrite("replace [b@8 a@3] 9");
      small.store.await("a@10 b@8");
      assertThat(small.status().stale()).isEmpty(); // a good state has come
    }
  }

  @Test
  void statusNamesTheObjectsThatAreKnownToBeStale() throws Exception {
    mirror.server.lists(list(5, good("a", 3)), list(9, good("b", 8), BAD));
    mirror.server.watches(JSON.watch(JSON.error(410, "Expired", "too old")));
    mirror.start();
    mirror.error();
    assertThat(mirror.status().stale()).isEmpty();
    mirror.pause();
    mirror.store.awaitWrite("replace [b@8 a@3] 9");
    assertThat(mirror.status().stale()).containsExactly(ObjectKey.of("ns", "a"));
  }

  @Test
  void badItemOfTheFirstListIsLeftOut() throws Exception {
    mirror.server.lists(list(9, good("b", 8), BAD, "{\"metadata\":17}", good("c", 8)));
    mirror.start();
    mirror.store.awaitWrite("replace [b@8 c@8] 9");
    assertThat(mirror.error()).isInstanceOf(DecodeException.class);
    assertThat(mirror.error()).isInstanceOf(DecodeException.class);
  }

  @Test
  void oldStateMayBeKnownToAnotherStoreThanTheOneThatIsWritten() throws Exception {
    mirror.server.lists(list(9, BAD));
    mirror.start(
        o ->
            o.knownObjects(
                key ->
                    key.equals(ObjectKey.of("ns", "a"))
                        ? Optional.of(map("a", 2))
                        : Optional.empty()));
    mirror.store.awaitWrite("replace [a@2] 9");
  }

  @Test
  void transformIsAppliedOnceToEveryObject() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    UnaryOperator<ConfigMap> strip =
        m -> {
          calls.incrementAndGet();
          return m.with(b -> b.data(Map.of("seen", "" + m.data().size())));
        };
    mirror.server.watches(
        JSON.watchThenHold(
            JSON.added(map("a", 3)),
            JSON.added(map("b", 4)),
            JSON.end(5),
            JSON.modified(map("a", 6)),
            JSON.deleted(map("b", 7))));
    mirror.start(o -> o.streaming(true).transform(strip));
    mirror.store.await("a@6");
    mirror.store.awaitWrite("delete b@7");
    assertThat(mirror.store.list())
        .allSatisfy(m -> assertThat(m.data()).containsEntry("seen", "1"));
    assertThat(calls).hasValue(4);
  }

  @Test
  void transformThatFailsIsLikeAnUnreadableObject() throws Exception {
    UnaryOperator<ConfigMap> picky =
        m -> {
          if (m.metadata().resourceVersion().equals("8")) {
            throw new IllegalArgumentException("not 8");
          }
          return m;
        };
    mirror.server.lists(JSON.list(5, map("a", 3)), JSON.list(9, map("a", 8), map("c", 9)));
    mirror.server.watches(
        JSON.watch(JSON.modified(map("a", 8)), JSON.error(410, "Expired", "too old")));
    mirror.start(o -> o.transform(picky));
    assertThat(mirror.error())
        .isInstanceOf(ReflectorException.NotStored.class)
        .hasMessageContaining("ns/a")
        .hasMessageContaining("not 8");
    mirror.error();
    assertThat(mirror.store.content()).isEqualTo("a@3");
    mirror.pause();
    mirror.store.awaitWrite("replace [a@3 c@9] 9");
    assertThat(mirror.status().broken()).isEqualTo(2);
  }

  @Test
  void deletedObjectIsRemovedEvenIfItsTransformFails() throws Exception {
    mirror.server.lists(JSON.list(5, map("a", 3)));
    mirror.server.watches(JSON.watchThenHold(JSON.deleted(map("a", 6))));
    mirror.start(
        o ->
            o.transform(
                m -> {
                  if (m.metadata().resourceVersion().equals("6")) {
                    throw new IllegalArgumentException("not 6");
                  }
                  return m;
                }));
    mirror.store.awaitWrite("delete a@3");
    mirror.store.await("");
    mirror.error();
  }

  @Test
  void transformMustNotChangeTheName() throws Exception {
    mirror.server.lists(JSON.list(5, map("a", 3)));
    mirror.start(o -> o.transform(m -> map("other", 3)));
    assertThat(mirror.error()).hasMessageContaining("ns/other");
    mirror.store.awaitWrite("replace [] 5");
  }

  @Test
  void errorHandlerThatFailsDoesNotEndTheReflector() throws Exception {
    mirror.server.lists(Wire.refuse(500, "InternalError", "no"), JSON.list(5, map("a", 3)));
    mirror.start(
        o ->
            o.errorHandler(
                (_, e) -> {
                  throw new AssertionError("my own fault", e); // an Error, even
                }));
    mirror.pause();
    mirror.store.await("a@3");
    assertThat(mirror.status().errors()).isEqualTo(1);
  }

  @Test
  void dynamicObjectsMustBeOfTheirKind() throws Exception {
    var kind = new GroupVersionKind("stable.example.com", "v1", "CronTab");
    String other =
        "{\"kind\":\"Other\",\"apiVersion\":\"stable.example.com/v1\",\"metadata\":{\"name\":\"x\"}}";
    String right =
        "{\"kind\":\"CronTab\",\"apiVersion\":\"stable.example.com/v1\",\"metadata\":"
            + "{\"name\":\"y\",\"resourceVersion\":\"7\"}}";
    String empty =
        "{\"kind\":\"CronTabList\",\"apiVersion\":\"stable.example.com/v1\",\"metadata\":"
            + "{\"resourceVersion\":\"5\"},\"items\":[]}";
    mirror.server.lists(
        ScriptedServer.answer(200, JSON.headers(), empty.getBytes(StandardCharsets.UTF_8)));
    mirror.server.watches(JSON.watchThenHold(event("ADDED", other), event("ADDED", right)));
    var errors = new LinkedBlockingQueue<RuntimeException>();
    var stored = new CountDownLatch(1);
    var store = Indexer.<DynamicObject>create(KeyFunction.namespaceAndName());
    var reflector =
        Reflector.of(
            "crontabs",
            ListerWatcher.of(mirror.client().resources(kind, "crontabs", Scope.NAMESPACED)),
            store,
            ReflectorOptions.<DynamicObject>defaults()
                .with(
                    o ->
                        o.errorHandler((_, e) -> errors.add(e))
                            .transform(
                                t -> {
                                  stored.countDown();
                                  return t;
                                })));
    Thread thread = Thread.ofVirtual().start(reflector::run);
    assertThat(stored.await(20, TimeUnit.SECONDS)).isTrue();
    reflector.close();
    thread.join();
    assertThat(store.listKeys()).isEqualTo(List.of(ObjectKey.of("y")));
    assertThat(errors.poll()).isInstanceOf(DecodeException.class).hasMessageContaining("Other");
  }
}
