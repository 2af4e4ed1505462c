package dev.drover.client.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.Headers;
import dev.drover.client.ResourceClient;
import dev.drover.client.RestClient;
import dev.drover.client.Transport;
import dev.drover.model.core.v1.ConfigMap;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Lists whose version the server forgets between two pages.
class PagerTest {
  private final Deque<String> answers = new ArrayDeque<>();
  private final List<String> asked = new ArrayList<>();

  private Pager<ConfigMap> pager(String... scripted) {
    answers.addAll(Arrays.asList(scripted));
    Transport transport =
        new Transport() {
          @Override
          public Response send(Request request) {
            asked.add(request.target().replaceFirst("[^?]*\\?", ""));
            return Answer.of(answers.removeFirst());
          }

          @Override
          public void close() {}
        };
    ResourceClient<ConfigMap> maps =
        Client.over(RestClient.over(ClientConfig.of("http://canned"), transport))
            .resources(ConfigMap.class);
    return Pager.of(maps).pageSize(2);
  }

  private record Answer(int status, InputStream body) implements Transport.Response {
    static Answer of(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return new Answer(text.contains("Expired") ? 410 : 200, new ByteArrayInputStream(bytes));
    }

    @Override
    public Headers headers() {
      return Headers.EMPTY.with("Content-Type", "application/json");
    }

    @Override
    public void close() {}
  }

  private static String page(String token, String... names) {
    List<String> items = new ArrayList<>();
    for (String name : names) {
      items.add("{\"metadata\":{\"name\":\"" + name + "\"}}");
    }
    return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMapList\",\"metadata\":{\"resourceVersion\":\"7\",\"continue\":\""
        + token
        + "\"},\"items\":["
        + String.join(",", items)
        + "]}";
  }

  private static String expired(String token) {
    return "{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"Expired\",\"code\":410,\"message\":\"too"
               + " old\",\"metadata\":{\"continue\":\""
        + token
        + "\"}}";
  }

  private static List<String> names(Pager<ConfigMap> pager) {
    List<String> names = new ArrayList<>();
    pager.forEach(map -> names.add(map.name()));
    return names;
  }

  @Test
  void pagesAreReadInOrder() {
    assertThat(names(pager(page("t1", "a", "b"), page("t2", "c"), page("", "d"))))
        .containsExactly("a", "b", "c", "d");
    assertThat(asked).containsExactly("limit=2", "continue=t1&limit=2", "continue=t2&limit=2");
  }

  @Test
  void forEachContinuesAfterTheLastObjectWhenAPageHasExpired() {
    assertThat(names(pager(page("t1", "a", "b"), expired("now"), page("", "c"))))
        .containsExactly("a", "b", "c");
    assertThat(asked).last().isEqualTo("continue=now&limit=2");
  }

  @Test
  void forEachFailsWhenTheServerCannotGoOn() {
    assertThatThrownBy(() -> names(pager(page("t1", "a"), expired(""))))
        .isInstanceOf(ApiException.Expired.class);
  }

  @Test
  void listIsReadAgainInOnePieceWhenAPageHasExpired() {
    var list = pager(page("t1", "a", "b"), expired("now"), page("", "a", "b", "c")).list();
    assertThat(list.items()).extracting(ConfigMap::name).containsExactly("a", "b", "c");
    assertThat(asked).containsExactly("limit=2", "continue=t1&limit=2", "/api/v1/configmaps");
  }

  @Test
  void listHasAllPagesAndTheVersionOfTheFirst() {
    var list = pager(page("t1", "a", "b"), page("", "c")).list();
    assertThat(list.items()).hasSize(3);
    assertThat(list.resourceVersion()).isEqualTo("7");
    assertThat(list.continueToken()).isEmpty();
  }
}
