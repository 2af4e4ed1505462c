package dev.drover.client;

import static dev.drover.client.ScriptedServer.answer;
import static dev.drover.client.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.Scope;
import dev.drover.api.Selector;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The requests that a client for one kind sends, and what it makes of the answers.
class ResourceClientTest {
  private static final Kind<DynamicObject> SCALE =
      Kind.dynamic(new GroupVersionKind("autoscaling", "v1", "Scale"), "", Scope.NAMESPACED);
  private static final String SCALED =
      "{\"kind\":\"Scale\",\"apiVersion\":\"autoscaling/v1\",\"metadata\":{\"name\":\"web\"},"
          + "\"spec\":{\"replicas\":3}}";
  private static final String MAP =
      "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\",\"namespace\":"
          + "\"shop\",\"uid\":\"u1\",\"resourceVersion\":\"7\"}}";

  private final ScriptedServer server = new ScriptedServer();
  private final Client client = Client.over(RestClient.of(server.config()));
  private final ResourceClient<Pod> pods = client.resources(Pod.class).inNamespace("shop");
  private final ResourceClient<ConfigMap> maps =
      client.resources(ConfigMap.class).inNamespace("shop");

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private String line() {
    return server.seen().getLast().line().replace(" HTTP/1.1", "");
  }

  private String sent() {
    return server.seen().getLast().text();
  }

  @Test
  void subresourceOfAnotherKindIsRead() {
    server.then(json(SCALED));
    assertThat(pods.getSubresource("web", "scale", SCALE).integer("spec", "replicas")).contains(3L);
    assertThat(line()).isEqualTo("GET /api/v1/namespaces/shop/pods/web/scale");
  }

  @Test
  void subresourceThatActsGetsTheObject() {
    server.then(json(SCALED));
    DynamicObject body = DynamicObject.named(SCALE.gvk(), "shop", "web");
    assertThat(pods.createSubresource("web", "scale", body, SCALE).name()).isEqualTo("web");
    assertThat(line()).isEqualTo("POST /api/v1/namespaces/shop/pods/web/scale");
    assertThat(sent()).contains("\"name\":\"web\"");
  }

  @Test
  void subresourceWithoutAMethodIsRequestedByName() {
    server.then(json("{}"));
    pods.subresource("PUT", "web", "ephemeralcontainers").execute();
    assertThat(line()).isEqualTo("PUT /api/v1/namespaces/shop/pods/web/ephemeralcontainers");
  }

  @Test
  void replicasAreReadAndSetByTheScale() {
    server.then(json(SCALED), json(SCALED));
    assertThat(pods.replicas("web")).isEqualTo(3);
    pods.scale("web", 5);
    assertThat(line()).isEqualTo("PATCH /api/v1/namespaces/shop/pods/web/scale");
    assertThat(sent()).isEqualTo("{\"spec\":{\"replicas\":5}}");
  }

  @Test
  void evictionThatTheBudgetForbidsIsNotTriedAgain() {
    server.then(answer(429, "Retry-After: 1\r\n", "budget"));
    assertThatThrownBy(() -> pods.evict("web")).isInstanceOf(ApiException.TooManyRequests.class);
    assertThat(server.seen()).hasSize(1);
    assertThat(line()).isEqualTo("POST /api/v1/namespaces/shop/pods/web/eviction");
  }

  @Test
  void tokenIsForTheAudiencesThatAreNamed() {
    server.then(
        json(
            "{\"kind\":\"TokenRequest\",\"apiVersion\":\"authentication.k8s.io/v1\",\"status\":"
                + "{\"token\":\"abc\"}}"),
        json("{\"kind\":\"TokenRequest\",\"apiVersion\":\"authentication.k8s.io/v1\"}"));
    assertThat(pods.token("robot", Duration.ofMinutes(10), "vault")).isEqualTo("abc");
    assertThat(sent()).contains("\"audiences\":[\"vault\"]", "\"expirationSeconds\":600");
    assertThatThrownBy(() -> pods.token("robot", Duration.ofMinutes(10)))
        .hasMessageContaining("no token for robot");
  }

  @Test
  void clientOfAllNamespacesListsAllAndKeepsItsSettings() {
    server.then(json("{\"kind\":\"ConfigMapList\",\"items\":[]}"));
    assertThat(maps.inAllNamespaces().list().items()).isEmpty();
    assertThat(line()).isEqualTo("GET /api/v1/configmaps");
    assertThat(maps.codec().kind()).isEqualTo(maps.kind());
  }

  @Test
  void controllerIsNamedByTheUserAgent() {
    server.then(json(MAP), json("{}"));
    maps.forController("shop controller").get("a");
    assertThat(server.seen().getLast().headers().first("User-Agent").orElseThrow())
        .contains("controller/shop-controller");
    client.rest().forController("x").get().absPath("/livez").execute();
    assertThat(server.seen().getLast().headers().first("User-Agent").orElseThrow())
        .endsWith("controller/x");
  }

  @Test
  void listenersAreCalledInTheirOrderForEachWrite() {
    List<String> calls = new ArrayList<>();
    WriteListener both = new Recorder("one", calls).and(new Recorder("two", calls));
    server.then(json(MAP), answer(404, "", ""), json(MAP));
    client.observing(both).create(ConfigMap.named("shop", "a"));
    assertThatThrownBy(() -> maps.observing(both).delete("b"))
        .isInstanceOf(ApiException.NotFound.class);
    maps.observing(both).delete("a");
    assertThat(calls)
        .containsExactly(
            "one stored a",
            "two stored a",
            "one deleted b",
            "two deleted b",
            "one deleted a",
            "two deleted a");
  }

  private record Recorder(String name, List<String> calls) implements WriteListener {
    @Override
    public void stored(Kind<?> kind, @Nullable KubernetesObject sent, KubernetesObject answered) {
      calls.add(name + " stored " + answered.name());
    }

    @Override
    public void deleted(Kind<?> kind, ObjectKey key, String uid, @Nullable KubernetesObject last) {
      calls.add(name + " deleted " + key.name());
    }
  }

  @Test
  void readerWithoutACacheIsLive() {
    server.then(json(MAP));
    assertThat(client.live()).isSameAs(client);
    Optional<ConfigMap> found =
        client.findCachedOrLive(Kind.of(ConfigMap.class), ObjectKey.of("shop", "a"));
    assertThat(found).isPresent();
    assertThat(client.kindOf(found.orElseThrow()).plural()).isEqualTo("configmaps");
  }

  @Test
  void listQueryJoinsItsOptions() {
    ListQuery query =
        ListQuery.of(
            ListOption.in("shop"),
            ListOption.label("app", "web"),
            ListOption.matching(Selector.parse("tier in (a,b)")),
            ListOption.indexed("byNode", "n1"),
            ListOption.limit(3));
    ConfigMap web =
        ConfigMap.named("shop", "a")
            .with(m -> m.metadata(o -> o.labels(Map.of("app", "web", "tier", "a"))));
    assertThat(query.selects(web)).isTrue();
    assertThat(query.selects(ConfigMap.named("shop", "a"))).isFalse();
    assertThat(query.selects(web.with(m -> m.metadata(o -> o.namespace("mall"))))).isFalse();
    assertThat(query.indexes()).containsExactly(new ListOption.Indexed("byNode", "n1"));
    assertThat(query.limit()).isEqualTo(3);
    assertThat(query.namespace()).contains("shop");
  }

  @Test
  void requestOfATransportKeepsItsLimits() {
    Transport.Request request =
        Transport.Request.of("GET", "/x")
            .with(r -> r.callTimeout(Duration.ofSeconds(3)).longRunning(true));
    assertThat(request.callTimeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(request.longRunning()).isTrue();
    assertThat(request.with(_ -> {}).longRunning()).isTrue();
  }

  @Test
  void optionsSayWhatTheyAskFor() {
    assertThat(ListOptions.defaults().with(o -> o.resourceVersion("7", "Exact")))
        .returns("Exact", ListOptions::resourceVersionMatch);
    assertThat(WatchOptions.defaults().bookmarks()).isTrue();
    assertThat(WatchOptions.defaults().with(o -> o.bookmarks(false)).bookmarks()).isFalse();
  }
}
