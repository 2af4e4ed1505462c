package dev.drover.client;

import static dev.drover.client.DerReader.BIT_STRING;
import static dev.drover.client.DerReader.INTEGER;
import static dev.drover.client.DerReader.OBJECT_IDENTIFIER;
import static dev.drover.client.DerReader.OCTET_STRING;
import static dev.drover.client.DerReader.SEQUENCE;
import static dev.drover.client.DerReader.element;

import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/// A certificate authority for tests; its certificates are valid from 2020 to 2049.
final class TestAuthority {
  private static final byte[] ECDSA_WITH_SHA256 = element(SEQUENCE, oid("2a8648ce3d040302"));

  private final String name;
  private final KeyPair keys;
  private final String pem;

  TestAuthority(String name) {
    this(name, keys("EC"));
  }

  TestAuthority(String name, KeyPair keys) {
    this.name = name;
    this.keys = keys;
    byte[] constraints =
        extension("551d13", element(SEQUENCE, new byte[] {1, 1, (byte) 0xFF})); // is a CA
    this.pem = pem("CERTIFICATE", sign(name, keys, constraints));
  }

  static KeyPair keys(String algorithm) {
    try {
      KeyPairGenerator generator =
          KeyPairGenerator.getInstance(algorithm.startsWith("sec") ? "EC" : algorithm);
      switch (algorithm) {
        case "RSA" -> generator.initialize(2048);
        case "EC" -> generator.initialize(new ECGenParameterSpec("secp256r1"));
        case "secp384r1", "secp521r1" -> generator.initialize(new ECGenParameterSpec(algorithm));
        default -> {}
      }
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  String pem() {
    return pem;
  }

  /// A certificate for these keys and a server on the loopback address with these names.
  String server(KeyPair subject, String... names) {
    List<byte[]> alternatives = new ArrayList<>();
    alternatives.add(element(0x87, InetAddress.getLoopbackAddress().getAddress()));
    for (String dns : names) {
      alternatives.add(element(0x82, dns.getBytes(StandardCharsets.US_ASCII)));
    }
    byte[] all = element(SEQUENCE, alternatives.toArray(byte[][]::new));
    return pem("CERTIFICATE", sign("server", subject, extension("551d11", all)));
  }

  /// A certificate for these keys and a user.
  String client(KeyPair subject, String user) {
    return pem("CERTIFICATE", sign(user, subject));
  }

  private byte[] sign(String subject, KeyPair subjectKeys, byte[]... extensions) {
    byte[] serial = new BigInteger(100, new SecureRandom()).setBit(100).toByteArray();
    byte[] validity =
        element(
            SEQUENCE, element(0x17, ascii("200101000000Z")), element(0x17, ascii("491231235959Z")));
    List<byte[]> parts = new ArrayList<>();
    parts.add(element(0xA0, element(INTEGER, new byte[] {2})));
    parts.add(element(INTEGER, serial));
    parts.add(ECDSA_WITH_SHA256);
    parts.add(commonName(name));
    parts.add(validity);
    parts.add(commonName(subject));
    parts.add(subjectKeys.getPublic().getEncoded());
    if (extensions.length > 0) {
      parts.add(element(0xA3, element(SEQUENCE, extensions)));
    }
    byte[] body = element(SEQUENCE, parts.toArray(byte[][]::new));
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(keys.getPrivate());
      signature.update(body);
      byte[] signed = signature.sign();
      return element(SEQUENCE, body, ECDSA_WITH_SHA256, element(BIT_STRING, new byte[1], signed));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] commonName(String name) {
    byte[] attribute =
        element(SEQUENCE, oid("550403"), element(0x0C, name.getBytes(StandardCharsets.UTF_8)));
    return element(SEQUENCE, element(0x31, attribute));
  }

  private static byte[] extension(String oid, byte[] value) {
    return element(SEQUENCE, oid(oid), element(OCTET_STRING, value));
  }

  private static byte[] oid(String hex) {
    return element(OBJECT_IDENTIFIER, HexFormat.of().parseHex(hex));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /// PKCS#8, as the JDK has it.
  static String keyPem(KeyPair keys) {
    return pem("PRIVATE KEY", keys.getPrivate().getEncoded());
  }

  static String pem(String label, byte[] der) {
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN " + label + "-----\n" + lines + "\n-----END " + label + "-----\n";
  }
}
