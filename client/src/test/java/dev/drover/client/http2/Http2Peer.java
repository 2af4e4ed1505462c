package dev.drover.client.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/// A server of HTTP/2 whose every frame a test decides. Where the client chooses HTTP/1.1, each
/// request is answered with `{}`.
public final class Http2Peer implements AutoCloseable {
  private final SSLServerSocket socket;
  private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
  private final List<Connection> connections = new ArrayList<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger http1 = new AtomicInteger();
  private volatile int[] settings = {};

  public Http2Peer(SSLContext context, String... protocols) throws IOException {
    socket =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 2000, InetAddress.getLoopbackAddress());
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(protocols);
    socket.setSSLParameters(parameters);
    Thread.ofVirtual().start(this::accept);
  }

  public URI address() {
    return URI.create("https://127.0.0.1:" + socket.getLocalPort());
  }

  /// The settings of new connections, in pairs.
  public Http2Peer with(int... pairs) {
    settings = pairs;
    return this;
  }

  /// How many connections there were, of each kind.
  public int accepted() {
    return accepted.get();
  }

  public int http1() {
    return http1.get();
  }

  /// The next request over HTTP/2, when it has arrived whole.
  public Request request() throws InterruptedException {
    Request next = requests.poll(20, TimeUnit.SECONDS);
    assertThat(next).as("no request arrived").isNotNull();
    return next;
  }

  /// The connection with this number.
  public Connection connection(int number) {
    synchronized (connections) {
      return connections.get(number);
    }
  }

  public boolean hasRequest() {
    return !requests.isEmpty();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        SSLSocket client = (SSLSocket) socket.accept();
        accepted.incrementAndGet();
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(SSLSocket client) {
    try (client) {
      client.startHandshake();
      if ("h2".equals(client.getApplicationProtocol())) {
        Connection connection = new Connection(client);
        synchronized (connections) {
          connections.add(connection);
        }
        try {
          connection.serve();
        } finally {
          connection.ended.countDown();
        }
      } else {
        http1.incrementAndGet();
        answerHttp1(client);
      }
    } catch (IOException e) {
      // The client hung up.
    }
  }

  private static void answerHttp1(SSLSocket client) throws IOException {
    StringBuilder head = new StringBuilder();
    for (int b = client.getInputStream().read(); b >= 0; b = client.getInputStream().read()) {
      head.append((char) b);
      if (head.indexOf("\r\n\r\n") >= 0) {
        head.setLength(0);
        client
            .getOutputStream()
            .write(
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    synchronized (connections) {
      for (Connection connection : connections) {
        connection.cut();
      }
    }
  }

  /// A frame that is neither of a request nor of the settings.
  public record Frame(int type, int flags, int stream, byte[] payload) {
    public int number() {
      return (payload[0] & 0xFF) << 24
          | (payload[1] & 0xFF) << 16
          | (payload[2] & 0xFF) << 8
          | payload[3] & 0xFF;
    }
  }

  /// A request that has arrived.
  public final class Request {
    private final Connection connection;
    private final int id;
    private final List<Map.Entry<String, String>> headers = new ArrayList<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    private Request(Connection connection, int id) {
      this.connection = connection;
      this.id = id;
    }

    public Connection connection() {
      return connection;
    }

    public int id() {
      return id;
    }

    public String header(String name) {
      return headers.stream()
          .filter(header -> header.getKey().equals(name))
          .map(Map.Entry::getValue)
          .findFirst()
          .orElse("");
    }

    public String body() {
      return body.toString(StandardCharsets.UTF_8);
    }

    public Request head(int status, String... pairs) throws IOException {
      return headers(status, false, pairs);
    }

    public Request headers(int status, boolean last, String... pairs) throws IOException {
      connection.send(
          FrameReader.HEADERS,
          FrameReader.END_HEADERS | (last ? FrameReader.END_STREAM : 0),
          id,
          block(status, pairs));
      return this;
    }

    public Request data(String text) throws IOException {
      return data(text, false);
    }

    public Request data(String text, boolean last) throws IOException {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      connection.send(FrameReader.DATA, last ? FrameReader.END_STREAM : 0, id, bytes);
      return this;
    }

    /// A whole answer.
    public void answer(String text) throws IOException {
      head(200, "content-type", "application/json").data(text, true);
    }

    public void reset(int code) throws IOException {
      connection.send(FrameReader.RST_STREAM, 0, id, FrameWriter.int32(code));
    }
  }

  /// A block of headers without any table.
  public static byte[] block(int status, String... pairs) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    literal(block, ":status", Integer.toString(status));
    for (int i = 0; i < pairs.length; i += 2) {
      literal(block, pairs[i], pairs[i + 1]);
    }
    return block.toByteArray();
  }

  private static void literal(ByteArrayOutputStream block, String name, String value) {
    block.write(0);
    text(block, name);
    text(block, value);
  }

  private static void text(ByteArrayOutputStream block, String text) {
    if (text.length() < 127) {
      block.write(text.length());
    } else {
      int rest = text.length() - 127;
      block.write(127);
      for (; rest >= 128; rest >>>= 7) {
        block.write(rest & 127 | 128);
      }
      block.write(rest);
    }
    block.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /// A connection over HTTP/2.
  public final class Connection {
    private final SSLSocket client;
    private final FrameReader in;
    private final HeaderDecoder decoder = new HeaderDecoder();
    private final Map<Integer, Request> begun = new ConcurrentHashMap<>();
    private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();

    private final CountDownLatch ended = new CountDownLatch(1);

    private Connection(SSLSocket client) throws IOException {
      this.client = client;
      client.getInputStream().readNBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".length());
      this.in = new FrameReader(client.getInputStream());
    }

    private void serve() throws IOException {
      settings(settings);
      while (in.next()) {
        switch (in.type()) {
          case FrameReader.HEADERS -> begin();
          case FrameReader.DATA -> go();
          case FrameReader.SETTINGS -> {
            if (!in.has(FrameReader.ACK)) {
              send(FrameReader.SETTINGS, FrameReader.ACK, 0);
            }
          }
          default ->
              frames.add(
                  new Frame(
                      in.type(),
                      in.has(FrameReader.ACK) ? FrameReader.ACK : 0,
                      in.stream(),
                      Arrays.copyOfRange(in.buffer(), in.from(), in.to())));
        }
      }
    }

    private void begin() throws IOException {
      Request request = new Request(this, in.stream());
      boolean last = in.has(FrameReader.END_STREAM);
      byte[] block = in.headerBlock();
      decoder.decode(
          block, 0, block.length, (name, value) -> request.headers.add(Map.entry(name, value)));
      begun.put(request.id, request);
      if (last) {
        requests.add(request);
      }
    }

    private void go() {
      Request request = begun.get(in.stream());
      request.body.write(in.buffer(), in.from(), in.to() - in.from());
      if (in.has(FrameReader.END_STREAM)) {
        requests.add(request);
      }
    }

    /// A request that may not have arrived whole; null before its head.
    public @Nullable Request begun(int id) {
      return begun.get(id);
    }

    /// The next frame of the client like this one.
    public Frame frame(Predicate<Frame> wanted) throws InterruptedException {
      while (true) {
        Frame next = frames.poll(20, TimeUnit.SECONDS);
        assertThat(next).as("no such frame arrived").isNotNull();
        if (wanted.test(next)) {
          return next;
        }
      }
    }

    public void settings(int... pairs) throws IOException {
      ByteArrayOutputStream payload = new ByteArrayOutputStream();
      for (int i = 0; i < pairs.length; i += 2) {
        payload.write(0);
        payload.write(pairs[i]);
        payload.writeBytes(FrameWriter.int32(pairs[i + 1]));
      }
      send(FrameReader.SETTINGS, 0, 0, payload.toByteArray());
    }

    public void goAway(int lastId, int code) throws IOException {
      byte[] payload = new byte[8];
      System.arraycopy(FrameWriter.int32(lastId), 0, payload, 0, 4);
      System.arraycopy(FrameWriter.int32(code), 0, payload, 4, 4);
      send(FrameReader.GOAWAY, 0, 0, payload);
    }

    public synchronized void send(int type, int flags, int stream, byte... payload)
        throws IOException {
      byte[] frame = new byte[FrameReader.HEAD + payload.length];
      frame[0] = (byte) (payload.length >>> 16);
      frame[1] = (byte) (payload.length >>> 8);
      frame[2] = (byte) payload.length;
      frame[3] = (byte) type;
      frame[4] = (byte) flags;
      System.arraycopy(FrameWriter.int32(stream), 0, frame, 5, 4);
      System.arraycopy(payload, 0, frame, FrameReader.HEAD, payload.length);
      client.getOutputStream().write(frame);
      client.getOutputStream().flush();
    }

    /// Waits until the client has ended the connection.
    public void awaitEnd() throws InterruptedException {
      assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
    }

    public void cut() throws IOException {
      client.close();
    }
  }
}
