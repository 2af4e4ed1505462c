package dev.drover.crd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.CustomResource;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.Scope;
import dev.drover.api.crd.Crd;
import dev.drover.api.crd.Minimum;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Definitions as an OpenAPI document.
class OpenApiDocumentTest {
  @CustomResource(group = "test.dev", version = "v1")
  record Shop(ObjectMeta metadata, @Minimum(1) int tills) implements KubernetesObject {}

  @CustomResource(group = "test.dev", version = "v1", scope = Scope.CLUSTER)
  record Region(ObjectMeta metadata) implements KubernetesObject {}

  private static final OpenApiDocument DOCUMENT =
      OpenApiDocument.of(Crd.of(Shop.class), Crd.of(Region.class));

  @Test
  void documentHasTheSchemasAndPathsOfItsKinds() {
    Map<?, ?> schemas = (Map<?, ?>) ((Map<?, ?>) DOCUMENT.tree().get("components")).get("schemas");
    assertThat(schemas.keySet())
        .extracting(String::valueOf)
        .contains("dev.test.v1.Shop", "dev.test.v1.ShopList", "dev.test.v1.Region");
    assertThat(((Map<?, ?>) DOCUMENT.tree().get("paths")).keySet())
        .extracting(String::valueOf)
        .containsExactly(
            "/apis/test.dev/v1/namespaces/{namespace}/shops",
            "/apis/test.dev/v1/namespaces/{namespace}/shops/{name}",
            "/apis/test.dev/v1/regions",
            "/apis/test.dev/v1/regions/{name}");
  }

  @Test
  void validatorReadsTheDocument() {
    Validator validator = Validator.ofOpenApi(DOCUMENT.tree());
    Shop shop = new Shop(ObjectMeta.builder().name("a").build(), 0);
    assertThat(validator.validate(shop).message())
        .isEqualTo(Validator.of(Shop.class).validate(shop).message())
        .contains("should be greater than or equal to 1");
    Region region = new Region(ObjectMeta.builder().name("a").build());
    assertThat(validator.validate(region).isValid()).isTrue();
  }
}
