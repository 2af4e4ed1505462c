package dev.drover.controlplane;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// The text form of certificates and keys.
final class Pem {
  private Pem() {}

  static String encode(String label, byte[] der) {
    String body =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(der);
    return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
  }
}
