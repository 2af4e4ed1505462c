package dev.drover.certificates;

import static dev.drover.certificates.Der.bits;
import static dev.drover.certificates.Der.bool;
import static dev.drover.certificates.Der.explicit;
import static dev.drover.certificates.Der.implicit;
import static dev.drover.certificates.Der.integer;
import static dev.drover.certificates.Der.octets;
import static dev.drover.certificates.Der.oid;
import static dev.drover.certificates.Der.sequence;
import static dev.drover.certificates.Der.set;
import static dev.drover.certificates.Der.time;
import static dev.drover.certificates.Der.utf8;

import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// A small X.509 authority: EC P-256 keys, certificates that are valid from the hour before they
/// are made, for a week unless another time is given.
///
/// The JDK can read certificates but has no public API to write one. Safe for any number of
/// threads.
///
/// ```java
/// var authority = new CertificateAuthority("shop-ca", InstantSource.system());
/// Credential server = authority.forServer(List.of("localhost"), List.of(loopback));
/// Credential alice = authority.forUser("alice", List.of("developers"));
/// ```
public final class CertificateAuthority {
  private static final Duration WEEK = Duration.ofDays(7);
  private static final Duration TEN_YEARS = Duration.ofDays(3650);

  private static final byte[] ECDSA_WITH_SHA256 = sequence(oid(1, 2, 840, 10045, 4, 3, 2));
  private static final byte[] COMMON_NAME = oid(2, 5, 4, 3);
  private static final byte[] ORGANIZATION = oid(2, 5, 4, 10);

  private static final byte[] CA_CONSTRAINTS = extension(oid(2, 5, 29, 19), sequence(bool(true)));
  private static final byte[] NOT_A_CA = extension(oid(2, 5, 29, 19), sequence());
  private static final byte[] SIGNS_CERTIFICATES =
      extension(oid(2, 5, 29, 15), bits(2, (byte) 0b0000_0100));
  private static final byte[] SIGNS_HANDSHAKES =
      extension(oid(2, 5, 29, 15), bits(7, (byte) 0b1000_0000));
  private static final byte[] FOR_SERVERS =
      extension(oid(2, 5, 29, 37), sequence(oid(1, 3, 6, 1, 5, 5, 7, 3, 1)));
  private static final byte[] FOR_CLIENTS =
      extension(oid(2, 5, 29, 37), sequence(oid(1, 3, 6, 1, 5, 5, 7, 3, 2)));

  private final SecureRandom random = new SecureRandom();
  private final InstantSource clock;
  private final Duration lifetime;
  private final byte[] name;
  private final KeyPair keys;
  private final String certificatePem;

  /// A new authority with a certificate of its own, for a week.
  public CertificateAuthority(String commonName, InstantSource clock) {
    this(commonName, clock, WEEK);
  }

  /// A new authority for ten years, to be kept as a [#credential].
  public static CertificateAuthority lasting(String commonName, InstantSource clock) {
    return new CertificateAuthority(commonName, clock, TEN_YEARS);
  }

  /// A new authority with a certificate of its own.
  ///
  /// @param lifetime of its certificate and of those that it issues
  public CertificateAuthority(String commonName, InstantSource clock, Duration lifetime) {
    this.clock = clock;
    this.lifetime = lifetime;
    this.name = sequence(attribute(COMMON_NAME, commonName));
    this.keys = newKeys();
    this.certificatePem =
        Pem.encode("CERTIFICATE", sign(name, keys, List.of(CA_CONSTRAINTS, SIGNS_CERTIFICATES)));
  }

  private CertificateAuthority(
      String commonName, InstantSource clock, KeyPair keys, String certificatePem) {
    this.clock = clock;
    this.lifetime = TEN_YEARS;
    this.name = sequence(attribute(COMMON_NAME, commonName));
    this.keys = keys;
    this.certificatePem = certificatePem;
  }

  /// A lasting authority that was made before.
  ///
  /// @param commonName the name that it was made with
  /// @throws GeneralSecurityException when the credential is not a certificate with an EC key
  public static CertificateAuthority restored(
      String commonName, Credential credential, InstantSource clock)
      throws GeneralSecurityException {
    PrivateKey key =
        KeyFactory.getInstance("EC")
            .generatePrivate(
                new PKCS8EncodedKeySpec(Pem.blocks(credential.keyPem()).getFirst().content()));
    PublicKey publicKey = Tls.certificate(credential.certificatePem()).getPublicKey();
    return new CertificateAuthority(
        commonName, clock, new KeyPair(publicKey, key), credential.certificatePem());
  }

  /// The authority's certificate and key.
  public Credential credential() {
    return new Credential(
        certificatePem, Pem.encode("PRIVATE KEY", keys.getPrivate().getEncoded()));
  }

  /// The authority's own certificate.
  public String certificatePem() {
    return certificatePem;
  }

  /// A certificate for a server that is reached by these DNS names and addresses.
  public Credential forServer(List<String> names, List<InetAddress> addresses) {
    var subject = sequence(attribute(COMMON_NAME, names.getFirst()));
    var alternatives = new ArrayList<byte[]>();
    for (String dnsName : names) {
      alternatives.add(implicit(2, dnsName.getBytes(StandardCharsets.US_ASCII)));
    }
    for (InetAddress address : addresses) {
      alternatives.add(implicit(7, address.getAddress()));
    }
    var subjectAlternatives =
        extension(oid(2, 5, 29, 17), sequence(alternatives.toArray(byte[][]::new)));
    return issue(subject, List.of(NOT_A_CA, SIGNS_HANDSHAKES, FOR_SERVERS, subjectAlternatives));
  }

  /// A certificate that Kubernetes reads as a user: the common name is its name, each organization
  /// a group.
  public Credential forUser(String user, List<String> groups) {
    var attributes = new ArrayList<byte[]>();
    for (String group : groups) {
      attributes.add(attribute(ORGANIZATION, group));
    }
    attributes.add(attribute(COMMON_NAME, user));
    var subject = sequence(attributes.toArray(byte[][]::new));
    return issue(subject, List.of(NOT_A_CA, SIGNS_HANDSHAKES, FOR_CLIENTS));
  }

  private Credential issue(byte[] subject, List<byte[]> extensions) {
    KeyPair subjectKeys = newKeys();
    return new Credential(
        Pem.encode("CERTIFICATE", sign(subject, subjectKeys, extensions)),
        Pem.encode("PRIVATE KEY", subjectKeys.getPrivate().getEncoded()));
  }

  private byte[] sign(byte[] subject, KeyPair subjectKeys, List<byte[]> extensions) {
    Instant now = clock.instant();
    byte[] body =
        sequence(
            explicit(0, integer(BigInteger.TWO)), // version 3
            integer(new BigInteger(120, random).setBit(120)),
            ECDSA_WITH_SHA256,
            name,
            sequence(time(now.minus(Duration.ofHours(1))), time(now.plus(lifetime))),
            subject,
            subjectKeys.getPublic().getEncoded(),
            explicit(3, sequence(extensions.toArray(byte[][]::new))));
    return sequence(body, ECDSA_WITH_SHA256, bits(0, signature(body)));
  }

  private byte[] signature(byte[] body) {
    try {
      var signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(keys.getPrivate());
      signature.update(body);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("sign a certificate with EC P-256", e);
    }
  }

  /// New keys on the curve P-256, which every JDK has.
  public static KeyPair newKeys() {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("make an EC P-256 key", e);
    }
  }

  private static byte[] attribute(byte[] type, String value) {
    return set(sequence(type, utf8(value)));
  }

  private static byte[] extension(byte[] id, byte[] value) {
    return sequence(id, bool(true), octets(value)); // all of ours are critical
  }
}
