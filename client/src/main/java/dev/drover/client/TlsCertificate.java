package dev.drover.client;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Supplier;

/// A certificate with its private key, to be shown to the other side of a TLS connection.
///
/// The two belong together: that is checked. Immutable.
///
/// ```java
/// Supplier<TlsCertificate> current = TlsCertificate.ofFiles(certificateFile, keyFile);
/// X509Certificate own = current.get().chain().getFirst(); // reads changed files again
/// ```
public final class TlsCertificate {
  private final List<X509Certificate> chain;
  private final PrivateKey key;

  private TlsCertificate(List<X509Certificate> chain, PrivateKey key) {
    this.chain = List.copyOf(chain);
    this.key = key;
  }

  /// What is in two texts.
  ///
  /// @param certificate PEM: the certificate, then those between it and the CA
  /// @param key PEM: PKCS#8, PKCS#1 (RSA) or SEC 1 (EC)
  /// @throws IllegalArgumentException when they cannot be used; says why and shows no content
  public static TlsCertificate ofPem(String certificate, String key) {
    return of(
        certificate.getBytes(StandardCharsets.ISO_8859_1),
        "the certificate",
        key.getBytes(StandardCharsets.ISO_8859_1),
        "the key");
  }

  /// The content of two files, read on each call; the same instance as long as their content stays
  /// the same.
  ///
  /// Once there was a good pair, files that are missing, half written or do not belong together
  /// leave it in use, and the log says so. One thread at a time.
  ///
  /// In Go: {@index certwatcher.CertWatcher}.
  ///
  /// @return throws [ConfigException] while there has not been a good pair
  public static Supplier<TlsCertificate> ofFiles(Path certificate, Path key) {
    PemSource shown = new PemSource.OfFile(certificate);
    PemSource secret = new PemSource.OfFile(key);
    return new ReloadingValue<>(
            List.of(shown, secret),
            content ->
                of(content.getFirst(), shown.describe(), content.getLast(), secret.describe()),
            "the certificate of " + certificate)
        ::get;
  }

  /// @throws IllegalArgumentException whose message begins with the place
  static TlsCertificate of(byte[] certificatePem, String place, byte[] keyPem, String keyPlace) {
    List<X509Certificate> chain;
    try {
      chain = Pem.certificates(certificatePem);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
    }
    PrivateKey key;
    try {
      key = Pem.privateKey(keyPem);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(keyPlace + ": " + e.getMessage(), e);
    }
    if (!PrivateKeys.match(key, chain.getFirst().getPublicKey())) {
      throw new IllegalArgumentException(
          keyPlace + ": the private key does not belong to the certificate of " + place);
    }
    return new TlsCertificate(chain, key);
  }

  /// The certificate, then those between it and the CA.
  public List<X509Certificate> chain() {
    return chain;
  }

  /// The private key.
  public PrivateKey key() {
    return key;
  }

  /// Whose it is; never the key.
  @Override
  public String toString() {
    return "certificate of " + chain.getFirst().getSubjectX500Principal();
  }
}
