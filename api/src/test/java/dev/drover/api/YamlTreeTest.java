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

  @Test
  void linesAreFoundByPointer() {
    String text = "a:\n- {x: 1}\n- 2\nb/c:\n  d: &one\n    e: 3\nf: *one\n";
    assertThat(Yaml.lines(text.getBytes(StandardCharsets.UTF_8), "the file"))
        .isEqualTo(
            Map.of(
                "/a",
                1,
                "/a/0",
                2,
                "/a/0/x",
                2,
                "/a/1",
                3,
                "/b~1c",
                4,
                "/b~1c/d",
                5,
                "/b~1c/d/e",
                6,
                "/f",
                7));
  }
}
