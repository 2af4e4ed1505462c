package dev.drover.certificates;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// The text form of certificates and keys.
public final class Pem {
  private Pem() {}

  /// Wraps bytes in lines `BEGIN` and `END` with this label, such as `CERTIFICATE`.
  public static String encode(String label, byte[] der) {
    String body =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(der);
    return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
  }
}
