package dev.drover.informer;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.RestClient;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;

/// An API server on a socket that does to each list and to each watch what its script says next.
/// Where a script is over, the client waits.
final class ScriptedServer implements AutoCloseable {
  /// What is done to one request.
  @FunctionalInterface
  interface Act {
    /// Whether the connection can be used again.
    boolean play(Peer peer) throws IOException;
  }

  /// One connection.
  record Peer(Socket socket) {
    void write(byte[] bytes) throws IOException {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
    }

    void write(String text) throws IOException {
      write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void chunk(byte[] bytes) throws IOException {
      if (bytes.length > 0) {
        ByteArrayOutputStream chunk = new ByteArrayOutputStream();
        chunk.writeBytes(
            (Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        chunk.writeBytes(bytes);
        chunk.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
        write(chunk.toByteArray());
      }
    }

    /// Waits until the client goes.
    void hold() throws IOException {
      while (socket.getInputStream().read() >= 0) {
        // a client that says more than it was asked for
      }
    }
  }

  /// A request as it arrived.
  record Seen(String line) {
    /// A parameter; empty where there is none.
    String param(String name) {
      String query = URI.create(line.split(" ")[1]).getQuery();
      return Arrays.stream((query == null ? "" : query).split("&"))
          .filter(p -> p.startsWith(name + "="))
          .map(p -> p.substring(name.length() + 1))
          .findFirst()
          .orElse("");
    }

    boolean isWatch() {
      return param("watch").equals("true");
    }

    /// Version, limit and token, as in `rv=5 limit=500`.
    @Override
    public String toString() {
      StringBuilder text = new StringBuilder(isWatch() ? "watch" : "list");
      text.append(" rv=").append(param("resourceVersion"));
      for (String name : List.of("limit", "continue", "sendInitialEvents")) {
        if (!param(name).isEmpty()) {
          text.append(' ').append(name).append('=').append(param(name));
        }
      }
      return text.toString();
    }
  }

  private final ServerSocket socket;
  private final Thread acceptor;
  private final Queue<Act> lists = new ConcurrentLinkedQueue<>();
  private final Queue<Act> watches = new ConcurrentLinkedQueue<>();
  private final LinkedBlockingQueue<Seen> arrivals = new LinkedBlockingQueue<>();
  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final LinkedBlockingQueue<Socket> ended = new LinkedBlockingQueue<>();

  ScriptedServer() {
    try {
      socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    acceptor = Thread.ofVirtual().start(this::accept);
  }

  /// What the next lists get.
  ScriptedServer lists(Act... acts) {
    lists.addAll(List.of(acts));
    return this;
  }

  /// What the next watches get.
  ScriptedServer watches(Act... acts) {
    watches.addAll(List.of(acts));
    return this;
  }

  Client client() {
    return client(_ -> {});
  }

  Client client(Consumer<ClientConfig.Builder> change) {
    ClientConfig config = ClientConfig.of("http://127.0.0.1:" + socket.getLocalPort());
    return Client.over(RestClient.of(config.with(change)));
  }

  /// The next request, waited for.
  Seen next() throws InterruptedException {
    Seen next = arrivals.poll(20, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("no request came; so far: " + seen);
    }
    return next;
  }

  /// Everything asked so far.
  List<Seen> seen() {
    return seen;
  }

  /// Waits until a connection has ended.
  void awaitEnd() throws InterruptedException {
    if (ended.poll(20, TimeUnit.SECONDS) == null) {
      throw new AssertionError("no connection ended");
    }
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        client.setTcpNoDelay(true);
        open.add(client);
        Thread.ofVirtual().start(() -> serve(new Peer(client)));
      } catch (IOException e) {
        break; // closed
      }
    }
  }

  private void serve(Peer peer) {
    try (Socket client = peer.socket) {
      InputStream in = new BufferedInputStream(client.getInputStream());
      for (String line = head(in); !line.isEmpty(); line = head(in)) {
        Seen request = new Seen(line);
        Act act = (request.isWatch() ? watches : lists).poll();
        seen.add(request);
        arrivals.add(request);
        if (!(act == null ? hold() : act).play(peer)) {
          return;
        }
      }
    } catch (IOException e) {
      // The client hung up, as many tests want it to.
    } finally {
      open.remove(peer.socket);
      ended.add(peer.socket);
    }
  }

  /// The first line of a request, whose other lines are read, too.
  private static String head(InputStream in) throws IOException {
    String first = line(in);
    for (String next = first; !next.isEmpty(); next = line(in)) {
      // nothing in these that matters
    }
    return first;
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n' && c >= 0; c = in.read()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  // ---- Acts

  /// No answer at all.
  static Act hold() {
    return peer -> {
      peer.hold();
      return false;
    };
  }

  /// The connection ends before an answer.
  static Act cut() {
    return _ -> false;
  }

  /// A whole answer.
  static Act answer(int status, String headers, byte[] body) {
    return peer -> {
      peer.write(head(status, headers, body.length));
      peer.write(body);
      return true;
    };
  }

  /// An answer that ends after so many bytes of its body.
  static Act cutAfter(int length, String headers, byte[] body) {
    return peer -> {
      peer.write(head(200, headers, body.length));
      peer.write(Arrays.copyOf(body, length));
      return false;
    };
  }

  /// The same, without a length of the body: it ends with the connection.
  static Act cutUnannounced(int length, String headers, byte[] body) {
    return peer -> {
      peer.write("HTTP/1.1 200 OK\r\n" + headers + "Connection: close\r\n\r\n");
      peer.write(Arrays.copyOf(body, length));
      return false;
    };
  }

  private static String head(int status, String headers, int length) {
    return "HTTP/1.1 " + status + " Some\r\n" + headers + "Content-Length: " + length + "\r\n\r\n";
  }

  /// A compressed answer of which only a part comes.
  static Act cutGzip(String headers, byte[] body) {
    return peer -> {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (OutputStream out = new GZIPOutputStream(bytes)) {
        out.write(body);
      }
      return cutAfter(bytes.size() / 2, headers + "Content-Encoding: gzip\r\n", bytes.toByteArray())
          .play(peer);
    };
  }

  private static void beginWatch(Peer peer, String headers) throws IOException {
    peer.write("HTTP/1.1 200 OK\r\n" + headers + "Transfer-Encoding: chunked\r\n\r\n");
  }

  /// A watch with these frames, ended in good order.
  static Act watch(String headers, byte[]... frames) {
    return peer -> {
      beginWatch(peer, headers);
      for (byte[] frame : frames) {
        peer.chunk(frame);
      }
      peer.write("0\r\n\r\n");
      return true;
    };
  }

  /// A watch with these frames, after which nothing comes any more; it is not ended.
  static Act watchThenHold(String headers, byte[]... frames) {
    return peer -> {
      beginWatch(peer, headers);
      for (byte[] frame : frames) {
        peer.chunk(frame);
      }
      peer.hold();
      return false;
    };
  }

  /// A watch with these frames, then the connection is cut.
  static Act watchThenCut(String headers, byte[]... frames) {
    return peer -> {
      beginWatch(peer, headers);
      for (byte[] frame : frames) {
        peer.chunk(frame);
      }
      return false;
    };
  }

  /// The same, each byte by itself.
  static Act watchInBytes(String headers, byte[]... frames) {
    return peer -> {
      beginWatch(peer, headers);
      for (byte[] frame : frames) {
        for (byte b : frame) {
          peer.chunk(new byte[] {b});
        }
      }
      peer.hold();
      return false;
    };
  }

  @Override
  public void close() {
    try {
      socket.close();
      acceptor.join(); // the port is open until then
      for (Socket client : open) {
        client.close();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
