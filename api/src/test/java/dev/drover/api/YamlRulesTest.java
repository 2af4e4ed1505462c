package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import dev.drover.api.codec.TreeType;
import dev.drover.api.text.GoText;
import dev.drover.api.wire.JsonReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// YAML means to Drover what it means to kubectl: see the table `yaml.tsv`.
class YamlRulesTest {
  /// Where Drover reads something else, and on purpose.
  private static final Set<String> DIFFERENT =
      Set.of(
          // A key that is there twice is a mistake; kubectl's library takes the last one.
          "a: 1\na: 2\n",
          "a: {b: 1, b: 2}\n",
          "1: a\n'1': b\n",
          "true: a\nyes: b\n",
          "&k a: 1\n*k : 2\n",
          "x: &x {a: 1}\nz: &z {a: 2, c: 3}\ny:\n  <<: *x\n  <<: *z\n",
          // A mapping's own keys win over merged ones, wherever `<<` stands, as YAML has it.
          "x: &x {a: 1, b: 2}\ny: {b: 3, <<: *x}\n",
          // These three are between YAML 1.1 and 1.2: not line breaks any more.
          "a: \u0085b\n",
          "a: b\u2028c\n",
          "a: 'b\u0085c'\n",
          // Valid YAML 1.2 that the older library refuses.
          "k: |\n  \ta\n\n",
          "-\ta\n",
          "%YAML 1.2\n---\na: b\n",
          "%FOO bar\n---\na: b\n",
          "{\"a\": \"\\/\\u0041\"}\n",
          "x: &x [{a: 1}]\ny: {<<: *x}\n",
          "9223372036854775808: v\n",
          "k: !!timestamp abc\n");

  record Row(String document, String json) {
    @Override
    public String toString() {
      return GoText.quote(document);
    }
  }

  static List<Row> table() {
    return Observed.rows("yaml.tsv").stream()
        .map(row -> new Row(row.get(0), row.get(1)))
        .filter(row -> !DIFFERENT.contains(row.document()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("table")
  void everyDocumentIsReadAsKubectlReadsIt(Row row) {
    if (row.json().equals("error")) {
      assertThatThrownBy(() -> read(row.document())).isInstanceOf(DecodeException.class);
    } else {
      Object tree = read(row.document());
      assertThat(ofJson(TreeType.bytes(tree)))
          .isEqualTo(ofJson(row.json().getBytes(StandardCharsets.UTF_8)));
    }
  }

  @Test
  void everyDifferenceIsInTheTable() {
    assertThat(Observed.rows("yaml.tsv")).extracting(List::getFirst).containsAll(DIFFERENT);
  }

  @Test
  void keysOfTheMappingWinOverMergedOnesWhereverTheyStand() {
    assertThat(read("x: &x {a: 1, b: 2}\nz: {b: 3, <<: *x}\n"))
        .isEqualTo(Map.of("x", Map.of("a", 1L, "b", 2L), "z", Map.of("a", 1L, "b", 3L)));
  }

  @Test
  void yamlWordsMeanTheSameAsInKubectl() {
    assertThat(read("[0644, 0o644, 0x1F, 1_000, yes, on, No, ~, 1e3, 2024-01-02, '0644', 12:30]"))
        .asInstanceOf(LIST)
        .containsExactly(
            420L, 420L, 31L, 1000L, true, true, false, null, 1000.0, "2024-01-02", "0644", "12:30");
  }

  static @Nullable Object read(String yaml) {
    byte[] bytes = yaml.getBytes(StandardCharsets.UTF_8);
    return new YamlReader(new ByteArrayInputStream(bytes), "test.yaml", DecodeLimits.DEFAULT)
        .next()
        .orElse(null);
  }

  private static @Nullable Object ofJson(byte[] json) {
    return TreeType.read(JsonReader.over(json, 0, json.length, 256));
  }
}
