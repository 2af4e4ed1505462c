package dev.drover.client;

import dev.drover.api.text.PrintableText;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Connects to a server, straight or through a proxy (HTTP `CONNECT`, with or without TLS to the
/// proxy, or SOCKS 5).
final class Tunnel {
  private static final int MAX_ANSWER = 16 * 1024;

  private Tunnel() {}

  /// A socket to `server` over this channel.
  ///
  /// @param trust what a proxy of the kind `https` must be signed by
  static Socket connect(
      SocketChannel channel,
      InetSocketAddress server,
      Optional<URI> proxy,
      Trust trust,
      Duration timeout)
      throws IOException {
    if (proxy.isEmpty()) {
      open(channel, server.getHostString(), server.getPort(), timeout);
      return channel.socket();
    }
    URI via = proxy.get();
    int port = port(via);
    String place = place(via);
    try {
      open(channel, ServerAddress.bareHost(via), port, timeout);
    } catch (SocketTimeoutException e) {
      throw late("the proxy " + place + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new IOException("cannot reach the proxy " + place + " (" + e.getMessage() + ")", e);
    }
    Socket socket = channel.socket();
    socket.setSoTimeout(millis(timeout));
    try {
      switch (via.getScheme()) {
        case "socks5", "socks5h" -> connectSocks(socket, server, via);
        case "https" -> {
          socket = ProxyTls.secure(socket, via, port, trust);
          connectHttp(socket, server, via);
        }
        default -> connectHttp(socket, server, via);
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
    if (proxy.getPort() >= 0) {
      return proxy.getPort();
    }
    return switch (proxy.getScheme()) {
      case "http" -> 80;
      case "https" -> 443;
      default -> 1080;
    };
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
    String target = place(server);
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

  /// Host and port; an IPv6 address is in brackets.
  private static String place(InetSocketAddress server) {
    String host = server.getHostString();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + server.getPort();
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

  private static void connectSocks(Socket socket, InetSocketAddress server, URI proxy)
      throws IOException {
    String login = proxy.getRawUserInfo();
    // Version 5 and the methods: no authentication, or also by name and password.
    socket.getOutputStream().write(login == null ? new byte[] {5, 1, 0} : new byte[] {5, 2, 0, 2});
    byte[] method = socket.getInputStream().readNBytes(2);
    if (method.length < 2) {
      throw new IOException("the SOCKS proxy hung up");
    }
    if (method[0] == 5 && method[1] == 2 && login != null) {
      logIn(socket, login);
    } else if (method[0] != 5 || method[1] != 0) {
      throw new IOException(
          login == null
              ? "the SOCKS proxy wants a login; give one as socks5://name:password@host:port"
              : "the SOCKS proxy does not accept a name and a password");
    }
    byte[] host = socksAddress(server.getHostString());
    ByteBuffer request = ByteBuffer.allocate(5 + host.length);
    request.put(new byte[] {5, 1, 0}).put(host).putShort((short) server.getPort());
    socket.getOutputStream().write(request.array());
    byte[] answer = socket.getInputStream().readNBytes(4);
    if (answer.length < 4 || answer[1] != 0) {
      throw new IOException(
          "the SOCKS proxy could not connect to "
              + place(server)
              + (answer.length < 4 ? "" : " (code " + answer[1] + ")"));
    }
    int address = answer[3] == 1 ? 4 : answer[3] == 4 ? 16 : socket.getInputStream().read();
    if (address < 0 || socket.getInputStream().readNBytes(address + 2).length < address + 2) {
      throw new IOException("the SOCKS proxy hung up in its answer");
    }
  }

  /// The type and the address: an IP address as such, a name for the proxy to look up.
  private static byte[] socksAddress(String host) throws IOException {
    try {
      byte[] address = InetAddress.ofLiteral(host).getAddress();
      return ByteBuffer.allocate(1 + address.length)
          .put((byte) (address.length == 4 ? 1 : 4))
          .put(address)
          .array();
    } catch (IllegalArgumentException e) {
      byte[] name = host.getBytes(StandardCharsets.US_ASCII);
      if (name.length > 255) {
        throw new IOException("a SOCKS proxy takes host names of at most 255 bytes", e);
      }
      return ByteBuffer.allocate(2 + name.length)
          .put((byte) 3)
          .put((byte) name.length)
          .put(name)
          .array();
    }
  }

  /// RFC 1929.
  private static void logIn(Socket socket, String login) throws IOException {
    int colon = login.indexOf(':');
    byte[] name = unescaped(colon < 0 ? login : login.substring(0, colon));
    byte[] password = unescaped(colon < 0 ? "" : login.substring(colon + 1));
    if (name.length == 0 || name.length > 255 || password.length > 255) {
      throw new IOException("a SOCKS proxy takes names and passwords of at most 255 bytes");
    }
    ByteBuffer request = ByteBuffer.allocate(3 + name.length + password.length);
    request.put((byte) 1).put((byte) name.length).put(name);
    request.put((byte) password.length).put(password);
    socket.getOutputStream().write(request.array());
    byte[] answer = socket.getInputStream().readNBytes(2);
    if (answer.length < 2 || answer[1] != 0) {
      throw new IOException("the SOCKS proxy refused the login");
    }
  }

  /// The bytes of a part of an address: a plus sign is itself.
  private static byte[] unescaped(String part) {
    return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8)
        .getBytes(StandardCharsets.UTF_8);
  }
}
