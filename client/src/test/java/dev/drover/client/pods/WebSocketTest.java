package dev.drover.client.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Bytes;
import dev.drover.client.RequestFailedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Frames that a real server does not send, or only under load.
class WebSocketTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final SessionOptions INPUT = SessionOptions.defaults().with(o -> o.stdin(true));
  private static final String SUCCESS =
      frame(0x82, 3, "{\"status\":\"Success\"}"); // on the channel of the status

  /// An unmasked frame with a channel byte, in hexadecimal.
  private static String frame(int first, int channel, String text) {
    byte[] payload = text.getBytes(StandardCharsets.UTF_8);
    return "%02x%02x%02x".formatted(first, payload.length + 1, channel)
        + HexFormat.of().formatHex(payload);
  }

  @ParameterizedTest
  @CsvSource({
    "c2 02 01 61, 1002, reserved bits",
    "82 81 00000000 61, 1002, masked",
    "83 01 01, 1002, its kind 3 is unknown",
    "8b 00, 1002, its kind 11 is unknown",
    "80 01 01, 1002, continues a message that has not begun",
    "02 01 01 82 01 01, 1002, begins a message inside another",
    "09 00, 1002, control frame is split",
    "89 7e 007e, 1002, longer than 125 bytes",
    "82 7e 0005 0161616161, 1002, shortest form",
    "82 7f 0000000000000080, 1002, shortest form",
    "82 7f 8000000000000000, 1002, shortest form",
    "88 01 03, 1002, half a code",
    "88 02 03ed, 1002, the code 1005",
    "88 02 0001, 1002, the code 1",
    "88 02 0bb7, 1002, the code 2999",
    "88 04 03e8 c328, 1007, not UTF-8",
    "81 01 61, 1003, text instead of binary",
  })
  void malformedFrameIsRefusedWithItsCode(String frames, int code, String reason) throws Exception {
    try (WebSocketPeer peer = WebSocketPeer.speaking(PodSession.V5);
        PodSession session = peer.pods().exec("web-0", INPUT, "cat")) {
      peer.send(frames);

      WebSocketPeer.Frame close = peer.next();
      assertThat(close.opcode()).isEqualTo(8);
      assertThat(close.closeCode()).isEqualTo(code);
      assertThatThrownBy(() -> session.exitCode(LIMIT))
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining("pods/exec shop/web-0")
          .hasMessageContaining(reason);
      assertThatThrownBy(() -> session.stdout().read()).isInstanceOf(IOException.class);
    }
  }

  @Test
  void fragmentsMakeOneMessageAndPingsBetweenThemAreAnswered() throws Exception {
    try (WebSocketPeer peer = WebSocketPeer.speaking(PodSession.V5);
        PodSession session = peer.pods().exec("web-0", INPUT, "cat")) {
      peer.send("02 03 01 6162"); // "ab" on stdout, to be continued
      peer.send("89 03 707171"); // a ping
      peer.send("00 00 00 01 63 80 01 64"); // nothing, "c", "d" and the end

      WebSocketPeer.Frame pong = peer.next();
      assertThat(pong.opcode()).isEqualTo(10);
      assertThat(pong.payload()).asString().isEqualTo("pqq");
      assertThat(session.stdout().readNBytes(4)).asString().isEqualTo("abcd");
      peer.send(SUCCESS + "8800");
      assertThat(session.exitCode(LIMIT)).isZero();
      assertThat(session.stdout().read()).isEqualTo(-1);
    }
  }

  @Test
  void longFramesAreReadWhole() throws Exception {
    byte[] text = new byte[70_000];
    Arrays.fill(text, (byte) 'x');
    try (WebSocketPeer peer = WebSocketPeer.speaking(PodSession.V5);
        PodSession session = peer.pods().exec("web-0", INPUT, "cat")) {
      peer.send("82 7f 0000000000011171 01" + HexFormat.of().formatHex(text));
      peer.send(SUCCESS + "8800");
      assertThat(session.stdout().readAllBytes()).isEqualTo(text);
    }
  }

  @Test
  void framesOfTheClientAreMaskedEachDifferently() throws Exception {
    try (WebSocketPeer peer = WebSocketPeer.speaking(PodSession.V5);
        PodSession session = peer.pods().exec("web-0", INPUT, "cat")) {
      session.stdin().write("one".getBytes(StandardCharsets.US_ASCII));
      session.stdin().write(new byte[40_000]);
      session.stdin().close();

      WebSocketPeer.Frame first = peer.next();
      assertThat(first.masked()).isTrue();
      assertThat(first.payload()).isEqualTo(new byte[] {0, 'o', 'n', 'e'});
      WebSocketPeer.Frame second = peer.next();
      assertThat(second.payload()).hasSize(32 * 1024 + 1);
      assertThat(second.mask()).isNotEqualTo(first.mask());
      assertThat(peer.next().payload()).hasSize(40_000 - 32 * 1024 + 1);
      assertThat(peer.next().payload()).isEqualTo(new byte[] {(byte) 255, 0});
      assertThat(peer.requestHead()).contains("Sec-WebSocket-Version: 13", "Connection: Upgrade");
    }
  }

  @Test
  void olderServerGivesAnExitCodeButCannotEndTheInput() throws Exception {
    try (WebSocketPeer peer = WebSocketPeer.speaking(PodSession.V4);
        PodSession session = peer.pods().exec("web-0", INPUT, "cat")) {
      assertThatThrownBy(() -> session.stdin().close())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("v4.channel.k8s.io");
      peer.send(
          "82 7e 009e 03"
              + HexFormat.of()
                  .formatHex(
                      ("{\"status\":\"Failure\",\"reason\":\"NonZeroExitCode\",\"message\":\"command"
                           + " terminated with exit code"
                           + " 3.\",\"details\":{\"causes\":[{\"reason\":\"ExitCode\",\"message\":\"3\"}]}}"
                           + "      ")
                          .substring(0, 157)
                          .getBytes(StandardCharsets.US_ASCII)));
      assertThat(session.exitCode(LIMIT)).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Upgrade: websocket\r\nSec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol: v1.other\r\n",
        "Upgrade: websocket\r\nSec-WebSocket-Accept: wrong\r\nSec-WebSocket-Protocol:"
            + " v5.channel.k8s.io\r\n",
        "Upgrade: SPDY/3.1\r\nSec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol:"
            + " v5.channel.k8s.io\r\n",
        "Upgrade: websocket\r\nSec-WebSocket-Accept: %s\r\nSec-WebSocket-Extensions: x\r\n"
            + "Sec-WebSocket-Protocol: v5.channel.k8s.io\r\n"
      })
  void wrongAnswerToTheHandshakeIsAFailure(String headers) throws Exception {
    String head = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n";
    try (WebSocketPeer peer = new WebSocketPeer(head + headers + "\r\n")) {
      assertThatThrownBy(() -> peer.pods().exec("web-0", INPUT, "cat"))
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining("the server");
    }
  }

  @Test
  void closeCodeOtherThanNormalIsAFailureWithItsReason() throws Exception {
    try (WebSocketPeer peer = WebSocketPeer.speaking(PodSession.V5);
        PodSession session = peer.pods().exec("web-0", INPUT, "cat")) {
      peer.send("82 02 01 61 88 06 03f3 6f6f7073"); // "a", then 1011 "oops"
      assertThat(session.stdout().read()).isEqualTo('a');
      assertThatThrownBy(() -> session.stdout().read())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("1011: oops");
    }
  }

  @Test
  void connectionThatBreaksWithoutACloseFrameIsAFailure() throws Exception {
    try (WebSocketPeer peer = WebSocketPeer.speaking(PodSession.V5);
        PodSession session = peer.pods().exec("web-0", INPUT, "cat")) {
      peer.send("82 02 01 61");
      peer.socket().close();
      assertThat(session.stdout().read()).isEqualTo('a');
      assertThatThrownBy(() -> session.stdout().read()).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> session.exitCode(LIMIT)).isInstanceOf(RequestFailedException.class);
    }
  }

  @Test
  void normalCloseWithoutAnExitCodeIsAFailure() throws Exception {
    try (WebSocketPeer peer = WebSocketPeer.speaking(PodSession.V5);
        PodSession session = peer.pods().exec("web-0", INPUT, "cat")) {
      peer.send("88 02 03e8");
      assertThatThrownBy(() -> session.exitCode(LIMIT))
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining("without an exit code");
    }
  }

  @Test
  void silentServerIsGivenUp() throws Exception {
    SessionOptions impatient =
        INPUT.with(o -> o.ping(Duration.ofMillis(20)).silence(Duration.ofMillis(200)));
    try (WebSocketPeer peer = WebSocketPeer.speaking(PodSession.V5);
        PodSession session = peer.pods().exec("web-0", impatient, "cat")) {
      assertThat(peer.nextOfAnyKind().opcode()).isEqualTo(9);
      assertThatThrownBy(() -> session.exitCode(LIMIT))
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining("nothing came for 0.2 s");
    }
  }

  @Test
  @Tag("slow")
  void quietServerThatAnswersPingsIsNotGivenUp() throws Exception {
    SessionOptions impatient =
        INPUT.with(o -> o.ping(Duration.ofMillis(20)).silence(Duration.ofMillis(1500)));
    try (WebSocketPeer peer = WebSocketPeer.speaking(PodSession.V5);
        PodSession session = peer.pods().exec("web-0", impatient, "cat")) {
      for (long end = System.nanoTime() + 2_500_000_000L; System.nanoTime() < end; ) {
        assertThat(peer.nextOfAnyKind().opcode()).isEqualTo(9);
        peer.send("8a00");
      }
      assertThat(session.isOpen()).isTrue();
      peer.send(SUCCESS + "8800");
      assertThat(session.exitCode(LIMIT)).isZero();
    }
  }

  @Test
  @Tag("slow")
  void blockedWriteDoesNotKeepOutputAndPingsFromBeingRead() throws Exception {
    SessionOptions impatient =
        INPUT.with(o -> o.ping(Duration.ofMillis(20)).silence(Duration.ofSeconds(1)));
    try (WebSocketPeer peer = WebSocketPeer.speaking(PodSession.V5);
        PodSession session = peer.pods().exec("web-0", impatient, "cat")) {
      peer.socket(); // which reads nothing from here on
      Thread writer =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      session.stdin().write(new byte[64 << 20]);
                    } catch (IOException e) {
                      // closed at the end of the test
                    }
                  });
      for (int i = 0; i < 100; i++) {
        peer.send("89 01 70"); // pings, which cannot be answered
        peer.send("82 02 01 61");
      }
      assertThat(session.stdout().readNBytes(100)).hasSize(100);
      // Longer than the silence that is allowed; the blocked write excuses it.
      assertThat(writer.join(Duration.ofMillis(2500))).isFalse();
      assertThat(session.isOpen()).isTrue();
      peer.socket().close();
      assertThat(writer.join(LIMIT)).isTrue();
    }
  }

  @RepeatedTest(20)
  void commandThatEndsWithoutReadingItsInputGivesItsOutputAndExitCode() throws Exception {
    try (WebSocketPeer peer = WebSocketPeer.speaking(PodSession.V5)) {
      var completed =
          CompletableFuture.supplyAsync(
              () -> peer.pods().run("web-0", INPUT, Bytes.of(new byte[8 << 20]), "head"),
              Thread::startVirtualThread);
      peer.next();
      peer.send("82 02 01 61" + SUCCESS + "88 02 03e8");
      peer.socket().close(); // with input that was not read: a reset
      assertThat(completed.get(30, TimeUnit.SECONDS))
          .isEqualTo(new Completed(0, Bytes.of(new byte[] {'a'}), Bytes.EMPTY));
    }
  }
}
