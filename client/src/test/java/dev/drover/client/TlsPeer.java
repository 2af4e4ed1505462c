package dev.drover.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/// A server that tells each client by which certificate it knows it.
final class TlsPeer implements AutoCloseable {
  private static final char[] PASSWORD = "test".toCharArray();

  private final SSLServerSocket socket;

  TlsPeer(TestAuthority issuer, KeyPair keys, String... names) throws Exception {
    this(issuer.server(keys, names), keys);
  }

  TlsPeer(String certificate, KeyPair keys) throws Exception {
    socket =
        (SSLServerSocket)
            context(certificate, keys)
                .getServerSocketFactory()
                .createServerSocket(0, 10, InetAddress.getLoopbackAddress());
    socket.setWantClientAuth(true);
    Thread.ofVirtual().start(this::serve);
  }

  /// The settings of a server that shows this certificate.
  static SSLContext context(String certificate, KeyPair keys) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "server", keys.getPrivate(), PASSWORD, new X509Certificate[] {certificate(certificate)});
    KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
    factory.init(store, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), new TrustManager[] {new TrustManagers.TrustAll()}, null);
    return context;
  }

  static X509Certificate certificate(String pem) throws GeneralSecurityException {
    InputStream in = new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
    return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
  }

  /// The same server for clients that speak only this version.
  TlsPeer speaking(String version) {
    socket.setEnabledProtocols(new String[] {version});
    return this;
  }

  URI address() {
    return URI.create(
        "https://" + socket.getInetAddress().getHostAddress() + ":" + socket.getLocalPort());
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (SSLSocket client = (SSLSocket) socket.accept()) {
        client.getOutputStream().write(name(client).getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        // The client hung up, which its test expects, or the server was closed.
      }
    }
  }

  private static String name(SSLSocket client) {
    try {
      return client.getSession().getPeerPrincipal().getName();
    } catch (SSLPeerUnverifiedException e) {
      return "nobody";
    }
  }

  /// What the server calls a client with these settings, connected as a transport does it.
  static String greet(TlsSettings tls, URI address) throws IOException {
    try (SSLSocket socket = connect(tls, address)) {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /// A connection with these settings, as a transport makes it.
  static SSLSocket connect(TlsSettings tls, URI address) throws IOException {
    Socket plain = new Socket();
    boolean isDone = false;
    try {
      plain.connect(new InetSocketAddress(address.getHost(), address.getPort()));
      SSLSocket socket =
          (SSLSocket)
              tls.context()
                  .getSocketFactory()
                  .createSocket(plain, tls.serverName(), address.getPort(), true);
      SSLParameters parameters = socket.getSSLParameters();
      if (tls.leavesHostnameToJdk()) {
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
      }
      if (!tls.serverName().equals(address.getHost())) {
        parameters.setServerNames(List.of(new SNIHostName(tls.serverName())));
      }
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      isDone = true;
      return socket;
    } finally {
      if (!isDone) {
        plain.close();
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close(); // which ends the thread
  }
}
