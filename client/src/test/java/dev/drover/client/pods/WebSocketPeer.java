package dev.drover.client.pods;

import dev.drover.certificates.CertificateAuthority;
import dev.drover.certificates.Tls;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.RestClient;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// The server's side of one WebSocket, byte by byte: for what no real server would send.
final class WebSocketPeer implements AutoCloseable {
  private final ServerSocket listener;
  private final @Nullable SSLContext tls;
  private final CompletableFuture<Connection> accepted = new CompletableFuture<>();
  private final List<String> requestHead = new ArrayList<>();
  private final Client client;

  /// A frame that the client sent, unmasked.
  record Frame(int opcode, boolean masked, byte[] mask, byte[] payload) {
    int closeCode() {
      return (payload[0] & 0xFF) << 8 | payload[1] & 0xFF;
    }
  }

  /// A connection: what is read and written, and the TCP connection below it.
  private record Connection(Socket socket, Socket transport) {}

  /// @param answer the headers of the answer; `%s` is where the right accept key goes
  WebSocketPeer(String answer) throws IOException {
    this(answer, null);
  }

  private WebSocketPeer(String answer, @Nullable CertificateAuthority authority)
      throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    listener = new ServerSocket(0, 10, loopback);
    String address = "127.0.0.1:" + listener.getLocalPort();
    ClientConfig config;
    if (authority == null) {
      tls = null;
      config = ClientConfig.of("http://" + address);
    } else {
      String ca = authority.certificatePem();
      tls = Tls.forServer(authority.forServer(List.of("localhost"), List.of(loopback)), ca);
      config =
          ClientConfig.of("https://" + address)
              .with(c -> c.certificateAuthority(ca.getBytes(StandardCharsets.US_ASCII)));
    }
    Thread.ofVirtual().start(() -> accept(answer));
    // Not Client.connect, which opens a connection before there is a request.
    client = Client.over(RestClient.of(config.with(c -> c.namespace("shop"))));
  }

  private static String answer(String protocol) {
    return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol: "
        + protocol
        + "\r\n\r\n";
  }

  static WebSocketPeer speaking(String protocol) throws IOException {
    return new WebSocketPeer(answer(protocol));
  }

  static WebSocketPeer overTls(String protocol) throws IOException {
    return new WebSocketPeer(
        answer(protocol), CertificateAuthority.lasting("test", InstantSource.system()));
  }

  private Socket secured(Socket transport) throws IOException {
    if (tls == null) {
      return transport;
    }
    InputStream nothingRead = InputStream.nullInputStream();
    return tls.getSocketFactory().createSocket(transport, nothingRead, true);
  }

  private void accept(String answer) {
    try {
      Socket transport = listener.accept();
      Socket socket = secured(transport);
      requestHead.addAll(readHead(socket));
      String key =
          requestHead.stream()
              .filter(line -> line.startsWith("Sec-WebSocket-Key: "))
              .findFirst()
              .orElseThrow()
              .substring(19);
      byte[] hash =
          MessageDigest.getInstance("SHA-1")
              .digest(
                  (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")
                      .getBytes(StandardCharsets.US_ASCII));
      String accept = Base64.getEncoder().encodeToString(hash);
      socket
          .getOutputStream()
          .write(answer.replace("%s", accept).getBytes(StandardCharsets.US_ASCII));
      accepted.complete(new Connection(socket, transport));
    } catch (Exception e) {
      accepted.completeExceptionally(e);
    }
  }

  private static List<String> readHead(Socket socket) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n")) {
      int b = socket.getInputStream().read();
      if (b < 0) {
        return List.of();
      }
      head.write(b);
    }
    return head.toString(StandardCharsets.US_ASCII).lines().toList();
  }

  PodClient pods() {
    return PodClient.of(client);
  }

  List<String> requestHead() {
    return requestHead;
  }

  Socket socket() throws Exception {
    return accepted.get(30, TimeUnit.SECONDS).socket();
  }

  /// Whether bytes of the client have arrived that were not read.
  boolean hasUnread() throws Exception {
    return accepted.get(30, TimeUnit.SECONDS).transport().getInputStream().available() > 0;
  }

  /// Ends the connection as kube-apiserver does: what the client sends from now on is answered by a
  /// reset.
  void hangUp() throws Exception {
    Connection connection = accepted.get(30, TimeUnit.SECONDS);
    connection.socket().shutdownOutput();
    connection.transport().close();
  }

  /// Sends bytes, in hexadecimal with spaces.
  void send(String hex) throws Exception {
    socket().getOutputStream().write(HexFormat.of().parseHex(hex.replace(" ", "")));
  }

  /// The next frame of the client; pings are skipped.
  Frame next() throws Exception {
    while (true) {
      Frame frame = nextOfAnyKind();
      if (frame.opcode != 9) {
        return frame;
      }
    }
  }

  Frame nextOfAnyKind() throws Exception {
    return nextOfAnyKind(Duration.ofSeconds(30));
  }

  Frame nextOfAnyKind(Duration limit) throws Exception {
    socket().setSoTimeout((int) limit.toMillis());
    DataInputStream in = new DataInputStream(socket().getInputStream());
    int opcode = in.readUnsignedByte() & 0x0F;
    int second = in.readUnsignedByte();
    int length = second & 0x7F;
    if (length == 126) {
      length = in.readUnsignedShort();
    } else if (length == 127) {
      length = (int) in.readLong();
    }
    byte[] mask = in.readNBytes(4);
    byte[] payload = in.readNBytes(length);
    for (int i = 0; i < payload.length; i++) {
      payload[i] ^= mask[i % 4];
    }
    return new Frame(opcode, (second & 0x80) != 0, mask, payload);
  }

  @Override
  public void close() throws IOException {
    client.close();
    listener.close();
    if (accepted.isDone() && !accepted.isCompletedExceptionally()) {
      accepted.resultNow().transport().close();
    }
  }
}
