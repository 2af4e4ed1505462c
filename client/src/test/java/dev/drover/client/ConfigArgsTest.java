package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigArgsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          ''                                       | -    | -     | -
          --kubeconfig /k                          | /k   | -     | -
          --kubeconfig=/k                          | /k   | -     | -
          -kubeconfig /k                           | /k   | -     | -
          -kubeconfig=/k                           | /k   | -     | -
          --context dev --namespace=team           | -    | dev   | team
          --context=arn:aws:eks:x/y=z              | -    | arn:aws:eks:x/y=z | -
          --namespace a --namespace b              | -    | -     | b
          --kubeconfig= --context=                 | -    | -     | -
          --verbose --workers 4 --context dev file | -    | dev   | -
          --kubeconfigs=/x --contexts y            | -    | -     | -
          -n team                                  | -    | -     | -
          --context dev -- --context other         | -    | dev   | -
          run --namespace -odd-                    | -    | -     | -odd-
          """)
  void readsFlagsAndLeavesTheRest(
      String line, String kubeconfig, String context, String namespace) {
    assertThat(ConfigArgs.parse(line.split(" ")))
        .isEqualTo(new ConfigArgs(kubeconfig, context, namespace));
  }

  @Test
  void flagAtTheEndNeedsAValue() {
    assertThatThrownBy(() -> ConfigArgs.parse("run", "--kubeconfig"))
        .isInstanceOf(ConfigException.class)
        .hasMessage("--kubeconfig needs a value: --kubeconfig=VALUE");
  }
}
