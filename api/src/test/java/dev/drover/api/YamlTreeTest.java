package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class YamlTreeTest {
  private static Map<String, ?> read(String text) {
    return Yaml.readTree(text.getBytes(StandardCharsets.UTF_8), "the file");
  }

  @Test
  void readsWhatIsNoObject() {
    assertThat(read("a: [1, true, x, 1.5]\nb: {c: null}\n---\nsecond: document\n"))
        .hasToString("{a=[1, true, x, 1.5], b={c=null}}");
    assertThat(read("{\n\t\"a\":\t[\"x\"]\n}")).isEqualTo(Map.of("a", List.of("x")));
  }

  @Test
  void nothingIsAnEmptyTree() {
    assertThat(read("")).isEmpty();
    assertThat(read("# only a comment\n")).isEmpty();
  }

  @Test
  void errorsNameTheSourceAndShowNoContent() {
    assertThatThrownBy(() -> read("secret"))
        .isInstanceOf(DecodeException.class)
        .hasMessage("the file: expected a mapping of names to values");
    assertThatThrownBy(() -> read("a: [secret"))
        .isInstanceOf(DecodeException.class)
        .hasMessageStartingWith("the file:")
        .message()
        .doesNotContain("secret");
  }

  @Test
  void treeCannotBeChanged() {
    assertThatThrownBy(() -> read("a: 1").clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
