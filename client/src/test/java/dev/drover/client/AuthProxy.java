package dev.drover.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// A proxy that demands a name and a password, and then passes bytes on.
public final class AuthProxy implements AutoCloseable {
  /// What it demands, as it is written in its address.
  public static final String LOGIN = "jo:p%40ss";

  private static final String NAME = "jo";
  private static final String PASSWORD = "p@ss";
  private static final byte[] OK = {5, 0, 0, 1, 0, 0, 0, 0, 0, 0};

  private final String scheme;
  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger tunnels = new AtomicInteger();

  private AuthProxy(String scheme, ServerSocket listener) {
    this.scheme = scheme;
    this.listener = listener;
    Thread.ofVirtual().start(this::accept);
  }

  /// HTTP `CONNECT`.
  public static AuthProxy http() throws IOException {
    return new AuthProxy("http", new ServerSocket(0, 100, InetAddress.getLoopbackAddress()));
  }

  /// SOCKS 5.
  public static AuthProxy socks() throws IOException {
    return new AuthProxy("socks5", new ServerSocket(0, 100, InetAddress.getLoopbackAddress()));
  }

  /// HTTP `CONNECT` over TLS, with a certificate of this authority for a name.
  static AuthProxy https(TestAuthority authority, String name) throws Exception {
    KeyPair keys = TestAuthority.keys("EC");
    return new AuthProxy(
        "https",
        TlsPeer.context(authority.server(keys, name), keys)
            .getServerSocketFactory()
            .createServerSocket(0, 100, InetAddress.getLoopbackAddress()));
  }

  /// Its address with a name and a password.
  public URI address(String login) {
    String host = scheme.equals("https") ? "localhost" : "127.0.0.1";
    return URI.create(scheme + "://" + login + "@" + host + ":" + listener.getLocalPort());
  }

  /// How many connections it let through.
  public int tunnels() {
    return tunnels.get();
  }

  /// Breaks all connections.
  public void cutAll() {
    open.forEach(AuthProxy::cut);
  }

  private static void cut(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket client) {
    open.add(client);
    try (client) {
      Socket server = scheme.equals("socks5") ? socks(client) : connect(client);
      if (server == null) {
        return;
      }
      open.add(server);
      tunnels.incrementAndGet();
      try (server) {
        Thread back = Thread.ofVirtual().start(() -> pass(server, client));
        pass(client, server);
        back.join();
      } finally {
        open.remove(server);
      }
    } catch (IOException | InterruptedException e) {
      // One side hung up; so does the other.
    } finally {
      open.remove(client);
    }
  }

  private static void pass(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      cut(from);
      cut(to);
    }
  }

  private static Socket connect(Socket client) throws IOException {
    StringBuilder head = new StringBuilder();
    InputStream in = client.getInputStream();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) octet(in));
    }
    OutputStream out = client.getOutputStream();
    byte[] login = (NAME + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8);
    String basic = "Basic " + Base64.getEncoder().encodeToString(login);
    if (!head.toString().contains("\r\nProxy-Authorization: " + basic + "\r\n")) {
      out.write(
          ascii(
              "HTTP/1.1 407 Proxy Authentication Required\r\n"
                  + "Proxy-Authenticate: Basic realm=\"test\"\r\nContent-Length: 0\r\n\r\n"));
      return null;
    }
    URI target = URI.create("tcp://" + head.substring("CONNECT ".length(), head.indexOf(" HTTP/")));
    Socket server = new Socket(target.getHost(), target.getPort());
    out.write(ascii("HTTP/1.1 200 Connection established\r\n\r\n"));
    return server;
  }

  private static Socket socks(Socket client) throws IOException {
    InputStream in = client.getInputStream();
    OutputStream out = client.getOutputStream();
    octet(in);
    byte[] methods = in.readNBytes(octet(in));
    if (!new String(methods, StandardCharsets.ISO_8859_1).contains("\2")) {
      out.write(new byte[] {5, (byte) 0xFF});
      return null;
    }
    out.write(new byte[] {5, 2});
    octet(in);
    String name = new String(in.readNBytes(octet(in)), StandardCharsets.UTF_8);
    String password = new String(in.readNBytes(octet(in)), StandardCharsets.UTF_8);
    boolean isRight = name.equals(NAME) && password.equals(PASSWORD);
    out.write(new byte[] {1, (byte) (isRight ? 0 : 1)});
    if (!isRight) {
      return null;
    }
    in.readNBytes(3);
    int type = octet(in);
    byte[] host = in.readNBytes(type == 1 ? 4 : type == 4 ? 16 : octet(in));
    int port = octet(in) << 8 | octet(in);
    InetAddress address =
        type == 3
            ? InetAddress.getByName(new String(host, StandardCharsets.US_ASCII))
            : InetAddress.getByAddress(host);
    Socket server = new Socket(address, port);
    out.write(OK);
    return server;
  }

  private static int octet(InputStream in) throws IOException {
    int octet = in.read();
    if (octet < 0) {
      throw new IOException("hung up");
    }
    return octet;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() throws IOException {
    listener.close();
    cutAll();
  }
}
