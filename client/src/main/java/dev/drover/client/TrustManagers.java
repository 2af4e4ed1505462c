package dev.drover.client;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// Trust managers: they check the certificates of servers.
final class TrustManagers {
  private TrustManagers() {}

  /// Trusts the server with this name, if its certificate comes from one of these CAs.
  static TrustManager ofAuthorities(byte[] pem, String serverName) {
    return new Named(ofAuthorities(pem), serverName);
  }

  /// Trusts certificates from one of these CAs; the JDK checks the name if the socket asks for it.
  static X509ExtendedTrustManager ofAuthorities(byte[] pem) {
    Set<TrustAnchor> anchors = new LinkedHashSet<>();
    for (X509Certificate authority : Pem.certificates(pem)) {
      anchors.add(new TrustAnchor(authority, null));
    }
    try {
      PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, null);
      parameters.setRevocationEnabled(false); // as every Kubernetes client; clusters publish none
      TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
      factory.init(new CertPathTrustManagerParameters(parameters));
      return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("its certificates cannot be used", e);
    }
  }

  /// Trusts one server. That it has the right name is checked here, see [ServerNames]; all else,
  /// where it comes from and which algorithms are good enough, by the JDK's own manager.
  private static final class Named extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager authorities;
    private final String serverName;

    Named(X509ExtendedTrustManager authorities, String serverName) {
      this.authorities = authorities;
      this.serverName = serverName;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
        throws CertificateException {
      authorities.checkServerTrusted(chain, type, socket);
      ServerNames.check(chain[0], serverName);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
        throws CertificateException {
      authorities.checkServerTrusted(chain, type, engine);
      ServerNames.check(chain[0], serverName);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      authorities.checkServerTrusted(chain, type);
      ServerNames.check(chain[0], serverName);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
        throws CertificateException {
      authorities.checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
        throws CertificateException {
      authorities.checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      authorities.checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return authorities.getAcceptedIssuers();
    }
  }

  /// Trusts every server. The JDK leaves the check of the host name to a manager of this class, so
  /// there is none.
  static final class TrustAll extends X509ExtendedTrustManager {
    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable Socket socket) {}

    @Override
    public void checkServerTrusted(
        X509Certificate[] chain, String type, @Nullable SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable Socket socket) {}

    @Override
    public void checkClientTrusted(
        X509Certificate[] chain, String type, @Nullable SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
