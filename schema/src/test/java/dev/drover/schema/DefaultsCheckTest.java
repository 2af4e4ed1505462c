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
    return DefaultsCheck.errors(schema, FieldPath.of("s")).stream()
        .map(FieldError::message)
        .toList();
  }

  @Test
  void aDefaultMustBeWhatTheSchemaLetsPass() {
    assertThat(complaints("\"a\":{\"type\":\"integer\",\"maximum\":3,\"default\":3}")).isEmpty();
    assertThat(complaints("\"a\":{\"type\":\"integer\",\"maximum\":3,\"default\":5}"))
        .containsExactly(
            "s.properties[a].default: Invalid value: 5:  in body should be less than or equal to"
                + " 3");
  }

  @Test
  void aDefaultMustHaveNoFieldsThatWouldBePruned() {
    assertThat(complaints("\"a\":{\"type\":\"object\",\"default\":{\"b\":1}}"))
        .containsExactly(
            "s.properties[a].default: Invalid value: {\"b\":1}: must not have unknown fields");
  }

  @Test
  void defaultsOfItemsAreLookedAtToo() {
    String items = "\"items\":{\"type\":\"string\",\"default\":1}";
    assertThat(complaints("\"a\":{\"type\":\"array\"," + items + "}"))
        .containsExactly(
            "s.properties[a].items.default: Invalid value: \"integer\":  in body must be of type"
                + " string: \"integer\"");
  }
}
