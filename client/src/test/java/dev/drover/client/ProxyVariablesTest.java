package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class ProxyVariablesTest {

  private static ConfigEnvironment around(Map<String, String> variables) {
    return new ConfigEnvironment(variables::get, Path.of("x"), Path.of("x"), TimeSource.system());
  }

  @ParameterizedTest
  @CsvFileSource(resources = "proxies.txt", delimiter = '|', nullValues = "-")
  void proxyIsTheOneThatGoChooses(
      String https, String http, String except, String server, String proxy) {
    ProxyVariables variables = new ProxyVariables(text(https), text(http), text(except));
    assertThat(variables.proxyFor(URI.create(server)).map(URI::toString).orElse(null))
        .isEqualTo(proxy);
  }

  private static String text(String value) {
    return value == null ? "" : value;
  }

  @Test
  void variablesInCapitalsHavePrecedence() {
    ProxyVariables variables =
        ProxyVariables.of(
            around(Map.of("https_proxy", "small", "HTTPS_PROXY", "big", "no_proxy", "x")));
    assertThat(variables).isEqualTo(new ProxyVariables("big", "", "x"));
  }

  @Test
  void wrongProxyNamesTheVariableAndNoPassword() {
    ProxyVariables variables = new ProxyVariables("ftp://jane:secret@p", "", "");
    assertThatThrownBy(() -> variables.proxyFor(URI.create("https://one")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "the proxy of the variable HTTPS_PROXY must be http://host:port, https://host:port or"
                + " socks5://host:port, found ftp://***@p");
  }
}
