package dev.drover.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
  @Test
  void optionsHaveValuesAndSwitchesHaveNone() {
    Arguments arguments = parse("--server", "https://x", "--insecure", "--pods", "12");

    assertThat(arguments.find("server")).contains("https://x");
    assertThat(arguments.has("insecure")).isTrue();
    assertThat(arguments.number("pods", 1)).isEqualTo(12);
    assertThat(arguments.number("rounds", 3)).isEqualTo(3);
  }

  @Test
  void unknownArgumentsAreRefused() {
    assertThatThrownBy(() -> parse("--sever", "x")).hasMessage("no option '--sever'");
    assertThatThrownBy(() -> parse("x")).hasMessage("no option 'x'");
    assertThatThrownBy(() -> parse("--server")).hasMessage("--server needs a value");
  }

  private static Arguments parse(String... args) {
    return Arguments.parse(args, Set.of("server", "pods", "rounds"), Set.of("insecure"));
  }
}
