package dev.drover.client;

import dev.drover.api.PrintableText;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Connects to a server, straight or through a proxy (HTTP `CONNECT`, or SOCKS 5).
final class Tunnel {
  private static final int MAX_ANSWER = 16 * 1024;

  private Tunnel() {}

  /// A socket to `server` over this channel.
  static Socket connect(
      SocketChannel channel, InetSocketAddress server, Optional<URI> proxy, Duration timeout)
      throws IOException {
    if (proxy.isEmpty()) {
      open(channel, server.getHostString(), server.getPort(), timeout);
      return channel.socket();
    }
    URI via = proxy.get();
    int port = port(via);
    String place = place(via);
    try {
      open(channel, via.getHost(), port, timeout);
    } catch (SocketTimeoutException e) {
      throw late("the proxy " + place + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new IOException("cannot reach the proxy " + place + " (" + e.getMessage() + ")", e);
    }
    Socket socket = channel.socket();
    socket.setSoTimeout(millis(timeout));
    try {
      switch (via.getScheme()) {
        case "http" -> connectHttp(socket, server, via);
        case "socks5", "socks5h" -> connectSocks(socket, server);
        default ->
            throw new IOException(
                "the proxy "
                    + ServerAddress.redacted(via)
                    + " is of a kind that is not supported; use http://host:port or"
                    + " socks5://host:port");
      }
    } catch (SocketTimeoutException e) {
      throw late(silence(proxy) + RestAttempts.seconds(timeout), e);
    }
    return socket;
  }

  /// What took too long, to be followed by the limit.
  static String silence(Optional<URI> proxy) {
    return proxy
        .map(via -> "the proxy " + place(via) + " did not answer for ")
        .orElse("not connected after ");
  }

  private static int port(URI proxy) {
    int usual = "http".equals(proxy.getScheme()) ? 80 : 1080;
    return proxy.getPort() >= 0 ? proxy.getPort() : usual;
  }

  private static String place(URI proxy) {
    return proxy.getHost() + ":" + port(proxy);
  }

  private static void open(SocketChannel channel, String host, int port, Duration timeout)
      throws IOException {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new UnknownHostException("no such host: " + host);
    }
    try {
      channel.socket().connect(address, millis(timeout));
    } catch (SocketTimeoutException e) {
      throw late("not connected after " + RestAttempts.seconds(timeout), e);
    }
  }

  /// Zero = no limit, as sockets take it; shorter times than a millisecond are none of those.
  private static int millis(Duration timeout) {
    long millis = Math.min(timeout.toMillis(), Integer.MAX_VALUE);
    return timeout.isZero() ? 0 : (int) Math.max(1, millis);
  }

  static SocketTimeoutException late(String message, @Nullable IOException cause) {
    SocketTimeoutException late = new SocketTimeoutException(message);
    late.initCause(cause);
    return late;
  }

  private static void connectHttp(Socket socket, InetSocketAddress server, URI proxy)
      throws IOException {
    String target = server.getHostString() + ":" + server.getPort();
    StringBuilder head = new StringBuilder("CONNECT " + target + " HTTP/1.1\r\nHost: " + target);
    if (proxy.getUserInfo() != null) {
      byte[] user = proxy.getUserInfo().getBytes(StandardCharsets.UTF_8);
      head.append("\r\nProxy-Authorization: Basic ")
          .append(Base64.getEncoder().encodeToString(user));
    }
    head.append("\r\n\r\n");
    socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
    String answer = readHead(socket.getInputStream());
    if (!answer.startsWith("HTTP/1.") || answer.length() < 12 || !answer.startsWith("200", 9)) {
      String status = PrintableText.of(answer.lines().findFirst().orElse("it hung up"));
      throw new IOException("the proxy refused to connect to " + target + ": " + status);
    }
  }

  /// Byte by byte: what follows the head belongs to the server.
  private static String readHead(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < MAX_ANSWER) {
      int c = in.read();
      if (c < 0) {
        break;
      }
      head.append((char) c);
      if (c == '\n' && (head.toString().endsWith("\r\n\r\n") || head.toString().endsWith("\n\n"))) {
        break;
      }
    }
    return head.toString();
  }

  private static void connectSocks(Socket socket, InetSocketAddress server) throws IOException {
    socket
        .getOutputStream()
        .write(new byte[] {5, 1, 0}); // version 5, one method: no authentication
    byte[] method = socket.getInputStream().readNBytes(2);
    if (method.length < 2 || method[0] != 5 || method[1] != 0) {
      throw new IOException(
          method.length < 2
              ? "the SOCKS proxy hung up"
              : "the SOCKS proxy wants a login, which is not supported");
    }
    byte[] host = server.getHostString().getBytes(StandardCharsets.US_ASCII);
    ByteBuffer request = ByteBuffer.allocate(7 + host.length);
    request
        .put(new byte[] {5, 1, 0, 3, (byte) host.length})
        .put(host)
        .putShort((short) server.getPort());
    socket.getOutputStream().write(request.array());
    byte[] answer = socket.getInputStream().readNBytes(4);
    if (answer.length < 4 || answer[1] != 0) {
      throw new IOException(
          "the SOCKS proxy could not connect to "
              + server.getHostString()
              + ":"
              + server.getPort()
              + (answer.length < 4 ? "" : " (code " + answer[1] + ")"));
    }
    int address = answer[3] == 1 ? 4 : answer[3] == 4 ? 16 : socket.getInputStream().read();
    if (address < 0 || socket.getInputStream().readNBytes(address + 2).length < address + 2) {
      throw new IOException("the SOCKS proxy hung up in its answer");
    }
  }
}
