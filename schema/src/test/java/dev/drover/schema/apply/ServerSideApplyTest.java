package dev.drover.schema.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.RawExtension;
import dev.drover.schema.SchemaTable;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ServerSideApplyTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = NOW.plusSeconds(60);

  private final ServerSideApply deployments =
      main(new GroupVersionKind("apps", "v1", "Deployment"));

  private static ServerSideApply main(GroupVersionKind kind) {
    var structure = SchemaTable.builtIn().structure(kind).orElseThrow();
    return new ServerSideApply(
        kind, "", FieldFilter.without("status"), Versions.only(kind.apiVersion(), structure));
  }

  private static Map<String, @Nullable Object> tree(String json) {
    return Shape.map(RawExtension.ofJson(json).tree());
  }

  private static String json(@Nullable Object tree) {
    return new String(RawExtension.ofTree(tree).raw().toByteArray(), StandardCharsets.UTF_8);
  }

  private static String deployment(String spec) {
    return """
    {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"a","uid":"1"},"spec":%s}
    """
        .formatted(spec);
  }

  @Test
  void whoCreatesOwnsWhatNoEmptyObjectHas() {
    var created =
        deployments.update(
            null,
            tree(
                deployment(
                    """
                    {"replicas":1,"selector":{"matchLabels":{"a":"b"}},"strategy":{"type":"Recreate"},
                     "template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}
                    """)),
            "me",
            NOW);
    assertThat(json(Shape.map(created.get("metadata")).get("managedFields")))
        .isEqualTo(
            """
            [{"apiVersion":"apps/v1","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{"f:replicas":{},\
            "f:selector":{},"f:strategy":{"f:type":{}},"f:template":{"f:metadata":{"f:labels":{".":{},"f:a":{}}},\
            "f:spec":{"f:containers":{"k:{\\"name\\":\\"c\\"}":{".":{},"f:image":{},"f:name":{}}}}}}},\
            "manager":"me","operation":"Update","time":"2026-01-01T00:00:00Z"}]\
            """);
  }

  @Test
  void toChangeWhatOthersOwnIsAConflict() {
    var live =
        deployments.update(null, tree(deployment("{\"replicas\":1,\"paused\":true}")), "me", NOW);
    assertThatThrownBy(
            () ->
                deployments.apply(live, tree(deployment("{\"replicas\":2}")), "you", false, LATER))
        .isInstanceOf(ApplyConflictException.class)
        .hasMessage(
            "Apply failed with 1 conflict: conflict with \"me\" using apps/v1: .spec.replicas");
    var forced = deployments.apply(live, tree(deployment("{\"replicas\":2}")), "you", true, LATER);
    assertThat(json(forced.get("spec"))).isEqualTo("{\"paused\":true,\"replicas\":2}");
  }
}
