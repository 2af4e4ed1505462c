package dev.drover.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;

/// An HTTP server on a socket that does to each request what the script says next: answers, also
/// wrongly, cuts the connection, or stays silent. Without a script it answers `{}`.
final class ScriptedServer implements AutoCloseable {
  /// What the server does to one request; the connection is kept when it returns true.
  @FunctionalInterface
  interface Act {
    boolean play(Peer peer) throws IOException;
  }

  /// One connection to a client.
  record Peer(int number, Socket socket, ScriptedServer server) {
    void write(byte[] bytes) throws IOException {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
    }
  }

  /// A request as it arrived.
  record Seen(int connection, String line, Headers headers, byte[] body) {
    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  private final ServerSocket socket;
  private final Queue<Act> script = new ConcurrentLinkedQueue<>();
  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final LinkedBlockingQueue<Seen> arrivals = new LinkedBlockingQueue<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final LinkedBlockingQueue<Integer> ended = new LinkedBlockingQueue<>();
  private final AtomicInteger connections = new AtomicInteger();

  ScriptedServer(Act... acts) {
    script.addAll(List.of(acts));
    try {
      socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  ScriptedServer then(Act... acts) {
    script.addAll(List.of(acts));
    return this;
  }

  String address() {
    return "http://127.0.0.1:" + socket.getLocalPort();
  }

  ClientConfig config() {
    return ClientConfig.builder().server(address()).build();
  }

  /// Everything asked so far.
  List<Seen> seen() {
    return seen;
  }

  /// The next request, waited for.
  Seen arrival() throws InterruptedException {
    Seen next = arrivals.poll(10, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("no request came");
    }
    return next;
  }

  /// How many connections there have been.
  int connections() {
    return connections.get();
  }

  /// The number of a connection that ended, waited for.
  int ended() throws InterruptedException {
    Integer number = ended.poll(10, TimeUnit.SECONDS);
    if (number == null) {
      throw new AssertionError("no connection ended");
    }
    return number;
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        open.add(client);
        Peer peer = new Peer(connections.incrementAndGet(), client, this);
        Thread.ofVirtual().start(() -> serve(peer));
      } catch (IOException e) {
        break; // closed
      }
    }
  }

  private void serve(Peer peer) {
    try (Socket client = peer.socket) {
      InputStream in = new BufferedInputStream(client.getInputStream());
      for (Seen request = read(peer, in); request != null; request = read(peer, in)) {
        seen.add(request);
        arrivals.add(request);
        Act act = script.poll();
        if (!(act == null ? json("{}") : act).play(peer)) {
          return;
        }
      }
    } catch (IOException e) {
      // The client hung up, as many tests want it to.
    } finally {
      open.remove(peer.socket);
      ended.add(peer.number);
    }
  }

  private static Seen read(Peer peer, InputStream in) throws IOException {
    String line = line(in);
    if (line == null) {
      return null;
    }
    Headers headers = Headers.EMPTY;
    for (String next = line(in); next != null && !next.isEmpty(); next = line(in)) {
      int colon = next.indexOf(':');
      headers = headers.plus(next.substring(0, colon), next.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.first("Content-Length").orElse("0"));
    return new Seen(peer.number, line, headers, in.readNBytes(length));
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        return null;
      }
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /// Exactly these characters, and the connection is kept.
  static Act raw(String text) {
    return peer -> {
      peer.write(bytes(text));
      return true;
    };
  }

  /// Exactly these characters, and then the end of the connection.
  static Act rawThenCut(String text) {
    return peer -> {
      peer.write(bytes(text));
      return false;
    };
  }

  /// Exactly these characters, each in a packet of its own if the network likes.
  static Act trickle(String text) {
    return peer -> {
      peer.socket.setTcpNoDelay(true);
      for (byte b : bytes(text)) {
        peer.write(new byte[] {b});
      }
      return true;
    };
  }

  static Act answer(int status, String headers, String body) {
    return raw(text(status, headers, body));
  }

  static String text(int status, String headers, String body) {
    return "HTTP/1.1 "
        + status
        + " Some\r\n"
        + headers
        + "Content-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  static Act json(String body) {
    return answer(200, "Content-Type: application/json\r\n", body);
  }

  /// A refusal with `Retry-After`.
  static Act busy(int status, String retryAfter) {
    return answer(status, "Retry-After: " + retryAfter + "\r\n", "busy");
  }

  /// The connection ends in good order.
  static Act cut() {
    return peer -> false;
  }

  /// The connection ends with a reset.
  static Act reset() {
    return peer -> {
      peer.socket.setSoLinger(true, 0);
      return false;
    };
  }

  /// Nothing more, but the connection stays.
  static Act silence() {
    return silenceAfter("");
  }

  /// These characters, then nothing more; the connection stays until the client or the server goes.
  static Act silenceAfter(String text) {
    return peer -> {
      peer.write(bytes(text));
      peer.socket.getInputStream().read();
      return false;
    };
  }

  /// Waits for a test before it plays on.
  static Act after(CountDownLatch latch, Act act) {
    return peer -> {
      try {
        if (!latch.await(10, TimeUnit.SECONDS)) {
          throw new AssertionError("nobody opened the latch");
        }
      } catch (InterruptedException e) {
        return false;
      }
      return act.play(peer);
    };
  }

  static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(bytes(text));
    }
    return bytes.toByteArray();
  }

  /// Cuts what is open, but goes on listening.
  void cutAll() throws IOException {
    for (Socket client : open) {
      client.close();
    }
  }

  /// Accepts no connection any more; those that are open stay.
  void refuseConnections() throws IOException {
    socket.close();
  }

  @Override
  public void close() {
    try {
      socket.close();
      cutAll();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
