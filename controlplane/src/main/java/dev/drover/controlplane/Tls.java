package dev.drover.controlplane;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// Makes TLS contexts from the PEM texts of this package.
final class Tls {
  private static final char[] NO_PASSWORD = {};

  private Tls() {}

  /// Trusts the authority and nobody else; presents no certificate.
  static SSLContext trusting(String caPem) {
    try {
      return context(trustStore(caPem), null);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("make a TLS context", e);
    }
  }

  /// Trusts the authority and nobody else; presents the user's certificate.
  static SSLContext forUser(String caPem, User user) {
    try {
      var keys = emptyStore();
      var chain = new Certificate[] {certificate(user.certificatePem())};
      keys.setKeyEntry("user", privateKey(user.keyPem()), NO_PASSWORD, chain);
      return context(trustStore(caPem), keys);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("make a TLS context for " + user, e);
    }
  }

  private static SSLContext context(KeyStore trust, KeyStore keys) throws GeneralSecurityException {
    var trustManagers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trustManagers.init(trust);
    var keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keyManagers.init(keys, NO_PASSWORD);
    var context = SSLContext.getInstance("TLS");
    context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
    return context;
  }

  private static KeyStore trustStore(String caPem) throws GeneralSecurityException, IOException {
    var store = emptyStore();
    store.setCertificateEntry("ca", certificate(caPem));
    return store;
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    return store;
  }

  static Certificate certificate(String pem) throws GeneralSecurityException {
    return CertificateFactory.getInstance("X.509")
        .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
  }

  private static PrivateKey privateKey(String pem) throws GeneralSecurityException {
    String body = pem.replaceAll("-----[A-Z ]+-----", "");
    return KeyFactory.getInstance("EC")
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(body)));
  }
}
