package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerNamesTest {
  private final TestAuthority authority = new TestAuthority("cluster");

  @ParameterizedTest(name = "a certificate for {0} is good for {1}: {2}")
  @CsvSource({
    "api.example.com, api.example.com, true",
    "api.example.com, API.Example.Com, true",
    "API.example.com, api.example.com, true",
    "api.example.com, api.example.com., true",
    "api.example.com, example.com, false",
    "api.example.com, other.example.com, false",
    "api.example.com, my.api.example.com, false",
    "*.example.com, api.example.com, true",
    "*.example.com, my.api.example.com, false", // one label, no more
    "*.example.com, example.com, false",
    "*.example.com, .example.com, false", // and no less
    "a*.example.com, api.example.com, false", // a whole label
    "api.*.com, api.example.com, false", // the first one
    "*, localhost, false",
    "10.0.0.1, 10.0.0.1, true",
    "10.0.0.1, 10.0.0.2, false",
    "'fd00:0:0::1', 'fd00::1', true",
    "'fd00::1', 'fd00::2', false",
    "*.0.0.1, 10.0.0.1, false", // no pattern for addresses
  })
  void serverNameIsCheckedByTheRulesOfGo(String name, String server, boolean good)
      throws CertificateException {
    assertThat(names(name).include(server)).isEqualTo(good);
  }

  private static ServerNames names(String... names) {
    return new ServerNames(
        Stream.of(names)
            .filter(n -> !ServerNames.isAddress(n))
            .map(name -> name.toLowerCase(Locale.ROOT))
            .toList(),
        Stream.of(names).filter(ServerNames::isAddress).map(InetAddress::ofLiteral).toList());
  }

  @Test
  void readsNamesAndAddressesOfACertificate() throws CertificateException {
    assertThat(ServerNames.of(certificate("Api.Example.com")))
        .isEqualTo(
            new ServerNames(
                List.of("api.example.com"), List.of(InetAddress.ofLiteral("127.0.0.1"))));
  }

  @Test
  void errorListsTheServersOfACertificate() {
    assertThatThrownBy(() -> ServerNames.check(certificate("api.example.com"), "api.internal"))
        .isInstanceOf(CertificateException.class)
        .hasMessage(
            "the server's certificate is good for api.example.com, 127.0.0.1, not for api.internal;"
                + " if it is the right server, say with tls-server-name which of those names it"
                + " has");
    String nameless = authority.client(TestAuthority.keys("EC"), "somebody");
    X509Certificate none = Pem.certificates(bytes(nameless)).getFirst();
    assertThatThrownBy(() -> ServerNames.check(none, "api.internal"))
        .hasMessageContaining("no server at all (it has no subject alternative names)");
  }

  @Test
  void serverWithTheWrongNameGetsATlsAlert() throws Exception {
    try (TlsPeer peer = new TlsPeer(authority, TestAuthority.keys("EC"), "api.example.com")) {
      ClientConfig config =
          ClientConfig.builder()
              .server(peer.address())
              .certificateAuthority(bytes(authority.pem()))
              .tlsServerName("other.example.com")
              .build();
      assertThatThrownBy(() -> TlsPeer.greet(config.tls(), peer.address()))
          .isInstanceOf(SSLHandshakeException.class)
          .hasMessageContaining("good for api.example.com, 127.0.0.1, not for other");
    }
  }

  /// However the JDK asks.
  @Test
  void everyTrustCheckIncludesTheName() {
    X509ExtendedTrustManager manager =
        (X509ExtendedTrustManager)
            TrustManagers.ofAuthorities(bytes(authority.pem()), "other.example.com");
    X509Certificate[] chain = {certificate("api.example.com")};
    assertThatThrownBy(() -> manager.checkServerTrusted(chain, "UNKNOWN"))
        .hasMessageContaining("not for other.example.com");
    assertThatThrownBy(() -> manager.checkServerTrusted(chain, "UNKNOWN", (Socket) null))
        .hasMessageContaining("not for other.example.com");
  }

  private X509Certificate certificate(String... names) {
    return Pem.certificates(bytes(authority.server(TestAuthority.keys("EC"), names))).getFirst();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
