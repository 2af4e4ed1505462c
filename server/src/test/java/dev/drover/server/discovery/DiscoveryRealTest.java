package dev.drover.server.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Clients cannot tell from discovery whether they talk to kube-apiserver or to us.
@Tag("real")
class DiscoveryRealTest {
  private static final String JSON = "application/json";
  private static final String AGGREGATED =
      JSON + ";g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

  private static TwoServers servers;

  @BeforeAll
  static void start() throws Exception {
    servers = TwoServers.start(false);
  }

  @AfterAll
  static void stop() {
    servers.close();
  }

  @Test
  void discoveryDocumentsEqualThoseOfTheRealServer() throws Exception {
    List<String> paths = new ArrayList<>(List.of("/apis", "/apis/", "/api/v1"));
    Map<?, ?> root = (Map<?, ?>) servers.real("/", JSON).tree();
    for (Object path : (List<?>) root.get("paths")) {
      if (path.toString().startsWith("/apis/")) {
        paths.add(path.toString());
      }
    }
    assertThat(paths).hasSizeGreaterThan(40);
    for (String path : paths) {
      assertThat(servers.ours(path, JSON).text())
          .as(path)
          .isEqualTo(servers.real(path, JSON).text());
    }
  }

  @Test
  void rootListsTheSameGroups() throws Exception {
    Map<?, ?> real = (Map<?, ?>) servers.real("/", JSON).tree();
    Map<?, ?> ours = (Map<?, ?>) servers.ours("/", JSON).tree();
    assertThat(withoutHealth(ours)).isSubsetOf(withoutHealth(real));
    assertThat(withoutHealth(ours).stream().filter(path -> path.startsWith("/api")))
        .containsExactlyElementsOf(
            withoutHealth(real).stream().filter(path -> path.startsWith("/api")).toList());
  }

  private static List<String> withoutHealth(Map<?, ?> root) {
    return ((List<?>) root.get("paths")).stream().map(Object::toString).toList();
  }

  @Test
  void coreVersionsDifferOnlyInTheServerAddress() throws Exception {
    String address = "\"serverAddress\":\"[^\"]*\"";
    assertThat(servers.ours("/api", JSON).text().replaceAll(address, ""))
        .isEqualTo(servers.real("/api", JSON).text().replaceAll(address, ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api", "/apis"})
  void aggregatedDocumentsAreEqualAndCacheableByEtag(String path) throws Exception {
    TwoServers.Reply real = servers.real(path, AGGREGATED);
    TwoServers.Reply ours = servers.ours(path, AGGREGATED);
    assertThat(ours.tree()).isEqualTo(real.tree());
    for (String header : List.of("Content-Type", "Vary", "Cache-Control", "Etag")) {
      assertThat(ours.header(header)).as(header).isEqualTo(real.header(header));
    }

    TwoServers.Reply again =
        servers.ours(
            "GET", path, "", Map.of("Accept", AGGREGATED, "If-None-Match", ours.header("Etag")));
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.text()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /apis/foo     | application/json
          /apis/apps    | application/yaml
          /apis/apps    | text/html
          /apis/apps/v1 | application/vnd.kubernetes.protobuf
          /apis         | application/vnd.kubernetes.protobuf
          /apis         | application/vnd.kubernetes.protobuf;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList
          /apis         | application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList
          /apis         | application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json
          """)
  void otherPathsAndFormatsGetTheSameResponse(String path, String accept) throws Exception {
    TwoServers.Reply real = servers.real(path, accept);
    TwoServers.Reply ours = servers.ours(path, accept);
    assertThat(ours.status()).isEqualTo(real.status());
    assertThat(ours.header("Content-Type")).isEqualTo(real.header("Content-Type"));
    if (real.status() == 200) {
      assertThat(ours.text()).isEqualTo(real.text());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/apis/apps/v3", "/api/v2"})
  void versionsThatAreNotServedAreNotFound(String path) throws Exception {
    Map<?, ?> real = (Map<?, ?>) servers.real(path, JSON).tree();
    Map<?, ?> ours = (Map<?, ?>) servers.ours(path, JSON).tree();
    for (String field : List.of("kind", "status", "message", "reason", "code")) {
      assertThat(ours.get(field)).isEqualTo(real.get(field));
    }
  }

  @Test
  void versionDocumentsHaveTheSameShapeAndRelease() throws Exception {
    Map<?, ?> real = (Map<?, ?>) servers.real("/version", JSON).tree();
    Map<?, ?> ours = (Map<?, ?>) servers.ours("/version", JSON).tree();
    assertThat(ours.keySet()).isEqualTo(real.keySet());
    assertThat(ours.get("minor")).isEqualTo(real.get("minor"));
    assertThat(ours.get("gitVersion")).isEqualTo(real.get("gitVersion") + "+drover");
  }
}
