package dev.drover.server.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.GroupVersionKind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KindSchemasTest {
  private static @Nullable Object at(Map<String, @Nullable Object> schema, String... path) {
    Object value = schema;
    for (String name : path) {
      value = value instanceof Map<?, ?> map ? map.get(name) : null;
    }
    return value;
  }

  private static Map<String, @Nullable Object> schema(String group, String version, String kind) {
    return KindSchemas.of(new GroupVersionKind(group, version, kind), List.of()).orElseThrow();
  }

  @Test
  void schemasOfOtherTypesStandWhereTheyAreReferredTo() {
    var deployment = schema("apps", "v1", "Deployment");
    assertThat(at(deployment, "properties", "spec", "properties", "replicas", "type"))
        .isEqualTo("integer");
    assertThat(at(deployment, "properties", "metadata", "properties", "name", "type"))
        .isEqualTo("string");
    assertThat(deployment.toString()).doesNotContain("$ref");
  }

  @Test
  void valueThatIsANumberOrATextCanBeAnything() {
    var service = schema("", "v1", "Service");
    assertThat(
            at(
                service,
                "properties",
                "spec",
                "properties",
                "ports",
                "items",
                "properties",
                "targetPort",
                "x-kubernetes-int-or-string"))
        .isEqualTo(true);
  }

  @Test
  void circlesEndInAnEmptyObject() {
    var definition = schema("apiextensions.k8s.io", "v1", "CustomResourceDefinition");
    Object inner =
        at(
            definition,
            "properties",
            "spec",
            "properties",
            "versions",
            "items",
            "properties",
            "schema",
            "properties",
            "openAPIV3Schema",
            "properties",
            "not");
    assertThat(inner).isEqualTo(Map.of("type", "object"));
  }

  @Test
  void kindThatNothingDefinesHasNoSchema() {
    assertThat(KindSchemas.of(new GroupVersionKind("example.com", "v1", "Cron"), List.of()))
        .isEmpty();
  }
}
