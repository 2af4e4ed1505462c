package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.GroupVersion;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpenApiTest {
  private static final GroupVersion APPS = new GroupVersion("apps", "v1");

  private final CannedServer server = CannedServer.empty();

  private void index(String path, String url) {
    server.answer(
        "/openapi/v3", "{\"paths\":{\"%s\":{\"serverRelativeURL\":\"%s\"}}}".formatted(path, url));
  }

  @Test
  void documentIsReadOnceForEachHash() {
    var openApi = OpenApi.over(server.rest());
    server.answer("/openapi/v3/apis/apps/v1", "{\"openapi\":\"3.0.0\"}");
    index("apis/apps/v1", "/openapi/v3/apis/apps/v1?hash=A");

    Map<String, Object> document = openApi.document(APPS).orElseThrow();
    assertThat(document).isEqualTo(Map.of("openapi", "3.0.0"));
    assertThat(openApi.document(APPS).orElseThrow()).isSameAs(document);
    assertThat(server.count("/openapi/v3/apis/apps/v1")).isEqualTo(1);
    assertThat(server.asked().get(1).target()).isEqualTo("/openapi/v3/apis/apps/v1?hash=A");
    assertThat(server.asked().get(1).headers().first("Accept")).contains("application/json");

    index("apis/apps/v1", "/openapi/v3/apis/apps/v1?hash=B");
    assertThat(openApi.document(APPS)).isPresent();
    assertThat(server.count("/openapi/v3/apis/apps/v1")).isEqualTo(2);
  }

  @Test
  void coreGroupHasItsOwnPath() {
    server.answer("/openapi/v3/api/v1", "{}");
    index("api/v1", "/openapi/v3/api/v1?hash=A");

    assertThat(OpenApi.over(server.rest()).document(new GroupVersion("", "v1"))).isPresent();
  }

  @Test
  void groupVersionThatIsNotThereHasNone() {
    index("api/v1", "/openapi/v3/api/v1?hash=A");

    assertThat(OpenApi.over(server.rest()).document(APPS)).isEmpty();
  }

  @Test
  void pathOfTheServersAddressStaysInFront() {
    var config = ClientConfig.builder().server("http://canned/clusters/one").build();
    var openApi = OpenApi.over(RestClient.over(config, server));
    server.answer("/clusters/one/openapi/v3/apis/apps/v1", "{}");
    server.answer("/elsewhere/apps", "{}");

    for (String url :
        new String[] {
          "/openapi/v3/apis/apps/v1?hash=A",
          "/clusters/one/openapi/v3/apis/apps/v1?hash=B",
          "/elsewhere/apps?hash=C"
        }) {
      server.answer(
          "/clusters/one/openapi/v3",
          "{\"paths\":{\"apis/apps/v1\":{\"serverRelativeURL\":\"%s\"}}}".formatted(url));
      assertThat(openApi.document(APPS)).as(url).isPresent();
    }
  }

  @Test
  void version2IsOneDocument() {
    server.answer("/openapi/v2", "{\"swagger\":\"2.0\"}");

    assertThat(OpenApi.over(server.rest()).documentV2()).isEqualTo(Map.of("swagger", "2.0"));
  }
}
