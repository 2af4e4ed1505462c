package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.GroupVersionResource;
import dev.drover.api.Kind;
import dev.drover.api.ObjectMeta;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class SharedClientFactoryTest {
  private static final GroupVersionKind ICECREAM =
      new GroupVersionKind("shop.example.com", "v1", "Icecream");

  private final CannedServer server = CannedServer.withDiscovery();
  private final ManualTime clock = new ManualTime();
  private final SharedClientFactory factory =
      SharedClientFactory.over(Client.over(server.rest(clock)));

  @Test
  void everyWayToAKindLeadsToTheSameClient() {
    ResourceClient<DynamicObject> client = factory.forKind(ICECREAM);
    var object = DynamicObject.of(new RestMapperTest.Icecream(ObjectMeta.builder().build()));

    assertThat(factory.forKind(ICECREAM)).isSameAs(client);
    assertThat(factory.forResource(new GroupVersionResource("shop.example.com", "v1", "icecreams")))
        .isSameAs(client);
    assertThat(factory.forResource(new GroupVersionResource("", "", "ice"))).isSameAs(client);
    assertThat(factory.forObject(object)).isSameAs(client);
    assertThat(client.kind().plural()).isEqualTo("icecreams");
  }

  @Test
  void javaTypesHaveClientsOfTheirOwn() {
    ResourceClient<RestMapperTest.Icecream> typed = factory.forKind(RestMapperTest.Icecream.class);

    assertThat(factory.forKind(Kind.of(RestMapperTest.Icecream.class))).isSameAs(typed);
    assertThat(factory.forObject(new RestMapperTest.Icecream(ObjectMeta.builder().build())))
        .isSameAs(typed);
    assertThat((Object) factory.forKind(ICECREAM)).isNotSameAs(typed);
  }

  @Test
  void manyThreadsGetOneClient() {
    Set<Object> clients = ConcurrentHashMap.newKeySet();
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 200; i++) {
        pool.submit(() -> clients.add(factory.forKind(ICECREAM)));
      }
    }

    assertThat(clients).hasSize(1);
    assertThat(server.count("/apis")).isEqualTo(1);
  }

  @Test
  void missingKindFailsEveryUseUntilItIsServed() {
    String all = CannedServer.documents().get("aggregated /apis");
    server.answer("aggregated /apis", all.replace("shop.example.com", "shut.example"));
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> factory.forKind(RestMapperTest.Icecream.class))
          .isInstanceOf(MappingException.NoMatch.class)
          .hasMessageContaining("no kind 'Icecream.shop.example.com' in version v1");
    }
    server.answer("aggregated /apis", all);
    clock.advance(RestMapper.MISS_LIFE);

    assertThat(factory.forKind(RestMapperTest.Icecream.class).kind().plural())
        .isEqualTo("icecreams");
  }

  @Test
  void agentIsSentByTheFactoryMadeForIt() {
    SharedClientFactory other = factory.withUserAgent("icecream-controller");
    factory.forKind(ICECREAM);
    server.answer(
        "/apis/shop.example.com/v1/namespaces/shop/icecreams/cone",
        "{\"apiVersion\":\"shop.example.com/v1\",\"kind\":\"Icecream\",\"metadata\":{\"name\":\"cone\"}}");

    other.forKind(ICECREAM).inNamespace("shop").get("cone");

    assertThat(server.asked().getLast().headers().first("User-Agent"))
        .contains("icecream-controller");
    assertThat(server.count("/apis")).isEqualTo(1);
  }

  @Test
  void healthIsWhetherTheServerAnswers() {
    assertThat(factory.isHealthy()).isTrue();

    server.before(
        (request, next) -> {
          throw new IOException("the line is dead");
        });

    assertThat(factory.isHealthy()).isFalse();
  }
}
