package dev.drover.schema;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoYamlErrorsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: [b | yaml: line 1: did not find expected ',' or ']'",
        "a:~\tb: c | yaml: line 2: found character that cannot start any token",
        "a: b: c | yaml: mapping values are not allowed in this context",
        "x: y~a: b: c | yaml: line 2: mapping values are not allowed in this context",
        "a: } | yaml: did not find expected node content",
        "b: c~a: *x | yaml: unknown anchor 'x' referenced",
      })
  void brokenYamlIsReportedInGoWords(String yaml, String message) {
    byte[] bytes = yaml.replace('~', '\n').getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> TypedForm.yamlToJson(bytes)).hasMessage(message);
  }
}
