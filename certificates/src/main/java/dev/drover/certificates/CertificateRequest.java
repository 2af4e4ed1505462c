package dev.drover.certificates;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;

/// A request for a certificate (PKCS#10): its subject, and whether it is signed by the key that it
/// contains.
///
/// The JDK has no public API to read one.
///
/// @param subject of the requested certificate
/// @param signatureProblem the error of the signature check, in Go's words; empty when it is valid
public record CertificateRequest(SubjectName subject, Optional<String> signatureProblem) {
  private static final String LABEL = "CERTIFICATE REQUEST";

  /// Reads a request.
  ///
  /// @throws IllegalArgumentException when the text holds none; the message is for clients
  public static CertificateRequest parse(String pem) {
    List<Pem.Block> blocks = Pem.blocks(pem);
    if (blocks.isEmpty() || !blocks.getFirst().label().equals(LABEL)) {
      throw new IllegalArgumentException("PEM block type must be " + LABEL);
    }
    try {
      return read(DerElement.of(blocks.getFirst().content()));
    } catch (IllegalArgumentException | IndexOutOfBoundsException | GeneralSecurityException e) {
      throw new IllegalArgumentException("asn1: structure error: no certificate request", e);
    }
  }

  private static CertificateRequest read(DerElement request) throws GeneralSecurityException {
    DerElement info = request.children().get(0);
    String algorithm = request.children().get(1).children().getFirst().oid();
    byte[] bits = request.children().get(2).content();
    DerElement subject = info.children().get(1);
    DerElement key = info.children().get(2);
    return new CertificateRequest(
        SubjectName.of(new X500Principal(subject.encoded())),
        problem(
            info.encoded(),
            algorithm,
            publicKey(key),
            Arrays.copyOfRange(bits, 1, bits.length))); // after the number of unused bits
  }

  private static PublicKey publicKey(DerElement key) throws GeneralSecurityException {
    String type = key.children().getFirst().children().getFirst().oid();
    String name =
        switch (type) {
          case "1.2.840.10045.2.1" -> "EC";
          case "1.2.840.113549.1.1.1" -> "RSA";
          case "1.3.101.112" -> "Ed25519";
          default -> throw new GeneralSecurityException("no keys of type " + type);
        };
    return KeyFactory.getInstance(name).generatePublic(new X509EncodedKeySpec(key.encoded()));
  }

  private static Optional<String> problem(
      byte[] signed, String algorithm, PublicKey key, byte[] signature) {
    try {
      Signature verifier = Signature.getInstance(algorithm);
      verifier.initVerify(key);
      verifier.update(signed);
      return verifier.verify(signature) ? Optional.empty() : Optional.of(failure(key));
    } catch (GeneralSecurityException e) {
      return Optional.of(failure(key));
    }
  }

  private static String failure(PublicKey key) {
    return switch (key.getAlgorithm()) {
      case "RSA" -> "crypto/rsa: verification error";
      case "EC" -> "x509: ECDSA verification failure";
      default -> "x509: Ed25519 verification failure";
    };
  }
}
