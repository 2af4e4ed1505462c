package dev.drover.client;

import static dev.drover.client.ScriptedServer.answer;
import static dev.drover.client.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.drover.api.GroupVersion;
import dev.drover.api.Status;
import dev.drover.api.StatusDetails;
import dev.drover.model.core.v1.ConfigMap;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Answers that are wrong on purpose: each call ends, with an error that says why.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileAnswersTest {
  private static final String JSON = "Content-Type: application/json\r\n";

  private final ScriptedServer server = new ScriptedServer();
  private final RestClient rest =
      RestClient.of(server.config().with(c -> c.limits(l -> l.object(1 << 20).list(4 << 20))))
          .withPause(_ -> {});
  private final Client client = Client.over(rest);
  private final ResourceClient<ConfigMap> maps =
      client.resources(ConfigMap.class).inNamespace("shop");

  @AfterEach
  void close() {
    rest.close();
    server.close();
  }

  private static ApiException tooMany(int seconds) {
    return ApiException.of(
        "get",
        Status.builder()
            .status("Failure")
            .code(429)
            .details(StatusDetails.builder().retryAfterSeconds(seconds).build())
            .build());
  }

  @ParameterizedTest
  @CsvSource({"1, PT1S", "3600, PT1H", "3601, PT1H", "2147483647, PT1H"})
  void waitThatTheServerAsksForIsAnHourAtMost(int seconds, Duration wait) {
    assertThat(tooMany(seconds).retryAfter()).contains(wait);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void waitOfNothingOrLessIsNone(int seconds) {
    assertThat(tooMany(seconds).retryAfter()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "7, PT7S",
    "999999999, PT1H",
    "99999999999999999999,",
    "-5,",
    "1.5,",
    "'Wed, 21 Oct 2065 07:28:00 GMT',",
    "'Wed, 21 Oct 2015 07:28:00 GMT',",
    "'',",
    "١٢,"
  })
  void retryAfterHeaderIsAWholeNumberOfSecondsOrNothing(String header, Duration wait) {
    server.then(answer(429, "Retry-After: " + header + "\r\n", "busy"));
    assertThatThrownBy(() -> maps.retrying(0).get("a"))
        .isInstanceOfSatisfying(
            ApiException.TooManyRequests.class,
            e -> assertThat(e.retryAfter()).isEqualTo(Optional.ofNullable(wait)));
  }

  @Test
  void pageThatNamesItselfAsTheNextOneEndsAStream() {
    String page =
        "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"continue\":\"again\"},"
            + "\"items\":[{\"metadata\":{\"name\":\"a\"}}]}";
    server.then(json(page), json(page), json(page), json(page));
    assertThatThrownBy(() -> maps.stream(ListOptions.defaults()).limit(100).toList())
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("names itself as the next");
  }

  @Test
  void compressedErrorBodyOfAnySizeIsCut() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      byte[] block = "x".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < 300; i++) {
        out.write(block);
      }
    }
    server.then(
        peer -> {
          peer.write(
              ScriptedServer.bytes(
                  "HTTP/1.1 500 No\r\nContent-Encoding: gzip\r\nContent-Length: "
                      + packed.size()
                      + "\r\n\r\n"));
          peer.write(packed.toByteArray());
          return true;
        });
    assertThat(catchThrowable(() -> maps.get("a")))
        .isInstanceOf(ApiException.class)
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(10_000));
  }

  @Test
  void errorBodyNestedDeeplyIsAnErrorAsAnyOther() {
    String deep = "[".repeat(200_000) + "]".repeat(200_000);
    server.then(answer(500, JSON, "{\"kind\":\"Status\",\"details\":" + deep + "}"));
    assertThatThrownBy(() -> maps.get("a")).isInstanceOf(ApiException.ServerError.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\":\"Status\",\"status\":\"Failure\",\"code\":999999999999}",
        "{\"kind\":\"Status\",\"status\":\"Failure\",\"code\":-1}",
        "{\"kind\":\"Status\",\"status\":\"Failure\",\"code\":200}",
        "{\"kind\":\"Status\",\"status\":\"Success\",\"code\":200}",
        "{\"kind\":\"Status\",\"status\":\"Failure\",\"details\":{\"retryAfterSeconds\":1e400}}",
        "{\"kind\":\"Status\",\"status\":[1]}",
        "\\u0000",
        ""
      })
  void failureStaysAFailureWhateverItsBodySays(String body) {
    server.then(answer(503, JSON, body));
    assertThatThrownBy(() -> maps.get("a")).isInstanceOf(ApiException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{\"kind\":\"APIGroupDiscoveryList\",\"items\":17}",
        "{\"kind\":\"APIGroupDiscoveryList\",\"items\":[17]}",
        "{\"kind\":\"APIGroupDiscoveryList\",\"items\":[{\"versions\":[{\"resources\":[{}]}]}]}",
        "{\"kind\":\"APIVersions\",\"versions\":[null, 5]}",
        "{\"versions\":\"v1\"}",
        "<html>"
      })
  void discoveryOfNonsenseEndsWithAClearError(String document) {
    for (int i = 0; i < 40; i++) {
      server.then(json(document));
    }
    Throwable failure = catchThrowable(() -> client.discovery().groupsAndResources());
    if (failure != null) {
      assertThat(failure).isInstanceOf(KubernetesException.class);
    }
  }

  @Test
  void discoveryDocumentNestedDeeplyIsAnError() {
    String deep = "{\"items\":" + "[".repeat(300_000) + "]".repeat(300_000) + "}";
    for (int i = 0; i < 10; i++) {
      server.then(json(deep));
    }
    assertThat(catchThrowable(() -> client.discovery().groupsAndResources()))
        .isInstanceOf(KubernetesException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "{\"paths\":17}", "{\"paths\":{\"api/v1\":[]}}", "<html>", ""})
  void openApiOfNonsenseEndsWithAClearError(String document) {
    server.then(json(document), json(document), json(document));
    Throwable failure = catchThrowable(() -> client.openApi().document(new GroupVersion("", "v1")));
    if (failure != null) {
      assertThat(failure).isInstanceOf(KubernetesException.class);
    }
  }

  @Test
  void kubeconfigWhoseAliasesExplodeIsRefused() {
    StringBuilder yaml = new StringBuilder("a0: &a0 [x]\n");
    for (int i = 1; i < 12; i++) {
      String before = "*a" + (i - 1);
      String all = String.join(",", Collections.nCopies(9, before));
      yaml.append("a" + i + ": &a" + i + " [" + all + "]\n");
    }
    byte[] bytes =
        yaml.append("apiVersion: v1\nkind: Config\n").toString().getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> ClientConfig.fromKubeconfig(bytes))
        .isInstanceOf(ConfigException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "\u0000", "[", "- a", "17", "clusters: 5", "clusters: [{name: [1]}]", "{{{{"})
  void kubeconfigOfNonsenseIsAConfigException(String text) {
    assertThatThrownBy(() -> ClientConfig.fromKubeconfig(text.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(ConfigException.class);
  }

  @Test
  void kubeconfigNestedDeeplyIsAConfigException() {
    byte[] deep = ("clusters: " + "[".repeat(100_000)).getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> ClientConfig.fromKubeconfig(deep)).isInstanceOf(ConfigException.class);
  }
}
