package dev.drover.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class CertificateRequestTest {
  // openssl req -new -key <P-256> -subj "/O=system:masters/O=devs/CN=jane"
  private static final String PEM =
      """
      -----BEGIN CERTIFICATE REQUEST-----
      MIHyMIGZAgEAMDcxFzAVBgNVBAoMDnN5c3RlbTptYXN0ZXJzMQ0wCwYDVQQKDARk
      ZXZzMQ0wCwYDVQQDDARqYW5lMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEUAe/
      mXl+uoRM8BPfEzv2f6lVDtPeYxU0Ql7IqmrfwDOIC6Zxj2Ec9QL+hR3wiUNiSFEx
      N77CsJ3WeHI8gcNP56AAMAoGCCqGSM49BAMCA0gAMEUCIQD8Ngl8p9eVNQKTakyc
      i3GRNYLIwwMOBoQlY7AFKUARygIgaunQLImKZAA/Zt5y9DZY7nbRLsgWdZ3qFNdd
      5YBU44k=
      -----END CERTIFICATE REQUEST-----
      """;

  @Test
  void requestNamesItsSubject() {
    CertificateRequest request = CertificateRequest.parse("some text\n" + PEM);

    assertThat(request.subject())
        .isEqualTo(new SubjectName("jane", List.of("system:masters", "devs")));
    assertThat(request.signatureProblem()).isEmpty();
  }

  @Test
  void signatureOfAnotherKeyIsRefused() {
    byte[] der = Pem.blocks(PEM).getFirst().content();
    der[der.length - 1] ^= 1;

    assertThat(CertificateRequest.parse(Pem.encode("CERTIFICATE REQUEST", der)).signatureProblem())
        .contains("x509: ECDSA verification failure");
  }

  @Test
  void otherTextIsRefusedAsARequest() {
    assertThatThrownBy(() -> CertificateRequest.parse("foo"))
        .hasMessage("PEM block type must be CERTIFICATE REQUEST");
    assertThatThrownBy(() -> CertificateRequest.parse(PEM.replace("REQUEST", "REVENGE")))
        .hasMessage("PEM block type must be CERTIFICATE REQUEST");
    String garbage = Pem.encode("CERTIFICATE REQUEST", Base64.getDecoder().decode("MAMCAQA="));
    assertThatThrownBy(() -> CertificateRequest.parse(garbage))
        .hasMessageStartingWith("asn1: structure error");
  }
}
