package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TlsSettingsTest {
  private static final Duration A_SECOND = Duration.ofSeconds(1);

  private final ManualTime clock = new ManualTime();
  private final TestAuthority authority = new TestAuthority("cluster");
  @TempDir private Path folder;

  private ClientConfig.Builder config(URI server) {
    return ClientConfig.builder().server(server).clock(clock);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @CsvSource({"RSA, TLSv1.3", "EC, TLSv1.3", "Ed25519, TLSv1.3", "RSA, TLSv1.2", "EC, TLSv1.2"})
  void trustsTheGivenAuthorityAndShowsTheCertificate(String algorithm, String version)
      throws Exception {
    KeyPair mine = TestAuthority.keys(algorithm);
    // Of an authority that the server does not name: it is shown all the same.
    String certificate = new TestAuthority("users").client(mine, "jane");
    try (TlsPeer peer = new TlsPeer(authority, TestAuthority.keys("RSA")).speaking(version)) {
      ClientConfig config =
          config(peer.address())
              .certificateAuthority(bytes(new TestAuthority("other").pem() + authority.pem()))
              .clientCertificate(bytes(certificate), bytes(TestAuthority.keyPem(mine)))
              .build();
      assertThat(TlsPeer.greet(config.tls(), peer.address())).isEqualTo("CN=jane");
    }
  }

  @Test
  void clientWithoutACertificateShowsNone() throws Exception {
    try (TlsPeer peer = new TlsPeer(authority, TestAuthority.keys("EC"))) {
      ClientConfig config =
          config(peer.address()).certificateAuthority(bytes(authority.pem())).build();
      assertThat(TlsPeer.greet(config.tls(), peer.address())).isEqualTo("nobody");
      assertThat(config.tls().describeTrust()).isEqualTo("the CA of the CA given in code");
    }
  }

  @Test
  void refusesServersOfOtherAuthorities() throws Exception {
    try (TlsPeer peer = new TlsPeer(authority, TestAuthority.keys("EC"))) {
      ClientConfig other =
          config(peer.address())
              .certificateAuthority(bytes(new TestAuthority("other").pem()))
              .build();
      assertThatThrownBy(() -> TlsPeer.greet(other.tls(), peer.address()))
          .isInstanceOf(SSLException.class);
      ClientConfig usual = config(peer.address()).build();
      assertThatThrownBy(() -> TlsPeer.greet(usual.tls(), peer.address()))
          .isInstanceOf(SSLException.class);
      assertThat(usual.tls().describeTrust()).isEqualTo("the JDK's trust store");
    }
  }

  @Test
  void trustsAServerThatSignedItsOwnCertificate() throws Exception {
    KeyPair keys = TestAuthority.keys("EC");
    String certificate = new TestAuthority("server", keys).server(keys);
    try (TlsPeer peer = new TlsPeer(certificate, keys)) {
      ClientConfig config = config(peer.address()).certificateAuthority(bytes(certificate)).build();
      assertThat(TlsPeer.greet(config.tls(), peer.address())).isEqualTo("nobody");
    }
  }

  @Test
  void insecureConfigurationTrustsEveryServer() throws Exception {
    try (TlsPeer peer = new TlsPeer(authority, TestAuthority.keys("EC"))) {
      ClientConfig config = config(peer.address()).insecureSkipTlsVerify(true).build();
      assertThat(TlsPeer.greet(config.tls(), peer.address())).isEqualTo("nobody");
      assertThat(config.tls().verifiesHostname()).isFalse();
      assertThat(config.tls().describeTrust()).contains("insecure-skip-tls-verify");
    }
  }

  @Test
  void insecureAndAnAuthorityContradictEachOther() {
    assertThatThrownBy(
            () ->
                config(URI.create("https://one"))
                    .insecureSkipTlsVerify(true)
                    .certificateAuthority(bytes(authority.pem()))
                    .build())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("insecure-skip-tls-verify");
  }

  @Test
  void checksTheServersNameAgainstTheOneThatIsGiven() throws Exception {
    try (TlsPeer peer = new TlsPeer(authority, TestAuthority.keys("EC"), "api.example.com")) {
      ClientConfig.Builder builder =
          config(peer.address()).certificateAuthority(bytes(authority.pem()));
      ClientConfig right = builder.tlsServerName("api.example.com").build();
      assertThat(TlsPeer.greet(right.tls(), peer.address())).isEqualTo("nobody");
      ClientConfig wrong = builder.tlsServerName("other.example.com").build();
      assertThatThrownBy(() -> TlsPeer.greet(wrong.tls(), peer.address()))
          .isInstanceOf(SSLHandshakeException.class);
    }
  }

  @Test
  void serverNameOfAnAddressHasNoBrackets() {
    ClientConfig config = config(URI.create("https://[fd00::1]:6443")).build();
    assertThat(config.tls().serverName()).isEqualTo("fd00::1");
  }

  @Test
  void tlsSettingsAreReusedWhileFilesAreUnchanged() throws IOException {
    Path ca = Files.writeString(folder.resolve("ca.crt"), authority.pem());
    TlsSettings tls = config(URI.create("https://one")).certificateAuthority(ca).build().tls();
    SSLContext context = tls.context();
    long generation = tls.generation();
    clock.advance(Duration.ofHours(1));
    Files.writeString(ca, authority.pem()); // touched, not changed
    assertThat(tls.context()).isSameAs(context);
    assertThat(tls.generation()).isEqualTo(generation);
  }

  @Test
  void tlsSettingsFollowARotationOfTheAuthority() throws Exception {
    Path ca = Files.writeString(folder.resolve("ca.crt"), new TestAuthority("old").pem());
    try (TlsPeer peer = new TlsPeer(authority, TestAuthority.keys("EC"))) {
      TlsSettings tls = config(peer.address()).certificateAuthority(ca).build().tls();
      assertThatThrownBy(() -> TlsPeer.greet(tls, peer.address())).isInstanceOf(SSLException.class);
      long generation = tls.generation();

      Files.writeString(ca, authority.pem());
      assertThat(tls.generation()).as("within a second").isEqualTo(generation);
      clock.advance(A_SECOND);
      assertThat(tls.generation()).isEqualTo(generation + 1);
      assertThat(TlsPeer.greet(tls, peer.address())).isEqualTo("nobody");
      assertThat(tls.describeTrust()).isEqualTo("the CA of " + ca);
    }
  }

  @Test
  void clockThatIsSetBackDoesNotHideARotation() throws IOException {
    Path ca = Files.writeString(folder.resolve("ca.crt"), authority.pem());
    TlsSettings tls = config(URI.create("https://one")).certificateAuthority(ca).build().tls();
    long generation = tls.generation();
    clock.stepClock(Duration.ofHours(-5));
    Files.writeString(ca, new TestAuthority("new").pem());
    clock.advance(A_SECOND);
    assertThat(tls.generation()).isEqualTo(generation + 1);
  }

  @Test
  void unreadableFilesKeepTheOldSettings() throws IOException {
    Path ca = Files.writeString(folder.resolve("ca.crt"), authority.pem());
    TlsSettings tls = config(URI.create("https://one")).certificateAuthority(ca).build().tls();
    SSLContext context = tls.context();
    for (String broken : new String[] {"", "half a", authority.pem().substring(0, 100)}) {
      Files.writeString(ca, broken);
      clock.advance(A_SECOND);
      assertThat(tls.context()).isSameAs(context);
    }
    Files.delete(ca);
    clock.advance(A_SECOND);
    assertThat(tls.context()).isSameAs(context);
    Files.writeString(ca, new TestAuthority("new").pem());
    clock.advance(A_SECOND);
    assertThat(tls.context()).isNotSameAs(context);
  }

  @Test
  void tlsSettingsFollowARotationOfTheClientCertificateOnceBothFilesMatch() throws Exception {
    KeyPair first = TestAuthority.keys("EC");
    KeyPair second = TestAuthority.keys("RSA");
    Path certificate = Files.writeString(folder.resolve("tls.crt"), authority.client(first, "old"));
    Path key = Files.writeString(folder.resolve("tls.key"), TestAuthority.keyPem(first));
    try (TlsPeer peer = new TlsPeer(authority, TestAuthority.keys("EC"))) {
      TlsSettings tls =
          config(peer.address())
              .certificateAuthority(bytes(authority.pem()))
              .clientCertificate(certificate, key)
              .build()
              .tls();
      assertThat(TlsPeer.greet(tls, peer.address())).isEqualTo("CN=old");
      long generation = tls.generation();

      Files.writeString(certificate, authority.client(second, "new"));
      clock.advance(A_SECOND);
      assertThat(tls.generation()).as("the key is still the old one").isEqualTo(generation);
      assertThat(TlsPeer.greet(tls, peer.address())).isEqualTo("CN=old");

      Files.writeString(key, TestAuthority.keyPem(second));
      clock.advance(A_SECOND);
      assertThat(tls.generation()).isGreaterThan(generation);
      assertThat(TlsPeer.greet(tls, peer.address())).isEqualTo("CN=new");
    }
  }

  @Test
  void firstUseFailsWithTheFileAndTheReason() throws IOException {
    Path missing = folder.resolve("gone.crt");
    TlsSettings tls = config(URI.create("https://one")).certificateAuthority(missing).build().tls();
    assertThatThrownBy(tls::context)
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "cannot use the certificate authority of the configuration made in code: cannot read "
                + missing
                + ": there is no such file");

    KeyPair keys = TestAuthority.keys("EC");
    Path certificate = Files.writeString(folder.resolve("a"), authority.client(keys, "jane"));
    Path key =
        Files.writeString(folder.resolve("b"), TestAuthority.keyPem(TestAuthority.keys("EC")));
    TlsSettings mixed =
        config(URI.create("https://one")).clientCertificate(certificate, key).build().tls();
    assertThatThrownBy(mixed::context)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(
            key + ": the private key does not belong to the certificate of " + certificate);
  }
}
