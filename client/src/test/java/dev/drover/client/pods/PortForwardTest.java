package dev.drover.client.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ConfigException;
import dev.drover.client.RequestFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Local ports that lead to no pod.
class PortForwardTest {
  private static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  private static PodSocket refuse(int port) {
    throw new ConfigException("the credential program failed");
  }

  @Test
  void connectionForWhichThereAreNoCredentialsIsReset() throws Exception {
    try (PortForward forward =
            PortForward.start("web-0", PortForwardTest::refuse, ForwardedPort.to(80));
        Socket local = new Socket("127.0.0.1", forward.localPort(80))) {
      local.setSoTimeout(30_000);
      assertThatThrownBy(() -> local.getInputStream().read())
          .as("nothing must not look like an empty answer")
          .isInstanceOf(SocketException.class);
      assertThat(forward.lastFailure().orElseThrow())
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("the credential program failed");
    }
  }

  @Test
  void localPortInUseIsNamedAndTheOthersAreFreeAgain() throws Exception {
    int free;
    try (ServerSocket unused = listen()) {
      free = unused.getLocalPort();
    }
    try (ServerSocket taken = listen()) {
      assertThatThrownBy(
              () ->
                  PortForward.start(
                      "web-0",
                      PortForwardTest::refuse,
                      new ForwardedPort(free, 80),
                      new ForwardedPort(taken.getLocalPort(), 81)))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("web-0")
          .hasMessageContaining("" + taken.getLocalPort());
    }
    assertThatThrownBy(() -> new Socket("127.0.0.1", free).close()).isInstanceOf(IOException.class);
  }

  private static final String REPLY = "82 0c 80030002 00000004 0000000";

  private static CompletableFuture<byte[]> all(WebSocketPeer peer) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (PodSocket socket = peer.pods().connect("web-0", 80)) {
            return socket.input().readAllBytes();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        Thread::startVirtualThread);
  }

  /// kube-apiserver and the kubelet handle the streams of a connection concurrently.
  @ParameterizedTest
  @CsvSource({"1, 3", "3, 1"})
  void dataMayComeBeforeTheRepliesOfTheStreams(int first, int second) throws Exception {
    try (WebSocketPeer peer = WebSocketPeer.speaking(SpdyPortStream.PROTOCOL)) {
      CompletableFuture<byte[]> read = all(peer);
      peer.send(REPLY + first);
      peer.send("82 7f 0000000000064008 00000003 00064000" + "61".repeat(0x64000));
      peer.send(REPLY + second);
      peer.send("82 08 00000003 01000000");
      assertThat(read.get(30, TimeUnit.SECONDS)).hasSize(0x64000);
    }
  }

  @Test
  void connectionMayBeOverBeforeTheReplyOfItsStream() throws Exception {
    try (WebSocketPeer peer = WebSocketPeer.speaking(SpdyPortStream.PROTOCOL)) {
      CompletableFuture<byte[]> read = all(peer);
      peer.send(REPLY + "1");
      peer.send("82 09 00000003 01000001 61");
      assertThat(read.get(30, TimeUnit.SECONDS)).containsExactly('a');
    }
  }

  @Test
  void resetBeforeTheReplyOfTheStreamFailsTheFirstRead() throws Exception {
    try (WebSocketPeer peer = WebSocketPeer.speaking(SpdyPortStream.PROTOCOL)) {
      CompletableFuture<byte[]> read = all(peer);
      peer.send("82 0c 00000001 00000004 6f6f7073"); // "oops" on the error stream
      peer.send("82 10 80030003 00000008 00000003 00000001");
      assertThatThrownBy(() -> read.get(30, TimeUnit.SECONDS))
          .hasCauseInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("oops");
    }
  }

  @Test
  void streamThatIsNeverAcceptedDoesNotFillTheMemory() throws Exception {
    try (WebSocketPeer peer = WebSocketPeer.speaking(SpdyPortStream.PROTOCOL)) {
      CompletableFuture<byte[]> read = all(peer);
      String message = "82 7f 0000000000100008 00000003 00100000" + "61".repeat(1 << 20);
      for (int i = 0; i < 16; i++) {
        peer.send(message);
      }
      peer.send("82 09 00000003 00000001 61");
      assertThatThrownBy(() -> read.get(30, TimeUnit.SECONDS))
          .hasCauseInstanceOf(RequestFailedException.class)
          .hasMessageContaining("before it accepted the stream");
    }
  }
}
