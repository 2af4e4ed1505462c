package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientConfigTest {
  @TempDir private Path folder;

  @Test
  void onlyTheServerIsNeeded() {
    ClientConfig config = ClientConfig.builder().server("https://one:6443").build();
    assertThat(config.server()).isEqualTo(URI.create("https://one:6443"));
    assertThat(config.namespace()).isEqualTo("default");
    assertThat(config.compression()).isTrue();
    assertThat(config.proxy()).isEmpty();
    assertThat(config.connectTimeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.context()).isEmpty();
    assertThat(config)
        .hasToString(
            "ClientConfig[https://one:6443, namespace default, the configuration made in code,"
                + " trusts the JDK's trust store, anonymous]");
  }

  @Test
  void serverIsNeeded() {
    assertThatThrownBy(() -> ClientConfig.builder().build())
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "the configuration made in code says no server; give its address as https://host:port");
  }

  @ParameterizedTest
  @CsvSource({
    "https://one, https://one",
    "https://one/, https://one",
    "https://one:6443/prefix/, https://one:6443/prefix",
    "https://one/a%20b?x=1#y, https://one/a%20b",
    "http://[::1]:8080/, http://[::1]:8080",
    "one:8080, http://one:8080",
    "https://jane:secret@one, https://one"
  })
  void serverAddressIsNormalised(String given, String kept) {
    assertThat(ClientConfig.builder().server(given).build().server()).hasToString(kept);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://secret@one", "https://", "https:///secret", "https://a b", "://"})
  void serverMustBeAnAddress(String server) {
    assertThatThrownBy(() -> ClientConfig.builder().server(server).build())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("https://host:port");
  }

  @Test
  void hostThatJavaCannotNameComesWithAWayOut() {
    assertThatThrownBy(() -> ClientConfig.builder().server("https://kind_control:6443").build())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("use the host's address and tls-server-name");
  }

  @Test
  void connectTimeoutIsNotNegative() {
    assertThatThrownBy(() -> ClientConfig.builder().connectTimeout(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("connectTimeout must not be negative");
  }

  @Test
  void changesLeaveTheOriginalAlone() {
    ClientConfig config = ClientConfig.builder().server("https://one").token("abc").build();
    ClientConfig other = config.with(changed -> changed.namespace("team").compression(false));
    assertThat(config.namespace()).isEqualTo("default");
    assertThat(other.namespace()).isEqualTo("team");
    assertThat(other.compression()).isFalse();
    assertThat(other.identity()).isEqualTo(config.identity());
    assertThat(config.with(c -> c.namespace("x")).namespace()).isEqualTo("x");
  }

  @Test
  void userAgentIsTheVersionUnlessSet() {
    ClientConfig config = ClientConfig.builder().server("https://one").build();
    assertThat(config.userAgent()).matches("drover/\\d\\S* \\(\\w+/\\w+\\) java/\\d+");
    assertThat(config.with(c -> c.userAgent("mine/1")).userAgent()).isEqualTo("mine/1");
  }

  @Test
  void textOfAConfigurationShowsNoSecret() {
    byte[] secret = "secret".getBytes(StandardCharsets.US_ASCII);
    ClientConfig config =
        ClientConfig.builder()
            .server("https://jane:secret@one")
            .token("secret")
            .clientCertificate(secret, secret)
            .certificateAuthority(secret)
            .proxy(URI.create("http://jane:secret@proxy:3128"))
            .impersonate(Impersonation.of("joe"))
            .build();
    assertThat(config.toString())
        .doesNotContain("secret")
        .contains("http://***@proxy:3128", "certificate from the client certificate given in code")
        .contains("token", "acting as 'joe'");
    assertThat(ClientConfig.builder().server("https://one").basicAuth("a", "secret").build())
        .asString()
        .doesNotContain("secret")
        .contains("user name and password");
    assertThat(config.identity().toString() + config.trust()).doesNotContain("secret");
  }

  @Test
  void readsAFileAndAContextOfIt() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("config"),
            """
            contexts:
            - {name: dev, context: {cluster: c, namespace: team}}
            clusters:
            - {name: c, cluster: {server: 'https://one'}}
            """);
    ClientConfig config = ClientConfig.fromKubeconfig(file, "dev");
    assertThat(config.source()).isEqualTo("context 'dev' of " + file);
    assertThat(config.namespace()).isEqualTo("team");
    assertThat(ClientConfig.fromKubeconfig(Files.readAllBytes(file), "dev").server())
        .isEqualTo(config.server());
    assertThat(ClientConfig.fromArgs("--kubeconfig=" + file, "--context", "dev", "-v").server())
        .isEqualTo(config.server());
    assertThatThrownBy(() -> ClientConfig.fromKubeconfig(file)).isInstanceOf(ConfigException.class);
  }
}
