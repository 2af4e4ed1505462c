package dev.drover.client;

import static dev.drover.client.DerReader.INTEGER;
import static dev.drover.client.DerReader.OBJECT_IDENTIFIER;
import static dev.drover.client.DerReader.OCTET_STRING;
import static dev.drover.client.DerReader.SEQUENCE;
import static dev.drover.client.DerReader.element;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.HexFormat;

/// Makes private keys of the three forms that tools write.
///
/// The JDK reads only one, PKCS#8, which is an envelope around the other two: the key's algorithm,
/// and then for RSA a PKCS#1 key, for EC a SEC 1 key. So those get their envelope here. Which form
/// it is shows in the second element: the algorithm (a sequence), the modulus (an integer) or the
/// secret (octets).
final class PrivateKeys {
  private static final int CURVE = 0xA0; // the first optional element of a SEC 1 key
  private static final byte[] VERSION_0 = {INTEGER, 1, 0};
  private static final byte[] NULL = {5, 0};
  private static final String RSA = "2a864886f70d010101";
  private static final String EC = "2a8648ce3d0201";
  private static final String ED25519 = "2b6570";
  private static final String ED448 = "2b6571";

  private PrivateKeys() {}

  static PrivateKey ofDer(byte[] der) {
    DerReader key = new DerReader(der).enter(SEQUENCE);
    key.value(INTEGER);
    return switch (key.peek()) {
      case SEQUENCE -> pkcs8(der);
      case INTEGER -> pkcs8(envelope(element(SEQUENCE, oid(RSA), NULL), der));
      case OCTET_STRING -> pkcs8(envelope(element(SEQUENCE, oid(EC), curve(key)), der));
      default -> throw new IllegalArgumentException("its private key has an unknown form");
    };
  }

  private static byte[] curve(DerReader key) {
    key.skip();
    if (key.peek() != CURVE) {
      throw new IllegalArgumentException(
          "its EC key does not say its curve; convert it with openssl pkey");
    }
    return key.enter(CURVE).whole();
  }

  private static byte[] oid(String hex) {
    return element(OBJECT_IDENTIFIER, HexFormat.of().parseHex(hex));
  }

  private static byte[] envelope(byte[] algorithm, byte[] key) {
    return element(SEQUENCE, VERSION_0, algorithm, element(OCTET_STRING, key));
  }

  private static PrivateKey pkcs8(byte[] der) {
    DerReader key = new DerReader(der).enter(SEQUENCE);
    key.value(INTEGER);
    String algorithm = HexFormat.of().formatHex(key.enter(SEQUENCE).value(OBJECT_IDENTIFIER));
    String name =
        switch (algorithm) {
          case RSA -> "RSA";
          case EC -> "EC";
          case ED25519, ED448 -> "EdDSA";
          default ->
              throw new IllegalArgumentException(
                  "its private key is neither RSA nor EC nor Ed25519");
        };
    try {
      return KeyFactory.getInstance(name).generatePrivate(new PKCS8EncodedKeySpec(der));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("its private " + name + " key cannot be used", e);
    }
  }

  /// Whether the two belong together.
  static boolean match(PrivateKey key, PublicKey certified) {
    if (key instanceof RSAKey one && certified instanceof RSAKey other) {
      return one.getModulus().equals(other.getModulus());
    }
    String algorithm = key.getAlgorithm();
    return certified.getAlgorithm().equals(algorithm)
        && verifies(key, certified, algorithm.equals("EC") ? "SHA256withECDSA" : "EdDSA");
  }

  /// An EC key does not tell its public half, but can prove it.
  private static boolean verifies(PrivateKey key, PublicKey certified, String scheme) {
    try {
      byte[] text = {1, 2, 3};
      Signature signature = Signature.getInstance(scheme);
      signature.initSign(key);
      signature.update(text);
      byte[] signed = signature.sign();
      signature.initVerify(certified);
      signature.update(text);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false; // another curve
    }
  }
}
