package dev.drover.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.certificates.CertificateAuthority;
import dev.drover.certificates.Identities;
import dev.drover.certificates.Tls;
import dev.drover.certificates.User;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.UserInfo;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AuthenticatorTest {
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final Identities identities = new Identities(() -> now, List.of());
  private final StaticTokens tokens = new StaticTokens();
  private final Authenticator authenticator =
      new AccessControl(
              identities.clientCaPem(),
              tokens,
              CertificateAuthority.newKeys(),
              new YamlObjects()::now,
              () -> now)
          .authenticator();

  AuthenticatorTest() {
    tokens.add("s3cret", new UserInfo("joe", "7", List.of("devs"), Map.of()));
  }

  private static List<X509Certificate> chain(User user) throws Exception {
    return List.of(Tls.certificate(user.certificatePem()));
  }

  private static Map<String, List<String>> bearer(String token) {
    return Map.of("authorization", List.of("Bearer " + token));
  }

  @Test
  void requestWithoutCredentialsIsAnonymous() {
    assertThat(authenticator.authenticate(Map.of(), List.of()))
        .isEqualTo(UserInfo.of("system:anonymous", List.of("system:unauthenticated")));
    assertThat(
            authenticator
                .authenticate(Map.of("authorization", List.of("Basic eDp5")), List.of())
                .name())
        .isEqualTo("system:anonymous");
  }

  @Test
  void certificateNamesUserAndGroups() throws Exception {
    var jane = identities.newUser("jane", List.of("b", "a"));

    var user = authenticator.authenticate(Map.of(), chain(jane));

    assertThat(user.name()).isEqualTo("jane");
    assertThat(user.groups()).containsExactly("b", "a", "system:authenticated");
    assertThat(user.extra().get("authentication.kubernetes.io/credential-id"))
        .singleElement()
        .asString()
        .matches("X509SHA256=[0-9a-f]{64}");
  }

  @Test
  void certificateOfAnUnknownAuthorityIsRefusedUnlessTheTokenIsValid() throws Exception {
    var stranger = new Identities(() -> now, List.of()).admin();

    refused(Map.of(), chain(stranger));
    assertThat(authenticator.authenticate(bearer("s3cret"), chain(stranger)).name())
        .isEqualTo("joe");
  }

  @Test
  void expiredCertificateIsRefused() throws Exception {
    var jane = identities.newUser("jane", List.of());
    assertThat(authenticator.authenticate(Map.of(), chain(jane)).name()).isEqualTo("jane");

    now = now.plus(Duration.ofDays(8));

    refused(Map.of(), chain(jane));
  }

  @Test
  void serverCertificateDoesNotAuthenticateAUser() throws Exception {
    refused(Map.of(), List.of(Tls.certificate(identities.server().certificatePem())));
  }

  @Test
  void tokenNamesAUser() {
    var joe = new UserInfo("joe", "7", List.of("devs", "system:authenticated"), Map.of());

    assertThat(authenticator.authenticate(bearer("s3cret"), List.of())).isEqualTo(joe);
    assertThat(
            authenticator.authenticate(
                Map.of("authorization", List.of(" bearer s3cret and more ")), List.of()))
        .isEqualTo(joe);
    refused(bearer("wrong"), List.of());
  }

  @Test
  void tokenIsReadFromTheWebSocketSubprotocol() {
    String protocol =
        "base64url.bearer.authorization.k8s.io."
            + Base64.getUrlEncoder().withoutPadding().encodeToString("s3cret".getBytes());

    assertThat(authenticator.authenticate(webSocket(protocol + ", v4.channel.k8s.io"), List.of()))
        .extracting(UserInfo::name)
        .isEqualTo("joe");
    refused(webSocket(protocol), List.of());
    refused(webSocket(protocol + ", " + protocol + ", v4.channel.k8s.io"), List.of());
  }

  private static Map<String, List<String>> webSocket(String protocols) {
    return Map.of("upgrade", List.of("websocket"), "sec-websocket-protocol", List.of(protocols));
  }

  private void refused(Map<String, List<String>> headers, List<X509Certificate> chain) {
    assertThatThrownBy(() -> authenticator.authenticate(headers, chain))
        .isInstanceOfSatisfying(ApiError.class, e -> assertThat(e.status().code()).isEqualTo(401))
        .hasMessage("Unauthorized");
  }
}
