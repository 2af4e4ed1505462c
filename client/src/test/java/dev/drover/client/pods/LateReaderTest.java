package dev.drover.client.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Data that is read long after the server has sent all of it, and has closed the connection.
@Tag("slow")
class LateReaderTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int PIPE = 256 * 1024; // bytes that a stream of a session holds
  private static final int MESSAGE = 4096;
  private static final byte[] SUCCESS = "{\"status\":\"Success\"}".getBytes(StandardCharsets.UTF_8);
  private static final byte[] PING = {(byte) 0x89, 0};
  private static final byte[] NORMAL_CLOSE = {(byte) 0x88, 2, 3, (byte) 0xe8};

  private static SessionOptions pinging(Duration interval) {
    return SessionOptions.defaults().with(o -> o.stdin(true).ping(interval));
  }

  /// A whole message on a channel.
  private static byte[] message(int channel, byte[] content) {
    int length = content.length + 1;
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.write(0x82);
    if (length < 126) {
      frame.write(length);
    } else {
      frame.write(126);
      frame.write(length >> 8);
      frame.write(length);
    }
    frame.write(channel);
    frame.writeBytes(content);
    return frame.toByteArray();
  }

  private static void send(WebSocketPeer peer, byte[] frame, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      peer.socket().getOutputStream().write(frame);
    }
  }

  /// Sends messages until the output waits for its reader. Each is read before the next one is
  /// sent: the kernels hold nothing but the last.
  private static int fill(WebSocketPeer peer, int channel, InputStream output) throws Exception {
    int sent = 0;
    do {
      send(peer, message(channel, new byte[MESSAGE]), 1);
      send(peer, PING, 1);
      sent += MESSAGE;
    } while (isAnswered(peer, output));
    return sent;
  }

  private static boolean isAnswered(WebSocketPeer peer, InputStream output) throws Exception {
    while (true) {
      try {
        if (peer.nextOfAnyKind(Duration.ofMillis(5)).opcode() == 10) {
          return true;
        }
      } catch (SocketTimeoutException e) {
        if (output.available() >= PIPE) {
          return false;
        }
      }
    }
  }

  /// Whether this is done within a few milliseconds.
  private static boolean isDone(CompletableFuture<?> future) throws Exception {
    try {
      future.get(5, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  private interface Action {
    void run() throws Exception;
  }

  private static CompletableFuture<Void> start(Action action) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                action.run();
                done.complete(null);
              } catch (Exception e) {
                done.completeExceptionally(e);
              }
            });
    return done;
  }

  /// Waits until the output waits for its reader.
  private static void awaitFull(InputStream output) throws IOException {
    while (output.available() < PIPE) {
      Thread.onSpinWait(); // bounded by the time-out of tests
    }
  }

  /// Time for what must not happen.
  private static void pass(Duration time) throws InterruptedException {
    assertThat(new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
  }

  @Test
  void noPingIsSentWhileOutputWaitsForItsReader() throws Exception {
    try (WebSocketPeer peer = WebSocketPeer.speaking(PodSession.V5);
        PodSession session = peer.pods().exec("web-0", pinging(Duration.ofMillis(5)), "cat")) {
      send(peer, message(1, new byte[MESSAGE]), 100);
      awaitFull(session.stdout());
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 50; i++) { // the pings from before
                  peer.nextOfAnyKind(Duration.ofMillis(500));
                }
              })
          .isInstanceOf(SocketTimeoutException.class);

      assertThat(session.stdout().readNBytes(100 * MESSAGE)).hasSize(100 * MESSAGE);
      assertThat(peer.nextOfAnyKind().opcode()).as("a ping").isEqualTo(9);
    }
  }

  /// The server's kernel still has output to send when the process is over, as kube-apiserver's has
  /// of a process that wrote a few hundred kilobytes.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void outputThatTheServerCouldNotSendBeforeItClosedTheConnectionIsWhole(boolean tls)
      throws Exception {
    int messages = 1024;
    try (WebSocketPeer peer =
            tls ? WebSocketPeer.overTls(PodSession.V5) : WebSocketPeer.speaking(PodSession.V5);
        PodSession session = peer.pods().exec("web-0", pinging(Duration.ofMillis(500)), "cat")) {
      CompletableFuture<Void> sent =
          start(
              () -> {
                send(peer, message(1, new byte[MESSAGE]), messages);
                send(peer, message(3, SUCCESS), 1);
                send(peer, NORMAL_CLOSE, 1);
              });
      CompletableFuture<Void> heard =
          start(
              () -> {
                while (true) {
                  peer.nextOfAnyKind();
                }
              });
      int read = 0;
      while (!isDone(sent)) { // a little at a time, so that what remains fills all buffers
        read += session.stdout().readNBytes(16 * 1024).length;
      }
      awaitFull(session.stdout());
      while (peer.hasUnread()) {
        Thread.onSpinWait(); // bounded by the time-out of tests
      }
      peer.hangUp();
      pass(Duration.ofMillis(1500)); // three pings

      assertThat(read + session.stdout().readAllBytes().length).isEqualTo(messages * MESSAGE);
      assertThat(session.exitCode(LIMIT)).isZero();
      assertThatThrownBy(() -> heard.get(30, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class);
    }
  }

  /// All that the server sent has arrived: input that it refuses must not end the session before
  /// that was read.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void outputThatArrivedIsWholeAfterInputWasRefused(boolean tls) throws Exception {
    try (WebSocketPeer peer =
            tls ? WebSocketPeer.overTls(PodSession.V5) : WebSocketPeer.speaking(PodSession.V5);
        PodSession session = peer.pods().exec("web-0", pinging(LIMIT), "cat")) {
      int sent = fill(peer, 1, session.stdout());
      send(peer, message(1, new byte[MESSAGE]), 4); // these stay in the kernel
      send(peer, message(3, SUCCESS), 1);
      send(peer, NORMAL_CLOSE, 1);
      peer.hangUp();
      assertThatThrownBy(
              () -> {
                while (true) {
                  session.stdin().write(new byte[1]);
                }
              })
          .isInstanceOf(IOException.class);
      assertThat(session.stdout().readAllBytes()).hasSize(sent + 4 * MESSAGE);
      assertThat(session.exitCode(LIMIT)).isZero();
    }
  }

  @Test
  void forwardedConnectionIsWholeAfterThePodRefusedWhatTheLocalClientSent() throws Exception {
    AtomicReference<PodSocket> dialed = new AtomicReference<>();
    try (WebSocketPeer peer = WebSocketPeer.speaking(PodSession.V4);
        PortForward forward =
            PortForward.start(
                "web-0",
                port -> {
                  PodSocket socket = peer.pods().connect("web-0", port);
                  dialed.set(socket);
                  return socket;
                },
                ForwardedPort.to(80));
        Socket local = new Socket()) {
      local.setReceiveBufferSize(4096);
      local.connect(new InetSocketAddress("127.0.0.1", forward.localPort(80)));
      send(peer, message(0, new byte[] {80, 0}), 1); // the port
      while (dialed.get() == null) {
        Thread.onSpinWait(); // bounded by the time-out of tests
      }
      PodSocket remote = dialed.get();
      int sent = fill(peer, 0, remote.input());
      send(peer, message(0, new byte[MESSAGE]), 4); // these stay in the kernel
      send(peer, NORMAL_CLOSE, 1);
      peer.hangUp();
      assertThatThrownBy(
              () -> {
                while (true) {
                  remote.output().write(new byte[1]);
                }
              })
          .isInstanceOf(IOException.class);
      local.getOutputStream().write(1);
      pass(Duration.ofMillis(500));

      local.setSoTimeout((int) LIMIT.toMillis());
      assertThat(local.getInputStream().readAllBytes()).hasSize(sent + 4 * MESSAGE);
      assertThat(forward.lastFailure()).isEmpty();
    }
  }
}
