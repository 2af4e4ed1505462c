package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialsTest {
  private final ManualTime clock = new ManualTime();
  @TempDir private Path folder;

  private ClientConfig.Builder config() {
    return ClientConfig.builder().server("https://one").clock(clock);
  }

  private static List<String> headers(ClientConfig config) {
    List<String> headers = new ArrayList<>();
    config.credentials().apply((name, value) -> headers.add(name + ": " + value));
    return headers;
  }

  @Test
  void anonymousClientSendsNoCredentials() {
    assertThat(headers(config().build())).isEmpty();
  }

  @Test
  void clientSendsToken() {
    assertThat(headers(config().token("abc").build())).containsExactly("Authorization: Bearer abc");
    assertThat(headers(config().token("abc\n").build()))
        .containsExactly("Authorization: Bearer abc");
  }

  @Test
  void clientSendsNameAndPassword() {
    assertThat(headers(config().basicAuth("jane", "pässword").build()))
        .containsExactly("Authorization: Basic amFuZTpww6Rzc3dvcmQ=");
  }

  @Test
  void tokenAndPasswordContradictEachOther() {
    assertThatThrownBy(() -> config().token("abc").basicAuth("jane", "pw").build())
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "the configuration made in code has a token and also a user name or password; remove"
                + " one of them");
  }

  @Test
  void plainHttpGetsNoSecretsUnlessAllowed() {
    ClientConfig.Builder plain =
        config().server("http://one").token("abc").impersonate(Impersonation.of("jane"));
    assertThat(headers(plain.build())).containsExactly("Impersonate-User: jane");
    assertThat(headers(plain.credentialsOverHttp(true).build()))
        .containsExactly("Authorization: Bearer abc", "Impersonate-User: jane");
  }

  @Test
  void clientSendsTheUserToImpersonate() {
    Impersonation whom =
        Impersonation.of("jane")
            .withUid("17")
            .withGroups("a", "b")
            .withExtra(Map.of("example.com/sc%ope ü", List.of("x", "y")));
    assertThat(headers(config().impersonate(whom).build()))
        .containsExactly(
            "Impersonate-User: jane",
            "Impersonate-Uid: 17",
            "Impersonate-Group: a",
            "Impersonate-Group: b",
            "Impersonate-Extra-example.com%2Fsc%25ope%20%C3%BC: x",
            "Impersonate-Extra-example.com%2Fsc%25ope%20%C3%BC: y");
  }

  @Test
  void impersonationNeedsAUser() {
    assertThatThrownBy(() -> Impersonation.of("")).isInstanceOf(ConfigException.class);
  }

  @Test
  void readsTokenFileAgainAfterFiftySeconds() throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "first\n");
    ClientConfig config = config().tokenFile(file).build();
    assertThat(headers(config)).containsExactly("Authorization: Bearer first");
    Files.writeString(file, "second");
    clock.advance(Duration.ofSeconds(50).minusNanos(1));
    assertThat(headers(config)).containsExactly("Authorization: Bearer first");
    clock.advance(Duration.ofNanos(1));
    assertThat(headers(config)).containsExactly("Authorization: Bearer second");
  }

  @Test
  void unreadableTokenFileKeepsTheOldToken() throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "first");
    ClientConfig config = config().tokenFile(file).build();
    headers(config);
    Files.writeString(file, " \n");
    clock.advance(Duration.ofMinutes(1));
    assertThat(headers(config)).containsExactly("Authorization: Bearer first");
    Files.delete(file);
    clock.advance(Duration.ofMinutes(1));
    assertThat(headers(config)).containsExactly("Authorization: Bearer first");
    Files.writeString(file, "second");
    assertThat(headers(config)).as("at once").containsExactly("Authorization: Bearer second");
  }

  @Test
  void tokenFileWinsOverTokenOnceItWasRead() throws IOException {
    Path file = folder.resolve("token");
    ClientConfig config = config().token("fixed").tokenFile(file).build();
    assertThat(headers(config)).containsExactly("Authorization: Bearer fixed");
    Files.writeString(file, "fresh");
    assertThat(headers(config)).containsExactly("Authorization: Bearer fresh");
    Files.delete(file);
    clock.advance(Duration.ofMinutes(1));
    assertThat(headers(config)).containsExactly("Authorization: Bearer fresh");
  }

  @Test
  void missingTokenFileIsAnError() {
    Path file = folder.resolve("token");
    assertThatThrownBy(() -> headers(config().tokenFile(file).build()))
        .isInstanceOf(ConfigException.class)
        .hasMessage("cannot read the token file " + file + ": there is no such file");
  }

  @Test
  void refusedTokenIsReadAgainAtOnce() throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "first");
    ClientConfig config = config().tokenFile(file).build();
    long before = clock.nanoTime();
    clock.advance(Duration.ofNanos(1));
    headers(config);
    Files.writeString(file, "second");
    config.credentials().rejected(before);
    assertThat(headers(config))
        .as("the refused one was older")
        .containsExactly("Authorization: Bearer first");
    clock.advance(Duration.ofSeconds(1));
    config.credentials().rejected(clock.nanoTime());
    assertThat(headers(config)).containsExactly("Authorization: Bearer second");
  }

  @Test
  void tokenThatWasReadInTheSameTickIsReadAgainAfterARefusal() throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "first");
    ClientConfig config = config().tokenFile(file).build();
    headers(config);
    Files.writeString(file, "second");
    config.credentials().rejected(clock.nanoTime());
    assertThat(headers(config)).containsExactly("Authorization: Bearer second");
  }

  @Test
  void clockThatIsSetBackNeitherKeepsAnOldTokenNorARefusedOne() throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "first");
    ClientConfig config = config().tokenFile(file).build();
    headers(config);
    clock.stepClock(Duration.ofHours(-5));
    Files.writeString(file, "second");
    config.credentials().rejected(clock.nanoTime());
    assertThat(headers(config)).as("after a 401").containsExactly("Authorization: Bearer second");
    clock.stepClock(Duration.ofHours(-5));
    Files.writeString(file, "third");
    clock.advance(Duration.ofSeconds(50));
    assertThat(headers(config)).as("by age").containsExactly("Authorization: Bearer third");
  }

  @ParameterizedTest
  @ValueSource(strings = {"two\nlines", "umläut", "a b", "tab\tbed", "nul\u0000", " \n"})
  void tokenThatNoHeaderCanHoldIsAnErrorOfTheConfiguration(String token) throws IOException {
    assertThatThrownBy(() -> config().token(token).build())
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("the token of the configuration made in code ")
        .message()
        .doesNotContain("lines", "uml", "bed");
    Path file = Files.writeString(folder.resolve("token"), token);
    assertThatThrownBy(() -> headers(config().tokenFile(file).build()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("cannot read the token file");
  }

  @Test
  void impersonationAndUserAgentThatNoHeaderCanHoldAreErrorsOfTheConfiguration() {
    assertThatThrownBy(() -> config().impersonate(Impersonation.of("a\nb")).build())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("the impersonation of");
    assertThatThrownBy(() -> config().userAgent("a\r\nX: y").build())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("the user agent of");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 65_536, 99_999})
  void portOutOfRangeIsAnErrorOfTheConfiguration(int port) {
    assertThatThrownBy(() -> config().server("https://one:" + port).build())
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "the server of the configuration made in code has the port "
                + port
                + "; a port is a number from 1 to 65535");
    assertThatThrownBy(() -> config().proxy(URI.create("http://p:" + port)).build())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("the proxy of");
  }

  @Test
  void configurationsWithEqualCredentialsShareTheirState() {
    ClientConfig config = config().token("abc").build();
    assertThat(config.with(c -> c.userAgent("x")).credentials()).isSameAs(config.credentials());
    assertThat(config.with(c -> c.namespace("x")).tls()).isSameAs(config.tls());
    assertThat(config.with(changed -> changed.token("def")).credentials())
        .isNotSameAs(config.credentials());
  }
}
