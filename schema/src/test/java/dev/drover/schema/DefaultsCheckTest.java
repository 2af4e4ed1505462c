package dev.drover.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.RawExtension;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DefaultsCheckTest {
  private static List<String> complaints(String properties) {
    String json = "{\"type\":\"object\",\"properties\":{%s}}".formatted(properties);
    var schema = (Map<?, ?>) RawExtension.ofJson(json).tree();
    return DefaultsCheck.errors(schema, FieldPath.of("s"), DefaultsCheckTest::unnamed).stream()
        .map(FieldError::message)
        .toList();
  }

  /// A stand-in for the rules of the server: objects are called `ok`.
  private static List<FieldError> unnamed(Object value, Map<?, ?> schema, FieldPath at) {
    boolean isObject = Boolean.TRUE.equals(schema.get("x-kubernetes-embedded-resource"));
    String name = isObject ? TreeNode.view((Map<?, ?>) value).at("metadata").text("name") : "";
    return name.isEmpty() || name.equals("ok")
        ? List.of()
        : List.of(FieldError.invalid(at.child("metadata").child("name"), name, "is not ok"));
  }

  private static String embedded(String fields) {
    return "\"a\":{\"type\":\"object\",\"x-kubernetes-embedded-resource\":true," + fields + "}";
  }

  @Test
  void defaultInMetadataMustPassValidation() {
    String name =
        embedded(
            "\"properties\":{\"metadata\":{\"type\":\"object\",\"properties\":{"
                + "\"name\":{\"type\":\"string\",\"default\":%s}}}}");

    assertThat(complaints(name.formatted("\"ok\""))).isEmpty();
    assertThat(complaints(name.formatted("\"no\"")))
        .containsExactly(
            "s.properties[a].properties[metadata].properties[name].default: Invalid value:"
                + " \"no\": must result in valid metadata: metadata.name: Invalid value: \"no\":"
                + " is not ok");
    assertThat(complaints(name.formatted("3")))
        .containsExactly(
            "s.properties[a].properties[metadata].properties[name].default: Invalid value: 3:"
                + " must result in valid metadata: metadata: Invalid value: {\"name\":3}: json:"
                + " cannot unmarshal number into Go struct field ObjectMeta.name of type string");
  }

  @Test
  void defaultOfAnEmbeddedObjectMustPassValidation() {
    assertThat(complaints(embedded("\"default\":{\"metadata\":{\"name\":\"no\"}}")))
        .containsExactly("s.properties[a].default.metadata.name: Invalid value: \"no\": is not ok");
  }

  @Test
  void defaultMustPassItsSchema() {
    assertThat(complaints("\"a\":{\"type\":\"integer\",\"maximum\":3,\"default\":3}")).isEmpty();
    assertThat(complaints("\"a\":{\"type\":\"integer\",\"maximum\":3,\"default\":5}"))
        .containsExactly(
            "s.properties[a].default: Invalid value: 5:  in body should be less than or equal to"
                + " 3");
  }

  @Test
  void defaultMustHaveNoFieldsThatWouldBePruned() {
    assertThat(complaints("\"a\":{\"type\":\"object\",\"default\":{\"b\":1}}"))
        .containsExactly(
            "s.properties[a].default: Invalid value: {\"b\":1}: must not have unknown fields");
  }

  @Test
  void defaultsOfListItemsAreChecked() {
    String items = "\"items\":{\"type\":\"string\",\"default\":1}";
    assertThat(complaints("\"a\":{\"type\":\"array\"," + items + "}"))
        .containsExactly(
            "s.properties[a].items.default: Invalid value: \"integer\":  in body must be of type"
                + " string: \"integer\"");
  }
}
