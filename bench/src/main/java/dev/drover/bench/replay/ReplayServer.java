package dev.drover.bench.replay;

import dev.drover.api.Format;
import dev.drover.bench.replay.ReplayEvents.Shape;
import dev.drover.certificates.CertificateAuthority;
import dev.drover.certificates.Tls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// A server of recorded events: its lists are empty, and a watch gets as many events as the token
/// says, as fast as the client takes them; then it is silent. Plain and TLS.
///
/// A process of its own, so that what it does is not the client's: `ReplayServer FOLDER SHAPE`
/// prints `PLAIN-PORT TLS-PORT` when it is ready, and ends with its standard input.
final class ReplayServer implements AutoCloseable {
  private final ReplayContent content;
  private final ServerSocket plain;
  private final ServerSocket secure;

  private ReplayServer(ReplayContent content, ServerSocket plain, ServerSocket secure) {
    this.content = content;
    this.plain = plain;
    this.secure = secure;
  }

  public static void main(String[] args) throws IOException {
    try (ReplayServer server = start(Path.of(args[0]), Shape.valueOf(args[1]))) {
      System.out.println(server.plainPort() + " " + server.securePort());
      while (System.in.read() >= 0) {
        // Until the parent process is gone.
      }
    }
  }

  /// Serves the events of this folder, and leaves its authority there.
  static ReplayServer start(Path folder, Shape shape) throws IOException {
    InetAddress address = InetAddress.ofLiteral("127.0.0.1");
    CertificateAuthority authority = new CertificateAuthority("replay", InstantSource.system());
    Files.writeString(authority(folder), authority.certificatePem());
    var tls =
        Tls.forServer(
            authority.forServer(List.of("localhost"), List.of(address)),
            authority.certificatePem());
    ReplayServer server =
        new ReplayServer(
            new ReplayContent(
                Map.of(
                    Format.JSON, ReplayFile.open(shape.file(folder, Format.JSON)),
                    Format.PROTOBUF, ReplayFile.open(shape.file(folder, Format.PROTOBUF)))),
            new ServerSocket(0, 50, address),
            tls.getServerSocketFactory().createServerSocket(0, 50, address));
    Thread.ofPlatform().daemon().start(() -> server.accept(server.plain));
    Thread.ofPlatform().daemon().start(() -> server.accept(server.secure));
    return server;
  }

  static Path authority(Path folder) {
    return folder.resolve("replay-ca.pem");
  }

  int plainPort() {
    return plain.getLocalPort();
  }

  int securePort() {
    return secure.getLocalPort();
  }

  private void accept(ServerSocket listening) {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        Thread.ofPlatform().daemon().start(() -> serve(socket));
      } catch (IOException e) {
        if (!listening.isClosed()) {
          throw new IllegalStateException("cannot accept", e);
        }
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      new ReplayConnection(content, socket).run();
    } catch (IOException e) {
      // The client went away, as they all do once they have seen enough.
      System.err.println("replay: " + e);
    }
  }

  @Override
  public void close() throws IOException {
    plain.close();
    secure.close();
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
