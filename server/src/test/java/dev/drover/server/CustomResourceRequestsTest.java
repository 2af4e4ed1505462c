package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Requests to custom resources over HTTPS; expected responses are those of kube-apiserver 1.36.
class CustomResourceRequestsTest {
  private static final String CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String WIDGETS = "/apis/x.example.com/v1/namespaces/default/widgets";
  private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

  @AutoClose private final EmbeddedApiServer server = EmbeddedApiServer.start();
  @AutoClose private final Https admin = Https.asAdmin(server);

  @BeforeEach
  void define() throws Exception {
    var created =
        admin.post(
            CRDS,
            """
            {"metadata":{"name":"widgets.x.example.com"},"spec":{"group":"x.example.com",
            "scope":"Namespaced","names":{"plural":"widgets","kind":"Widget"},
            "versions":[{"name":"v1","served":true,"storage":true,
            "selectableFields":[{"jsonPath":".spec.color"}],
            "additionalPrinterColumns":[{"name":"C","type":"string","jsonPath":".spec.color"}],
            "subresources":{"status":{},"scale":{"specReplicasPath":".spec.replicas",
            "statusReplicasPath":".status.replicas"}},
            "schema":{"openAPIV3Schema":{"type":"object",
            "x-kubernetes-preserve-unknown-fields":true,"properties":{"spec":{"type":"object",
            "properties":{"color":{"type":"string"},"replicas":{"type":"integer"}}}}}}}]}}
            """);
    assertThat(created.status()).isEqualTo(201);
    Eventually.await(() -> assertThat(admin.get(WIDGETS).status()).isEqualTo(200));
  }

  @Test
  void openApiListsTheMediaTypesThatTheServerAccepts() throws Exception {
    var document = admin.get("/openapi/v3/apis/x.example.com/v1");
    String item = "/apis/x.example.com/v1/namespaces/{namespace}/widgets/{name}";
    assertThat(keys(document.at("paths", item, "patch", "requestBody", "content")))
        .containsExactlyInAnyOrder(
            "application/apply-patch+yaml",
            "application/json-patch+json",
            "application/merge-patch+json");
    assertThat(keys(document.at("paths", item, "put", "requestBody", "content")))
        .containsExactlyInAnyOrder("application/json", "application/yaml");
    assertThat(keys(document.at("paths", item, "get", "responses", "200", "content")))
        .containsExactlyInAnyOrder("application/json", "application/yaml");
    var second = admin.get("/openapi/v2");
    assertThat(second.at("paths", item, "patch", "consumes"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .doesNotContain("application/strategic-merge-patch+json");
  }

  @Test
  void openApiSchemaDescribesTheCommonFieldsAndTheSelectableOnes() throws Exception {
    var third = admin.get("/openapi/v3/apis/x.example.com/v1");
    String schema = "com.example.x.v1.Widget";
    for (String field : List.of("apiVersion", "kind", "metadata")) {
      assertThat(third.at("components", "schemas", schema, "properties", field, "description"))
          .as(field)
          .isNotNull();
    }
    for (String name : List.of(schema, schema + "List")) {
      assertThat(third.at("components", "schemas", name, "x-kubernetes-selectable-fields"))
          .isEqualTo(List.of(Map.of("fieldPath", "spec.color")));
    }
    var second = admin.get("/openapi/v2");
    assertThat(keys(second.at("definitions", schema)))
        .containsExactlyInAnyOrder(
            "type", "x-kubernetes-group-version-kind", "x-kubernetes-selectable-fields");
  }

  @Test
  void objectWithoutKindOrApiVersionIsA400() throws Exception {
    var noKind = admin.post(WIDGETS, "{\"metadata\":{\"name\":\"x\"}}");
    assertThat(noKind.status()).isEqualTo(400);
    assertThat(noKind.at("message"))
        .isEqualTo(
            "the object provided is unrecognized (must be of type Widget): Object 'Kind' is missing"
                + " in '{\"metadata\":{\"name\":\"x\"}}' ({\"metadata\":{\"name\":\"x\"}})");
    var noVersion = admin.post(WIDGETS, "{\"kind\":\"Widget\",\"metadata\":{\"name\":\"x\"}}");
    assertThat(noVersion.status()).isEqualTo(400);
    assertThat(noVersion.at("message"))
        .isEqualTo(
            "the API version in the data () does not match the expected API version"
                + " (x.example.com/v1)");
  }

  @Test
  void scaleIsReplacedWithoutAResourceVersion() throws Exception {
    create("{\"replicas\":1}");
    var scaled =
        admin.put(
            WIDGETS + "/x/scale",
            """
            {"apiVersion":"autoscaling/v1","kind":"Scale",
            "metadata":{"name":"x","namespace":"default"},"spec":{"replicas":3}}
            """);
    assertThat(scaled.status()).as(scaled.text()).isEqualTo(200);
    assertThat(admin.get(WIDGETS + "/x").at("spec", "replicas")).isEqualTo(3L);
  }

  @Test
  void jsonEscapesTheCharactersOfHtml() throws Exception {
    create("{\"color\":\"<a>&\\u2028\\u2029é\"}");
    String escaped = "\\u003ca\\u003e\\u0026\\u2028\\u2029é";
    assertThat(admin.get(WIDGETS + "/x").text()).contains(escaped);
    assertThat(admin.get(WIDGETS).text()).contains(escaped);
    assertThat(admin.get(WIDGETS + "/x?pretty=1").text()).contains(escaped);
    try (var events = admin.events(WIDGETS + "?watch=1&timeoutSeconds=5")) {
      assertThat(events.readLine()).contains(escaped);
    }
    assertThat(admin.get(WIDGETS + "/x").at("spec", "color")).isEqualTo("<a>&\u2028\u2029é");
  }

  @Test
  void columnWithoutDescriptionIsDescribedByItsPath() throws Exception {
    assertThat(admin.get(WIDGETS, "Accept", TABLE).at("columnDefinitions", "1", "description"))
        .isEqualTo("Custom resource definition column (in JSONPath format): .spec.color");
  }

  @Test
  void objectOfANamespacedKindWithoutANamespaceIsA404InText() throws Exception {
    var reply = admin.get("/apis/x.example.com/v1/widgets/x");
    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.text()).isEqualTo("404 page not found\n");
  }

  @Test
  void tableOfAReviewIsA406() throws Exception {
    var reply =
        admin.send(
            "POST",
            "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
            "{\"spec\":{\"resourceAttributes\":{\"verb\":\"get\",\"resource\":\"pods\"}}}",
            "Content-Type",
            "application/json",
            "Accept",
            TABLE);
    assertThat(reply.status()).isEqualTo(406);
  }

  private void create(String spec) throws Exception {
    var reply =
        admin.post(
            WIDGETS,
            "{\"apiVersion\":\"x.example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"x\"},"
                + "\"spec\":"
                + spec
                + "}");
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
  }

  private static Set<Object> keys(@Nullable Object map) {
    return Set.copyOf(((Map<?, ?>) Objects.requireNonNull(map)).keySet());
  }
}
