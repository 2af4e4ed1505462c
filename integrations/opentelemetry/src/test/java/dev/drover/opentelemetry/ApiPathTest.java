package dev.drover.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiPathTest {
  @ParameterizedTest
  @CsvSource({
    "/api/v1/pods, pods",
    "/api/v1/namespaces/shop/pods, pods",
    "/api/v1/namespaces/shop/pods/a, pods",
    "/api/v1/namespaces/shop/pods/a/status, pods/status",
    "/api/v1/namespaces/shop, namespaces",
    "/apis/apps/v1/namespaces/shop/deployments/a/scale, deployments/scale",
    "/apis/example.com/v1/cones/a/status, cones/status",
    "/apis/apps/v1, /apis/apps/v1",
    "/version, /version",
    "/, /"
  })
  void spanIsNamedAfterTheResource(String path, String resource) {
    assertThat(ApiPath.resource(path)).isEqualTo(resource);
  }
}
