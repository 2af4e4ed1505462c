package dev.drover.runtime.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WarningsTest {
  @Test
  void warningsAreDeduplicatedEscapedAndCutAsByAnApiServer() {
    assertThat(Warnings.of(List.of("a\nb", "", "a b", "c"))).containsExactly("a b", "c");
    String longOne = "x".repeat(4000);
    assertThat(Warnings.of(List.of(longOne))).containsExactly(longOne);
    List<String> cut = Warnings.of(List.of(longOne, "y".repeat(300), "short"));
    assertThat(cut).containsExactly("x".repeat(256), "y".repeat(256), "short");
    List<String> many =
        IntStream.range(0, 30).mapToObj(i -> "%02d".formatted(i).repeat(200)).toList();
    assertThat(Warnings.of(many)).hasSize(16);
  }
}
