package dev.drover.client;

import static dev.drover.client.DerReader.INTEGER;
import static dev.drover.client.DerReader.OBJECT_IDENTIFIER;
import static dev.drover.client.DerReader.OCTET_STRING;
import static dev.drover.client.DerReader.SEQUENCE;
import static dev.drover.client.DerReader.element;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PemTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /// The key inside PKCS#8: PKCS#1 for RSA; for EC, SEC 1 without the curve.
  private static byte[] unwrapped(KeyPair keys) {
    DerReader pkcs8 = new DerReader(keys.getPrivate().getEncoded()).enter(SEQUENCE);
    pkcs8.skip();
    pkcs8.skip();
    return pkcs8.value(OCTET_STRING);
  }

  /// As openssl ecparam -genkey writes it: the curve in a block of its own, and in the key.
  private static String sec1(KeyPair keys) {
    DerReader pkcs8 = new DerReader(keys.getPrivate().getEncoded()).enter(SEQUENCE);
    pkcs8.skip();
    DerReader algorithm = pkcs8.enter(SEQUENCE);
    algorithm.skip();
    byte[] curve = algorithm.whole();
    DerReader key = new DerReader(unwrapped(keys)).enter(SEQUENCE);
    byte[] der = element(SEQUENCE, key.whole(), key.whole(), element(0xA0, curve));
    return TestAuthority.pem("EC PARAMETERS", curve) + TestAuthority.pem("EC PRIVATE KEY", der);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "secp384r1", "secp521r1", "Ed25519"})
  void readsPkcs8(String algorithm) {
    KeyPair keys = TestAuthority.keys(algorithm);
    assertThat(Pem.privateKey(bytes(TestAuthority.keyPem(keys)))).isEqualTo(keys.getPrivate());
  }

  @Test
  void readsPkcs1() {
    KeyPair keys = TestAuthority.keys("RSA");
    String pem = TestAuthority.pem("RSA PRIVATE KEY", unwrapped(keys));
    assertThat(Pem.privateKey(bytes(pem))).isEqualTo(keys.getPrivate());
  }

  @ParameterizedTest
  @ValueSource(strings = {"EC", "secp384r1", "secp521r1"})
  void readsSec1(String curve) {
    KeyPair keys = TestAuthority.keys(curve);
    PrivateKey read = Pem.privateKey(bytes(sec1(keys)));
    assertThat(PrivateKeys.match(read, keys.getPublic())).isTrue();
  }

  @Test
  void keyFormatIsReadFromTheContentNotTheLabel() {
    KeyPair keys = TestAuthority.keys("RSA");
    String pem = TestAuthority.pem("PRIVATE KEY", unwrapped(keys));
    assertThat(Pem.privateKey(bytes(pem))).isEqualTo(keys.getPrivate());
  }

  @Test
  void privateKeyMayFollowCertificatesAndText() {
    KeyPair keys = TestAuthority.keys("EC");
    String pem =
        "Bag Attributes\n    friendlyName: me\n"
            + new TestAuthority("ca").client(keys, "me")
            + "\r\nKey Attributes: <No Attributes>\r\n"
            + TestAuthority.keyPem(keys).replace("\n", "\r\n");
    assertThat(Pem.privateKey(bytes(pem))).isEqualTo(keys.getPrivate());
    assertThat(Pem.certificates(bytes(pem))).hasSize(1);
  }

  @Test
  void readsAllCertificatesOfABundle() {
    String bundle = new TestAuthority("old").pem() + "# new\n" + new TestAuthority("new").pem();
    assertThat(Pem.certificates(bytes(bundle)))
        .extracting(certificate -> certificate.getSubjectX500Principal().getName())
        .containsExactly("CN=old", "CN=new");
  }

  @Test
  void keyIsMatchedWithItsCertificate() {
    for (String algorithm : List.of("RSA", "EC", "Ed25519")) {
      KeyPair keys = TestAuthority.keys(algorithm);
      KeyPair others = TestAuthority.keys(algorithm);
      assertThat(PrivateKeys.match(keys.getPrivate(), keys.getPublic())).isTrue();
      assertThat(PrivateKeys.match(keys.getPrivate(), others.getPublic())).isFalse();
    }
    KeyPair ec = TestAuthority.keys("EC");
    KeyPair rsa = TestAuthority.keys("RSA");
    assertThat(PrivateKeys.match(ec.getPrivate(), rsa.getPublic())).isFalse();
    KeyPair wide = TestAuthority.keys("secp384r1");
    assertThat(PrivateKeys.match(ec.getPrivate(), wide.getPublic())).isFalse();
  }

  @Test
  void encryptedKeysAreAnErrorThatSaysWhatToDo() {
    assertThatThrownBy(
            () -> Pem.privateKey(bytes(TestAuthority.pem("ENCRYPTED PRIVATE KEY", new byte[9]))))
        .hasMessage(
            "its private key is encrypted; decrypt it first, for example with openssl pkey");
    String old =
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n"
            + "AAAA\n-----END RSA PRIVATE KEY-----\n";
    assertThatThrownBy(() -> Pem.privateKey(bytes(old))).hasMessageContaining("is encrypted");
  }

  @Test
  void errorsShowNoContent() {
    assertThatThrownBy(() -> Pem.privateKey(bytes("secret")))
        .hasMessageStartingWith("there is no private key in it");
    assertThatThrownBy(() -> Pem.certificates(bytes("secret")))
        .hasMessageStartingWith("there is no certificate in it");
    assertThatThrownBy(
            () ->
                Pem.privateKey(
                    bytes("-----BEGIN PRIVATE KEY-----\n!secret!\n-----END PRIVATE KEY-----")))
        .hasMessage("its block 'PRIVATE KEY' is not base64")
        .hasNoCause();
    assertThatThrownBy(() -> Pem.privateKey(bytes("-----BEGIN PRIVATE KEY-----\nc2VjcmV0")))
        .hasMessage("its block 'PRIVATE KEY' has no end");
    assertThatThrownBy(
            () -> Pem.certificates(bytes(TestAuthority.pem("CERTIFICATE", new byte[20]))))
        .hasMessage("its certificate number 1 is damaged");
  }

  @Test
  void everyDamagedKeyIsRefused() {
    KeyPair keys = TestAuthority.keys("EC");
    byte[] whole = keys.getPrivate().getEncoded();
    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> PrivateKeys.ofDer(part))
          .isInstanceOf(IllegalArgumentException.class);
    }
    byte[] endless = {SEQUENCE, (byte) 0x84, 0x7F, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF};
    assertThatThrownBy(() -> PrivateKeys.ofDer(endless)).hasMessage("the key is cut off");
  }

  @Test
  void keysOfOtherKindsAreNamed() {
    byte[] dsa =
        element(
            SEQUENCE,
            new byte[] {INTEGER, 1, 0},
            element(SEQUENCE, element(OBJECT_IDENTIFIER, new byte[] {42, 3})),
            element(OCTET_STRING, new byte[1]));
    assertThatThrownBy(() -> PrivateKeys.ofDer(dsa))
        .hasMessage("its private key is neither RSA nor EC nor Ed25519");
    byte[] withoutCurve = unwrapped(TestAuthority.keys("EC"));
    assertThatThrownBy(() -> PrivateKeys.ofDer(withoutCurve))
        .hasMessageStartingWith("its EC key does not say its curve");
  }

  @Test
  void longElementsAreWrittenAsTheyAreRead() {
    for (int length : new int[] {0, 127, 128, 255, 256, 5000}) {
      byte[] value = new byte[length];
      Arrays.fill(value, (byte) 7);
      assertThat(new DerReader(element(OCTET_STRING, value)).value(OCTET_STRING)).isEqualTo(value);
    }
    assertThat(Base64.getEncoder().encodeToString(element(SEQUENCE))).isEqualTo("MAA=");
  }
}
