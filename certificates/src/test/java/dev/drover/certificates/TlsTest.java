package dev.drover.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.FutureTask;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;

class TlsTest {
  private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");
  private final Identities identities = new Identities(InstantSource.system(), List.of(HERE));

  @Test
  void serverSeesTheCertificateOfAUser() throws Exception {
    var jane = identities.newUser("jane", List.of("viewers"));

    assertThat(subjectSeen(Tls.forUser(identities.serverCaPem(), jane)))
        .isEqualTo(new SubjectName("jane", List.of("viewers")));
  }

  @Test
  void clientNeedsNoCertificate() {
    assertThatThrownBy(() -> subjectSeen(Tls.trusting(identities.serverCaPem())))
        .hasCauseInstanceOf(SSLPeerUnverifiedException.class);
  }

  @Test
  void clientDoesNotTrustTheServerOfAnotherAuthority() {
    assertThatThrownBy(() -> subjectSeen(Tls.trusting(identities.clientCaPem())))
        .isInstanceOf(SSLException.class);
  }

  /// What the server learns of a client that connects.
  private SubjectName subjectSeen(SSLContext client) throws Exception {
    SSLContext server = Tls.forServer(identities.server(), identities.clientCaPem());
    try (var listener =
        (SSLServerSocket) server.getServerSocketFactory().createServerSocket(0, 1, HERE)) {
      listener.setWantClientAuth(true);
      var handshake = new FutureTask<>(() -> subject(listener));
      Thread.startVirtualThread(handshake);
      try (var socket =
          (SSLSocket) client.getSocketFactory().createSocket(HERE, listener.getLocalPort())) {
        socket.startHandshake();
        return handshake.get();
      }
    }
  }

  private static SubjectName subject(SSLServerSocket listener) throws Exception {
    try (var socket = (SSLSocket) listener.accept()) {
      var certificate = (X509Certificate) socket.getSession().getPeerCertificates()[0];
      return SubjectName.of(certificate.getSubjectX500Principal());
    }
  }
}
