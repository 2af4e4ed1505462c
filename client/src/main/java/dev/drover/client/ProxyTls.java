package dev.drover.client;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// TLS to a proxy of the kind `https`, below the TLS to the server.
///
/// The proxy's certificate comes from the CA of the configuration, as programs in Go demand it, or
/// from one that the JDK trusts; with `insecure-skip-tls-verify` from anywhere. The client's
/// certificate is not shown: it is for the server. Made for each connection, so that a CA that was
/// rotated counts at once.
final class ProxyTls {
  private ProxyTls() {}

  /// Encrypts a connection to a proxy. The caller limits its time, and closes `plain` on failure.
  static Socket secure(Socket plain, URI proxy, int port, Trust trust) throws IOException {
    String host = ServerAddress.bareHost(proxy);
    try {
      SSLSocket socket =
          (SSLSocket) context(trust).getSocketFactory().createSocket(plain, host, port, true);
      SSLParameters parameters = socket.getSSLParameters();
      if (!trust.insecure()) {
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
      }
      if (!ServerNames.isAddress(host)) {
        parameters.setServerNames(List.of(new SNIHostName(host)));
      }
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return socket;
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException(
          "no secure connection to the proxy %s:%d: %s; its certificate must come from %s"
              .formatted(host, port, e.getMessage(), describe(trust)),
          e);
    }
  }

  private static String describe(Trust trust) {
    PemSource authority = trust.authority();
    return authority == null
        ? "the JDK's trust store"
        : "the CA of " + authority.describe() + " or the JDK's trust store";
  }

  private static SSLContext context(Trust trust) throws GeneralSecurityException, IOException {
    List<X509ExtendedTrustManager> managers = new ArrayList<>();
    PemSource authority = trust.authority();
    if (authority != null) {
      managers.add(TrustManagers.ofAuthorities(authority.read()));
    }
    managers.add(trust.insecure() ? new TrustManagers.TrustAll() : ofJdk());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new AnyOf(managers)}, null);
    return context;
  }

  private static X509ExtendedTrustManager ofJdk() throws GeneralSecurityException {
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init((KeyStore) null);
    return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
  }

  private interface Check {
    void by(X509ExtendedTrustManager manager) throws CertificateException;
  }

  /// Trusts what one of several managers trusts. Each of them checks the name of the host.
  private static final class AnyOf extends X509ExtendedTrustManager {
    private final List<X509ExtendedTrustManager> managers;

    AnyOf(List<X509ExtendedTrustManager> managers) {
      this.managers = managers;
    }

    private void any(Check check) throws CertificateException {
      CertificateException first = null;
      for (X509ExtendedTrustManager manager : managers) {
        try {
          check.by(manager);
          return;
        } catch (CertificateException e) {
          first = first == null ? e : first;
        }
      }
      throw first == null ? new CertificateException("nothing is trusted") : first;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
        throws CertificateException {
      any(manager -> manager.checkServerTrusted(chain, type, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
        throws CertificateException {
      any(manager -> manager.checkServerTrusted(chain, type, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      any(manager -> manager.checkServerTrusted(chain, type));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
        throws CertificateException {
      throw new CertificateException("a proxy is no client");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
        throws CertificateException {
      throw new CertificateException("a proxy is no client");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw new CertificateException("a proxy is no client");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
