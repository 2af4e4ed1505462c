package dev.drover.server;

import dev.drover.certificates.Credential;
import dev.drover.certificates.Pem;
import dev.drover.certificates.Tls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.ECKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Optional;

/// Reads [CertificateFiles]; errors name the file.
final class CertificateFileReader {
  private static final int KEY_BITS = 256;

  private CertificateFileReader() {}

  static Optional<Credential> serving(CertificateFiles files) throws IOException {
    if (files.servingCertificate().isEmpty() || files.servingKey().isEmpty()) {
      return Optional.empty();
    }
    Path certificate = files.servingCertificate().get();
    return Optional.of(new Credential(certificates(certificate), text(files.servingKey().get())));
  }

  /// Certificates in PEM; empty if none are given.
  static String clientAuthorities(CertificateFiles files) throws IOException {
    return files.clientAuthorities().isPresent()
        ? certificates(files.clientAuthorities().get())
        : "";
  }

  static Optional<KeyPair> signingKeys(CertificateFiles files) throws IOException {
    if (files.serviceAccountPublicKey().isEmpty() || files.serviceAccountPrivateKey().isEmpty()) {
      return Optional.empty();
    }
    Path publicFile = files.serviceAccountPublicKey().get();
    Path privateFile = files.serviceAccountPrivateKey().get();
    PublicKey publicKey = key(publicFile, CertificateFileReader::publicKey);
    PrivateKey privateKey =
        key(
            privateFile,
            text ->
                KeyFactory.getInstance("EC")
                    .generatePrivate(new PKCS8EncodedKeySpec(block(text, "PRIVATE KEY"))));
    return Optional.of(new KeyPair(publicKey, privateKey));
  }

  private static PublicKey publicKey(String text) throws GeneralSecurityException {
    return text.contains("BEGIN CERTIFICATE")
        ? Tls.certificate(text).getPublicKey()
        : KeyFactory.getInstance("EC")
            .generatePublic(new X509EncodedKeySpec(block(text, "PUBLIC KEY")));
  }

  private interface KeyReader<K> {
    K read(String text) throws GeneralSecurityException;
  }

  private static <K> K key(Path file, KeyReader<K> reader) throws IOException {
    try {
      K key = reader.read(text(file));
      if (key instanceof ECKey onCurve && onCurve.getParams().getOrder().bitLength() == KEY_BITS) {
        return key;
      }
    } catch (GeneralSecurityException e) {
      throw new IOException(notUsable(file) + ": " + e.getMessage(), e);
    }
    throw new IOException(notUsable(file));
  }

  private static String notUsable(Path file) {
    return file + " is not a key on the curve P-256 in PEM (PKCS#8), which tokens are signed with";
  }

  private static byte[] block(String text, String label) throws GeneralSecurityException {
    return Pem.blocks(text).stream()
        .filter(block -> block.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new InvalidKeyException("there is no block " + label))
        .content();
  }

  private static String certificates(Path file) throws IOException {
    String text = text(file);
    try {
      return Tls.certificates(text).isEmpty() ? "" : text;
    } catch (GeneralSecurityException e) {
      throw new IOException(file + " has no certificate in PEM: " + e.getMessage(), e);
    }
  }

  private static String text(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IOException("cannot read " + file + ": " + e, e);
    }
  }
}
