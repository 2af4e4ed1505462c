package dev.drover.client;

import static dev.drover.client.ScriptedServer.answer;
import static dev.drover.client.ScriptedServer.json;
import static dev.drover.client.ScriptedServer.silence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OidcProviderTest {
  private final ManualTime clock = new ManualTime();
  private final ScriptedServer provider = new ScriptedServer();
  @TempDir private Path folder;

  @AfterEach
  void close() {
    provider.close();
  }

  /// A JSON Web Token that expires so long after the start.
  private static String token(String name, Duration life) {
    long expires = new ManualTime().instant().plus(life).getEpochSecond();
    String claims = "{\"iss\":\"test\",\"sub\":\"%s\",\"exp\":%d}".formatted(name, expires);
    String part =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(claims.getBytes(StandardCharsets.UTF_8));
    return "eyJhbGciOiJub25lIn0." + part + ".c2lnbmF0dXJl";
  }

  private String kubeconfig(String tokens) {
    return """
    # a comment
    apiVersion: v1
    kind: Config
    current-context: dev
    contexts:
    - {name: dev, context: {cluster: c, user: u}}
    clusters:
    - {name: c, cluster: {server: 'https://one:6443', certificate-authority: ca.crt}}
    users:
    - {name: other, user: {token: kept}}
    - name: u
      user:
        auth-provider:
          name: oidc
          config:
            idp-issuer-url: %s/realm
            client-id: kube client
            client-secret: s3cr3t-of-client
            extra: stays
    %s
    """
        .formatted(provider.address(), tokens.indent(8));
  }

  private ClientConfig config(String tokens) throws IOException {
    Path file = folder.resolve("config");
    Files.writeString(folder.resolve("ca.crt"), new TestAuthority("ca").pem());
    Files.writeString(file, kubeconfig(tokens));
    return load(file);
  }

  private ClientConfig load(Path file) {
    ConfigEnvironment around =
        new ConfigEnvironment(Map.<String, String>of()::get, folder, folder, clock);
    return new ConfigLoader(around).file(file, null);
  }

  private void discovered() {
    provider.then(json("{\"token_endpoint\":\"" + provider.address() + "/realm/token\"}"));
  }

  private static List<String> headers(ClientConfig config) {
    List<String> headers = new ArrayList<>();
    config.credentials().apply((name, value) -> headers.add(name + ": " + value));
    return headers;
  }

  @Test
  void idTokenIsSentUntilTenSecondsBeforeItExpires() throws IOException {
    String first = token("one", Duration.ofMinutes(5));
    String second = token("two", Duration.ofMinutes(10));
    ClientConfig config = config("id-token: " + first + "\nrefresh-token: refresh-1");
    assertThat(config.toString()).contains("identity provider").doesNotContain("eyJ", "s3cr3t");
    clock.advance(Duration.ofSeconds(289));
    assertThat(headers(config)).containsExactly("Authorization: Bearer " + first);
    assertThat(provider.seen()).isEmpty();

    discovered();
    provider.then(json("{\"id_token\":\"" + second + "\",\"refresh_token\":\"refresh-2\"}"));
    clock.advance(Duration.ofSeconds(2));
    assertThat(headers(config)).containsExactly("Authorization: Bearer " + second);
    assertThat(headers(config)).hasSize(1);

    assertThat(provider.seen()).hasSize(2);
    assertThat(provider.seen().getFirst().line())
        .isEqualTo("GET /realm/.well-known/openid-configuration HTTP/1.1");
    ScriptedServer.Seen exchange = provider.seen().getLast();
    assertThat(exchange.line()).isEqualTo("POST /realm/token HTTP/1.1");
    assertThat(exchange.text()).isEqualTo("grant_type=refresh_token&refresh_token=refresh-1");
    assertThat(exchange.headers().first("Authorization"))
        .hasValue(
            "Basic "
                + Base64.getEncoder()
                    .encodeToString(
                        "kube+client:s3cr3t-of-client".getBytes(StandardCharsets.US_ASCII)));
  }

  @Test
  void newTokensAreWrittenBackAndNothingElseChanges() throws IOException {
    String renewed = token("two", Duration.ofMinutes(10));
    ClientConfig config = config("refresh-token: refresh-1");
    Path file = folder.resolve("config");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    discovered();
    provider.then(json("{\"id_token\":\"" + renewed + "\",\"refresh_token\":\"refresh-2\"}"));
    headers(config);

    KubeconfigUser user = new KubeconfigUser(file, "u");
    assertThat(user.providerConfig())
        .containsEntry("id-token", renewed)
        .containsEntry("refresh-token", "refresh-2")
        .containsEntry("client-secret", "s3cr3t-of-client")
        .containsEntry("extra", "stays");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r-----");
    try (var files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder("ca.crt", "config");
    }
    ClientConfig again = load(file);
    assertThat(again.server()).hasToString("https://one:6443");
    assertThat(headers(again)).containsExactly("Authorization: Bearer " + renewed);
    assertThat(provider.seen()).hasSize(2);
  }

  @Test
  void tokenThatAnotherProgramRenewedIsTakenFromTheKubeconfig() throws IOException {
    String renewed = token("two", Duration.ofMinutes(10));
    ClientConfig config = config("refresh-token: refresh-1");
    Files.writeString(
        folder.resolve("config"),
        kubeconfig("id-token: " + renewed + "\nrefresh-token: refresh-2"));
    assertThat(headers(config)).containsExactly("Authorization: Bearer " + renewed);
    assertThat(provider.seen()).isEmpty();
  }

  @Test
  void refreshTokenThatAnotherProgramUsesAtTheSameMomentIsNoFailure() throws IOException {
    String renewed = token("two", Duration.ofMinutes(10));
    ClientConfig config = config("refresh-token: refresh-1");
    discovered();
    provider.then(
        peer -> {
          Files.writeString(
              folder.resolve("config"),
              kubeconfig("id-token: " + renewed + "\nrefresh-token: refresh-2"));
          return answer(400, "", "{\"error\":\"invalid_grant\"}").play(peer);
        },
        answer(400, "", "{\"error\":\"invalid_grant\"}"));
    assertThat(headers(config)).containsExactly("Authorization: Bearer " + renewed);
  }

  @Test
  void kubeconfigThatIsLockedLeavesTheTokensInUse() throws IOException {
    String renewed = token("two", Duration.ofMinutes(10));
    ClientConfig config = config("refresh-token: refresh-1");
    Files.createFile(folder.resolve("config.lock"));
    discovered();
    provider.then(json("{\"id_token\":\"" + renewed + "\"}"));
    assertThat(headers(config)).containsExactly("Authorization: Bearer " + renewed);
    assertThat(folder.resolve("config")).content().contains("refresh-1").doesNotContain(renewed);
    assertThat(folder.resolve("config.lock")).exists();
  }

  @Test
  void clientThatTheHeaderDoesNotAuthenticateIsNamedInTheBody() throws IOException {
    String renewed = token("two", Duration.ofMinutes(10));
    ClientConfig config = config("refresh-token: refresh-1");
    discovered();
    provider.then(
        answer(401, "", "{\"error\":\"invalid_client\"}"),
        json("{\"id_token\":\"" + renewed + "\"}"));
    assertThat(headers(config)).hasSize(1);
    assertThat(provider.seen().getLast().text())
        .endsWith("&client_id=kube+client&client_secret=s3cr3t-of-client");
  }

  @Test
  void refusedTokenIsRenewedOnceAndNotAgainAtOnce() throws IOException {
    String first = token("one", Duration.ofHours(1));
    String second = token("two", Duration.ofHours(1));
    ClientConfig config = config("id-token: " + first + "\nrefresh-token: refresh-1");
    headers(config);
    config.credentials().rejected(clock.nanoTime());
    discovered();
    provider.then(json("{\"id_token\":\"" + second + "\"}"));
    assertThat(headers(config)).containsExactly("Authorization: Bearer " + second);

    config.credentials().rejected(clock.nanoTime());
    assertThat(headers(config)).containsExactly("Authorization: Bearer " + second);
    assertThat(provider.seen()).hasSize(2);
  }

  @Test
  void concurrentRequestsShareOneExchange() throws Exception {
    String renewed = token("two", Duration.ofMinutes(10));
    ClientConfig config = config("refresh-token: refresh-1");
    discovered();
    provider.then(json("{\"id_token\":\"" + renewed + "\"}"));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<String>>> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        all.add(threads.submit(() -> headers(config)));
      }
      for (Future<List<String>> one : all) {
        assertThat(one.get()).containsExactly("Authorization: Bearer " + renewed);
      }
    }
    assertThat(provider.seen()).hasSize(2);
  }

  @Test
  void failuresOfTheProviderAreNamedWithoutSecrets() throws IOException {
    ClientConfig config = config("refresh-token: refresh-secret-1");
    provider.then(answer(500, "", ""));
    assertFails(config, "cannot be asked for a new ID token", "answered 500");
    provider.then(json("<html>"));
    assertFails(config, "its discovery document is not JSON");
    provider.then(json("{}"));
    assertFails(config, "names no token_endpoint");
    discovered();
    String refusal =
        "{\"error\":\"invalid_grant\",\"error_description\":\"refresh-secret-1 is used up\"}";
    provider.then(answer(400, "", refusal), answer(400, "", refusal));
    assertFails(config, "status 400, invalid_grant: *** is used up; log in again");
    provider.then(json("{\"access_token\":\"x\"}"));
    assertFails(config, "gave no id_token");
    provider.then(json("{\"id_token\":\"not-a-jwt\"}"));
    assertFails(config, "no JSON Web Token with an expiry");
    provider.then(json("{\"id_token\":\"" + token("old", Duration.ofSeconds(-1)) + "\"}"));
    assertFails(config, "expired at 2025-12-31T23:59:59Z");
    provider.close();
    assertFails(config, "cannot be asked for a new ID token");
  }

  private static void assertFails(ClientConfig config, String... parts) {
    assertThatThrownBy(() -> headers(config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("user 'u' in ")
        .hasMessageContainingAll(parts)
        .message()
        .doesNotContain("refresh-secret-1", "s3cr3t");
  }

  @Test
  void silentProviderFailsAtTheTimeOut() throws IOException {
    ClientConfig config =
        config("refresh-token: r").with(c -> c.timeouts(t -> t.credentials(Duration.ofMillis(50))));
    provider.then(silence());
    assertFails(config, "cannot be asked for a new ID token");
  }

  @Test
  void expiredTokenWithoutARefreshTokenAsksForALogin() throws IOException {
    ClientConfig config = config("id-token: " + token("one", Duration.ofMinutes(-1)));
    assertFails(config, "expired at 2025-12-31T23:59:00Z", "log in again");
  }

  @Test
  void providerWithMissingFieldsIsAnErrorOfTheConfiguration() {
    assertThatThrownBy(() -> config("extra2: x"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("id-token and refresh-token are both missing; log in first");
  }

  @Test
  void tokenOfTheProgramWins() throws IOException {
    ClientConfig config = config("refresh-token: r").with(c -> c.token("mine"));
    assertThat(headers(config)).containsExactly("Authorization: Bearer mine");
  }
}
