package dev.drover.certificates;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/// Makes TLS contexts from the PEM texts of this package.
///
/// ```java
/// SSLContext server = Tls.forServer(authority.forServer(names, addresses), clientCa);
/// SSLContext client = Tls.trusting(authority.certificatePem());
/// ```
public final class Tls {
  private static final char[] NO_PASSWORD = {};
  private static final KeyManager[] NO_KEYS = {};

  private Tls() {}

  /// Trusts the authority alone; presents no certificate.
  public static SSLContext trusting(String caPem) {
    return context("trust an authority", () -> NO_KEYS, () -> trust(caPem));
  }

  /// Trusts the authority alone; presents the user's certificate.
  public static SSLContext forUser(String caPem, User user) {
    var credential = new Credential(user.certificatePem(), user.keyPem());
    return context("be " + user, () -> keys(credential), () -> trust(caPem));
  }

  /// Presents the server's certificate; asks clients for one of the authorities, but accepts every
  /// client: as in kube-apiserver, a certificate of another authority is rejected by
  /// authentication, with an answer, and not by a failed handshake.
  ///
  /// @param clientCaPem one or more certificates
  public static SSLContext forServer(Credential server, String clientCaPem) {
    return context(
        "be a server",
        () -> keys(server),
        () -> new TrustManager[] {new AnyClient(certificates(clientCaPem))});
  }

  /// The certificate in a PEM text.
  ///
  /// @throws GeneralSecurityException when there is none
  public static X509Certificate certificate(String pem) throws GeneralSecurityException {
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
  }

  /// All certificates in a PEM text.
  ///
  /// @throws GeneralSecurityException when there is none
  public static List<X509Certificate> certificates(String pem) throws GeneralSecurityException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    List<X509Certificate> certificates = new ArrayList<>();
    for (Pem.Block block : Pem.blocks(pem)) {
      if (block.label().equals("CERTIFICATE")) {
        certificates.add(
            (X509Certificate)
                factory.generateCertificate(new ByteArrayInputStream(block.content())));
      }
    }
    if (certificates.isEmpty()) {
      throw new CertificateException("there is no certificate in the PEM text");
    }
    return certificates;
  }

  private static SSLContext context(
      String purpose, Source<KeyManager[]> keys, Source<TrustManager[]> trust) {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(keys.get(), trust.get(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("make a TLS context to " + purpose, e);
    }
  }

  private static KeyManager[] keys(Credential credential)
      throws GeneralSecurityException, IOException {
    var store = emptyStore();
    var chain = certificates(credential.certificatePem()).toArray(Certificate[]::new);
    store.setKeyEntry("own", privateKey(credential.keyPem()), NO_PASSWORD, chain);
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, NO_PASSWORD);
    return managers.getKeyManagers();
  }

  private static TrustManager[] trust(String caPem) throws GeneralSecurityException, IOException {
    var store = emptyStore();
    store.setCertificateEntry("ca", certificate(caPem));
    var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(store);
    return managers.getTrustManagers();
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    return store;
  }

  private static PrivateKey privateKey(String pem) throws GeneralSecurityException {
    String body = pem.replaceAll("-----[A-Z ]+-----", "");
    var key = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(body));
    try {
      return KeyFactory.getInstance("EC").generatePrivate(key);
    } catch (InvalidKeySpecException e) {
      return KeyFactory.getInstance("RSA").generatePrivate(key);
    }
  }

  private interface Source<T> {
    T get() throws GeneralSecurityException, IOException;
  }
}
