package dev.drover.recipes.set;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Short names for bytes.
final class Digests {
  /// 160 bits: more than enough for equality, and short enough for a label.
  private static final int LENGTH = 20;

  private Digests() {}

  static String hex(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(digest, 0, LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
