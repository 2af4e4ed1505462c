package dev.drover.certificates;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// The trust manager of a server: names the authorities whose certificates it expects, so that
/// clients choose theirs, and accepts every certificate.
final class AnyClient extends X509ExtendedTrustManager {
  private final List<X509Certificate> authorities;

  AnyClient(List<X509Certificate> authorities) {
    this.authorities = List.copyOf(authorities);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return authorities.toArray(X509Certificate[]::new);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) {}

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    throw notAClient();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    throw notAClient();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    throw notAClient();
  }

  private static CertificateException notAClient() {
    return new CertificateException("this context is for servers; it trusts none");
  }
}
