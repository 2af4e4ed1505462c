package dev.drover.client;

import dev.drover.api.Bytes;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/// Reads certificates and private keys out of PEM text. Text around the blocks is ignored.
///
/// Messages of its exceptions say what is wrong and never show content; they are meant to follow a
/// place and a colon.
final class Pem {
  private static final String BEGIN = "-----BEGIN ";
  private static final String END = "-----END ";
  private static final String DASHES = "-----";

  private Pem() {}

  /// One block.
  ///
  /// @param label such as `CERTIFICATE`
  /// @param der its content
  record Block(String label, Bytes der) {}

  /// All certificates of a text, at least one.
  static List<X509Certificate> certificates(byte[] pem) {
    List<X509Certificate> certificates = new ArrayList<>();
    for (Block block : blocks(pem)) {
      if (block.label.equals("CERTIFICATE")) {
        certificates.add(certificate(block.der.toByteArray(), certificates.size() + 1));
      }
    }
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException(
          "there is no certificate in it; it must be PEM, with -----BEGIN CERTIFICATE-----");
    }
    return certificates;
  }

  private static X509Certificate certificate(byte[] der, int number) {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(der));
    } catch (CertificateException e) {
      throw new IllegalArgumentException("its certificate number " + number + " is damaged", e);
    }
  }

  /// The first private key of a text: PKCS#8, PKCS#1 (RSA) or SEC 1 (EC).
  static PrivateKey privateKey(byte[] pem) {
    for (Block block : blocks(pem)) {
      if (block.label.equals("ENCRYPTED PRIVATE KEY")) {
        throw encrypted();
      }
      if (block.label.equals("PRIVATE KEY") || block.label.endsWith(" PRIVATE KEY")) {
        return PrivateKeys.ofDer(block.der.toByteArray());
      }
    }
    throw new IllegalArgumentException(
        "there is no private key in it; it must be PEM, with -----BEGIN PRIVATE KEY-----");
  }

  private static IllegalArgumentException encrypted() {
    return new IllegalArgumentException(
        "its private key is encrypted; decrypt it first, for example with openssl pkey");
  }

  private static List<Block> blocks(byte[] pem) {
    String text = new String(pem, StandardCharsets.ISO_8859_1);
    List<Block> blocks = new ArrayList<>();
    for (int begin = text.indexOf(BEGIN); begin >= 0; begin = text.indexOf(BEGIN, begin + 1)) {
      int labelEnd = text.indexOf(DASHES, begin + BEGIN.length());
      if (labelEnd < 0) {
        break;
      }
      String label = text.substring(begin + BEGIN.length(), labelEnd);
      int end = text.indexOf(END + label + DASHES, labelEnd);
      if (end < 0) {
        throw new IllegalArgumentException("its block '" + label + "' has no end");
      }
      blocks.add(new Block(label, decode(text.substring(labelEnd + DASHES.length(), end), label)));
    }
    return blocks;
  }

  private static Bytes decode(String body, String label) {
    if (body.contains("Proc-Type:")) {
      throw encrypted();
    }
    try {
      return Bytes.ofBase64(body.replaceAll("\\s", ""));
    } catch (IllegalArgumentException e) {
      // Not the cause: its message shows a piece of the content.
      throw new IllegalArgumentException("its block '" + label + "' is not base64");
    }
  }
}
