package dev.drover.client.pods;

import dev.drover.api.Bytes;
import dev.drover.client.Headers;
import dev.drover.client.RestRequest;
import dev.drover.client.UpgradedConnection;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The client's side of a WebSocket (RFC 6455): binary messages in both directions.
///
/// ```
///   reading thread ──▶ FrameReader ──ping──▶ later ──▶ control thread ──┐
///   any thread ─────────── send ────────────────────────────────────────┴─▶ FrameWriter
/// ```
///
/// The reading thread never writes: a peer that stops reading while it waits to be read would
/// otherwise block both sides for ever. A virtual thread answers pings, sends one after each quiet
/// interval, and cuts a connection on which nothing came for too long. Time in which a write is
/// blocked does not count, since a peer that applies back-pressure does not read pings either.
///
/// An interval is quiet if the reading thread waited for bytes all the time. While it handles the
/// bytes before, perhaps blocked by a slow consumer, the peer may have sent the rest and closed the
/// connection: a ping would be answered by a reset, and what the peer's kernel still had to send
/// would be lost.
///
/// One reading thread; any number of writing threads; any thread may close it.
final class WebSocket implements AutoCloseable {
  private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; // of RFC 6455
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(1);
  private static final int MAX_LATER = 8; // pings beyond these need no answer of their own

  private final UpgradedConnection connection;
  private final String protocol;
  private final Duration silence;
  private final FrameReader reader;
  private final FrameWriter writer;
  private final BlockingQueue<Later> later = new ArrayBlockingQueue<>(MAX_LATER);
  private final Thread control;
  private volatile boolean closed;
  private volatile @Nullable IOException cut; // why the control thread cut the connection

  private WebSocket(
      UpgradedConnection connection, String protocol, KeepAlive keepAlive, SecureRandom random) {
    this.connection = connection;
    this.protocol = protocol;
    this.silence = keepAlive.silence();
    this.reader =
        new FrameReader(
            connection.input(), ping -> later.offer(new Later(FrameWriter.PONG, Bytes.of(ping))));
    this.writer = new FrameWriter(connection.output(), random);
    this.control =
        Thread.ofVirtual()
            .name("drover/client/websocket")
            .unstarted(() -> controlLoop(keepAlive.ping()));
  }

  /// A frame that the reading thread leaves to the control thread.
  private record Later(int opcode, Bytes payload) {}

  /// How a quiet connection is checked.
  ///
  /// @param ping the time between pings
  /// @param silence the time without any byte after which the connection counts as dead
  record KeepAlive(Duration ping, Duration silence) {}

  /// Opens a WebSocket that speaks one of these protocols, the first one that the server knows.
  ///
  /// @throws dev.drover.client.KubernetesException when the server refuses or cannot be reached
  static WebSocket open(RestRequest request, List<String> protocols, KeepAlive keepAlive) {
    SecureRandom random = new SecureRandom();
    byte[] nonce = new byte[16];
    random.nextBytes(nonce);
    String key = Base64.getEncoder().encodeToString(nonce);
    UpgradedConnection connection =
        request
            .setHeader("Sec-WebSocket-Version", "13")
            .setHeader("Sec-WebSocket-Key", key)
            .setHeader("Sec-WebSocket-Protocol", String.join(", ", protocols))
            .upgrade("websocket");
    try {
      String chosen = checked(connection.headers(), key, protocols);
      WebSocket socket = new WebSocket(connection, chosen, keepAlive, random);
      socket.control.start();
      return socket;
    } catch (IOException e) {
      connection.close();
      throw connection.failed(e);
    }
  }

  /// The protocol that the server chose.
  private static String checked(Headers headers, String key, List<String> protocols)
      throws IOException {
    if (!headers.first("Upgrade").orElse("").toLowerCase(Locale.ROOT).equals("websocket")) {
      throw new ProtocolException(1002, "the server switched to another protocol than WebSocket");
    }
    if (!headers.first("Sec-WebSocket-Accept").orElse("").strip().equals(accept(key))) {
      throw new ProtocolException(1002, "the server's Sec-WebSocket-Accept is wrong");
    }
    if (headers.first("Sec-WebSocket-Extensions").isPresent()) {
      throw new ProtocolException(1010, "the server uses an extension that was not offered");
    }
    String chosen = headers.first("Sec-WebSocket-Protocol").orElse("").strip();
    if (!protocols.contains(chosen)) {
      throw new ProtocolException(
          1002,
          "the server speaks none of the protocols %s, it answered with '%s'"
              .formatted(String.join(", ", protocols), chosen));
    }
    return chosen;
  }

  private static String accept(String key) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-1")
              .digest((key + MAGIC).getBytes(StandardCharsets.US_ASCII));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-1", e);
    }
  }

  /// The protocol in use.
  String protocol() {
    return protocol;
  }

  /// The connection below.
  UpgradedConnection connection() {
    return connection;
  }

  /// Moves to the next message, skipping the rest of the current one. False when the server closed
  /// the connection in good order.
  ///
  /// @throws IOException when the connection ended in another way
  boolean nextMessage() throws IOException {
    try {
      return reader.nextMessage();
    } catch (IOException e) {
      throw explained(e);
    }
  }

  /// Reads bytes of the current message; -1 at its end.
  int read(byte[] target, int from, int length) throws IOException {
    try {
      return reader.read(target, from, length);
    } catch (IOException e) {
      throw explained(e);
    }
  }

  private IOException explained(IOException e) {
    if (e instanceof ProtocolException malformed) {
      close(malformed.code());
      return malformed;
    }
    IOException known = cut;
    if (known != null) {
      return known;
    }
    if (closed && !(e instanceof InterruptedIOException)) {
      return new IOException("the connection was closed by this program", e);
    }
    return e;
  }

  /// Sends one message: a head and a part of an array.
  void send(byte[] head, byte[] data, int from, int length) throws IOException {
    try {
      writer.send(FrameWriter.BINARY, head, data, from, length);
    } catch (IOException e) {
      throw explained(e);
    }
  }

  /// Sends a short answer from the reading thread, which must not block; drops it when too many
  /// wait.
  void sendLater(byte[] message) {
    later.offer(new Later(FrameWriter.BINARY, Bytes.of(message)));
  }

  private void controlLoop(Duration ping) {
    boolean canSend = true;
    long checked = System.nanoTime();
    try {
      while (!closed) {
        Duration quiet =
            shorter(reader.waitingFor(), Duration.ofNanos(System.nanoTime() - checked));
        Later next =
            later.poll(TimeUnit.NANOSECONDS.convert(ping.minus(quiet)), TimeUnit.NANOSECONDS);
        if (closed) {
          return;
        }
        if (next == null && reader.waitingFor().compareTo(ping) >= 0) {
          checked = System.nanoTime();
          if (!writer.isSending()) {
            checkSilence();
            next = new Later(FrameWriter.PING, Bytes.EMPTY);
          }
        }
        if (canSend && next != null) {
          canSend = wasSent(next);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed
    } catch (EOFException e) {
      // Cut for its silence, which the reading thread reports.
    }
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  /// Sends a frame. A failure cuts nothing: what the server sent before it closed the connection
  /// may not be read yet, and the reading thread comes to the end by itself.
  private boolean wasSent(Later frame) {
    try {
      byte[] payload = frame.payload().toByteArray();
      writer.send(frame.opcode(), new byte[0], payload, 0, payload.length);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void checkSilence() throws EOFException {
    if (reader.waitingFor().compareTo(silence) > 0) {
      cut =
          new SocketTimeoutException(
              "nothing came for " + silence.toMillis() / 1000.0 + " s, not even answers to pings");
      connection.close();
      throw new EOFException("cut");
    }
  }

  /// Says good-bye and cuts the connection; waits a second at most.
  @Override
  public void close() {
    close(1000);
  }

  private void close(int code) {
    if (closed) {
      return;
    }
    closed = true;
    control.interrupt();
    // On a thread of its own: a write may be blocked, and may have to be given up.
    Thread goodbye =
        Thread.ofVirtual().name("drover/client/websocket-close").start(() -> sendClose(code));
    try {
      goodbye.join(CLOSE_WAIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    connection.close();
  }

  private void sendClose(int code) {
    try {
      byte[] payload = {(byte) (code >> 8), (byte) code};
      writer.send(FrameWriter.CLOSE, new byte[0], payload, 0, payload.length);
    } catch (IOException e) {
      connection.close(); // gone already, which is what was wanted
    }
  }
}
