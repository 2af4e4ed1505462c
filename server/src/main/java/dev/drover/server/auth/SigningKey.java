package dev.drover.server.auth;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.interfaces.ECPublicKey;
import java.util.LinkedHashMap;
import java.util.Map;

/// The key by which the server signs the tokens of service accounts, and its name.
record SigningKey(String id, KeyPair keys) {
  private static final int COORDINATE_BYTES = 32;

  /// A key whose name is the hash of its public part, so that it is the same after a restart.
  static SigningKey of(KeyPair keys) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(keys.getPublic().getEncoded());
      return new SigningKey(Jwt.base64(hash), keys);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("hash a key", e);
    }
  }

  /// The public part as a JSON Web Key.
  Map<String, Object> jwk() {
    ECPublicKey key = (ECPublicKey) keys.getPublic();
    Map<String, Object> jwk = new LinkedHashMap<>();
    jwk.put("use", "sig");
    jwk.put("kty", "EC");
    jwk.put("kid", id);
    jwk.put("crv", "P-256");
    jwk.put("alg", Jwt.ALGORITHM);
    jwk.put("x", coordinate(key.getW().getAffineX()));
    jwk.put("y", coordinate(key.getW().getAffineY()));
    return jwk;
  }

  private static String coordinate(BigInteger value) {
    byte[] digits = value.toByteArray(); // may be shorter, or have a sign byte in front
    byte[] fixed = new byte[COORDINATE_BYTES];
    int length = Math.min(digits.length, fixed.length);
    System.arraycopy(digits, digits.length - length, fixed, fixed.length - length, length);
    return Jwt.base64(fixed);
  }

  @Override
  public String toString() {
    return "SigningKey[" + id + "]";
  }
}
