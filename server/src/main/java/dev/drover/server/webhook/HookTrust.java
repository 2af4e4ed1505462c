package dev.drover.server.webhook;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// Trusts the authorities of a webhook's `caBundle`, and only certificates of the host that is
/// called. Its errors have Go's words.
final class HookTrust extends X509ExtendedTrustManager {
  private static final int DNS = 2; // kinds of names, as X509Certificate numbers them
  private static final int IP = 7;

  private final X509TrustManager authorities;
  private final String host;

  private HookTrust(X509TrustManager authorities, String host) {
    this.authorities = authorities;
    this.host = host;
  }

  /// A TLS context for calls to a webhook.
  ///
  /// @throws HookException when the bundle cannot be read
  static SSLContext context(HookTarget target) throws HookException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      X509TrustManager trust = authorities(target.caBundle());
      context.init(null, new TrustManager[] {new HookTrust(trust, target.host())}, null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new HookException("unable to load root certificates: " + e.getMessage());
    }
  }

  private static X509TrustManager authorities(String pem)
      throws GeneralSecurityException, IOException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(pem.isBlank() ? null : store(pem));
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509TrustManager found) {
        return found;
      }
    }
    throw new GeneralSecurityException("the JDK has no X.509 trust manager");
  }

  private static KeyStore store(String pem) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    Collection<? extends Certificate> certificates =
        CertificateFactory.getInstance("X.509")
            .generateCertificates(
                new ByteArrayInputStream(pem.getBytes(StandardCharsets.ISO_8859_1)));
    if (certificates.isEmpty()) {
      throw new GeneralSecurityException("unable to parse bytes as PEM block");
    }
    for (Certificate certificate : certificates) {
      store.setCertificateEntry("ca" + store.size(), certificate);
    }
    return store;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
      throws CertificateException {
    checkServerTrusted(chain, type);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
      throws CertificateException {
    checkServerTrusted(chain, type);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    checkTime(chain[0]);
    try {
      authorities.checkServerTrusted(chain, type);
    } catch (CertificateException e) {
      throw new CertificateException("x509: certificate signed by unknown authority", e);
    }
    checkHost(chain[0]);
  }

  private static void checkTime(X509Certificate certificate) throws CertificateException {
    try {
      certificate.checkValidity();
    } catch (CertificateExpiredException | CertificateNotYetValidException e) {
      throw new CertificateException("x509: certificate has expired or is not yet valid", e);
    }
  }

  private void checkHost(X509Certificate certificate) throws CertificateException {
    List<String> names = names(certificate, DNS);
    List<String> addresses = names(certificate, IP);
    boolean isAddress = host.indexOf(':') >= 0 || host.matches("[0-9.]+");
    if (isAddress && addresses.isEmpty()) {
      throw new CertificateException(
          "x509: cannot validate certificate for "
              + host
              + " because it doesn't contain any IP SANs");
    }
    List<String> valid = isAddress ? addresses : names;
    if (valid.isEmpty()) {
      throw new CertificateException(
          "x509: certificate is not valid for any names, but wanted to match " + host);
    }
    boolean matches =
        isAddress
            ? addresses.stream().anyMatch(this::isSameAddress)
            : names.stream().anyMatch(this::isSameName);
    if (!matches) {
      throw new CertificateException(
          "x509: certificate is valid for " + String.join(", ", valid) + ", not " + host);
    }
  }

  private static List<String> names(X509Certificate certificate, int kind)
      throws CertificateException {
    List<String> names = new ArrayList<>();
    Collection<List<?>> all = certificate.getSubjectAlternativeNames();
    if (all != null) {
      for (List<?> name : all) {
        if (name.get(0) instanceof Integer of && of == kind && name.get(1) instanceof String text) {
          names.add(text);
        }
      }
    }
    return names;
  }

  private boolean isSameAddress(String address) {
    try {
      return InetAddress.getByName(address).equals(InetAddress.getByName(host)); // both literals
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /// A `*` stands for one whole label, the first.
  private boolean isSameName(String pattern) {
    String name = host.toLowerCase(Locale.ROOT);
    String wanted = pattern.toLowerCase(Locale.ROOT);
    if (wanted.startsWith("*.")) {
      int dot = name.indexOf('.');
      return dot > 0 && name.substring(dot).equals(wanted.substring(1));
    }
    return name.equals(wanted);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return authorities.getAcceptedIssuers();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    checkClientTrusted(chain, type);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    checkClientTrusted(chain, type);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    throw new CertificateException("webhooks are called, they do not call");
  }
}
