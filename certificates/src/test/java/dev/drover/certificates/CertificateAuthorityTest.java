package dev.drover.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

class CertificateAuthorityTest {
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final CertificateAuthority authority = new CertificateAuthority("test-ca", () -> now);

  @Test
  void authorityIsSelfSignedAndMaySign() throws Exception {
    var certificate = parse(authority.certificatePem());

    certificate.verify(certificate.getPublicKey());
    assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=test-ca");
    assertThat(certificate.getBasicConstraints()).isEqualTo(Integer.MAX_VALUE);
    assertThat(certificate.getKeyUsage()[5]).isTrue();
  }

  @Test
  void userCertificateCarriesNameAndGroups() throws Exception {
    var certificate =
        parse(authority.forUser("jäne", List.of("viewers", "system:masters")).certificatePem());

    certificate.verify(parse(authority.certificatePem()).getPublicKey());
    assertThat(certificate.getSubjectX500Principal().getName())
        .isEqualTo("CN=jäne,O=system:masters,O=viewers");
    assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
    assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
  }

  @Test
  void serverCertificateNamesHostsAndAddresses() throws Exception {
    var address = InetAddress.getByName("127.0.0.1");
    var credential = authority.forServer(List.of("localhost", "kubernetes"), List.of(address));
    var certificate = parse(credential.certificatePem());

    assertThat(certificate.getSubjectAlternativeNames())
        .containsExactly(
            List.of(2, "localhost"), List.of(2, "kubernetes"), List.of(7, "127.0.0.1"));
    assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
  }

  @Test
  void certificateIsValidNowAndForAWeek() throws Exception {
    var certificate = parse(authority.certificatePem());

    assertThat(certificate.getNotBefore().toInstant()).isBefore(now);
    assertThat(certificate.getNotAfter().toInstant()).isEqualTo(now.plus(7, ChronoUnit.DAYS));
  }

  @Test
  void keyIsNotPrinted() {
    assertThat(authority.forUser("jane", List.of()).toString()).doesNotContain("BEGIN");
  }

  private static X509Certificate parse(String pem) throws Exception {
    return Tls.certificate(pem);
  }
}
