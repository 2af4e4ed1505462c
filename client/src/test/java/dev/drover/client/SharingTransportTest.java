package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.http2.Http2Peer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The promises of [Transport], kept by requests that share connections.
class SharingTransportTest extends SharingFixture {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int WINDOW_UPDATE = 8;
  private static final int CONTINUATION = 9;

  // ---- Requests and answers

  @Test
  void requestArrivesWholeAndAnswerComesBack() throws Exception {
    Transport transport = sharing();
    Transport.Request request =
        Transport.Request.of("POST", "/x?y=1")
            .with(
                r ->
                    r.headers(Headers.EMPTY.with("X-A", "1", "2").with("Authorization", "Bearer t"))
                        .body("{}".getBytes())
                        .readTimeout(LONG));
    var answer = async(() -> transport.send(request));
    Http2Peer.Request seen = peer.request();
    assertThat(seen.header(":method")).isEqualTo("POST");
    assertThat(seen.header(":path")).isEqualTo("/x?y=1");
    assertThat(seen.header(":scheme")).isEqualTo("https");
    assertThat(seen.header(":authority")).isEqualTo(peer.address().getAuthority());
    assertThat(seen.header("x-a")).isEqualTo("1");
    assertThat(seen.header("authorization")).isEqualTo("Bearer t");
    assertThat(seen.header("content-length")).isEqualTo("2");
    assertThat(seen.header("accept-encoding")).isEqualTo("gzip");
    assertThat(seen.body()).isEqualTo("{}");
    seen.head(100);
    seen.head(103, "link", "x");
    seen.head(201, "warning", "299 - \"x\"", "content-length", "4").data("{\"a").data("\"", true);
    Transport.Response response = value(answer);
    assertThat(response.status()).isEqualTo(201);
    assertThat(response.headers().first("Warning")).contains("299 - \"x\"");
    assertThat(text(response)).isEqualTo("{\"a\"");
  }

  @Test
  void whiteSpaceAroundHeaderValuesIsNotSent() throws Exception {
    Transport transport = sharing();
    Headers headers = Headers.EMPTY.with("Accept", " application/json ").plus("X-A", "\tb c\t");
    assertThat(headers.first("Accept")).contains("application/json");
    var answer = async(() -> text(transport.send(get().with(r -> r.headers(headers)))));
    Http2Peer.Request seen = peer.request();
    assertThat(seen.header("accept")).isEqualTo("application/json");
    assertThat(seen.header("x-a")).isEqualTo("b c");
    seen.head(200).data("ok", true);
    assertThat(value(answer)).isEqualTo("ok");
  }

  @Test
  void compressedAnswersAreUnpacked() throws Exception {
    Transport transport = sharing();
    var answer = async(() -> text(transport.send(get())));
    Http2Peer.Request seen = peer.request();
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write("hello".getBytes());
    }
    seen.head(200, "content-encoding", "gzip");
    seen.connection().send(DATA, 1, seen.id(), packed.toByteArray());
    assertThat(value(answer)).isEqualTo("hello");
  }

  @Test
  void paddingTrailersPrioritiesAndUnknownFramesArePassedOver() throws Exception {
    Transport transport = sharing();
    var answer = async(() -> text(transport.send(get())));
    Http2Peer.Request seen = peer.request();
    byte[] block = Http2Peer.block(200, "a", "b");
    byte[] padded = new byte[block.length + 1 + 5 + 3];
    padded[0] = 3;
    System.arraycopy(block, 0, padded, 6, block.length);
    seen.connection().send(0x77, 0, 0, new byte[] {1, 2});
    seen.connection().send(HEADERS, 4 | 8 | 0x20, seen.id(), padded);
    seen.connection().send(2, 0, seen.id(), new byte[5]);
    seen.connection().send(DATA, 8, seen.id(), new byte[] {2, 'o', 'k', 0, 0});
    seen.connection().send(DATA, 0, seen.id());
    seen.connection().send(HEADERS, 1 | 4, seen.id(), Http2Peer.block(200).clone());
    assertThat(value(answer)).isEqualTo("ok");
  }

  @Test
  void headOverSeveralFramesIsJoined() throws Exception {
    Transport transport = sharing();
    var answer = async(() -> transport.send(get()));
    Http2Peer.Request seen = peer.request();
    byte[] block = Http2Peer.block(200, "x-long", "v".repeat(20_000));
    int at = 0;
    while (at < block.length) {
      int n = Math.min(7000, block.length - at);
      byte[] part = new byte[n];
      System.arraycopy(block, at, part, 0, n);
      seen.connection()
          .send(at == 0 ? HEADERS : CONTINUATION, at + n == block.length ? 4 : 0, seen.id(), part);
      at += n;
    }
    seen.data("", true);
    try (Transport.Response response = value(answer)) {
      assertThat(response.headers().first("X-Long").orElseThrow()).hasSize(20_000);
      assertThat(response.body().read()).isNegative();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"HEAD", "DELETE"})
  void answersWithoutABodyEnd(String method) throws Exception {
    Transport transport = sharing();
    var answer =
        async(
            () ->
                text(
                    transport.send(
                        Transport.Request.of(method, "/x").with(r -> r.readTimeout(LONG)))));
    String length = method.equals("HEAD") ? "5" : "0";
    peer.request().headers(200, true, "content-length", length, "content-encoding", "gzip");
    assertThat(value(answer)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"6,hello", "4,hello", "5x,hello", "1,''"})
  void bodyOfAnotherLengthThanAnnouncedIsAFailure(String announced, String body) throws Exception {
    Transport transport = sharing();
    var answer = async(() -> text(transport.send(get())));
    peer.request().head(200, "content-length", announced).data(body, true);
    assertThat(failure(answer)).isInstanceOf(IOException.class);
    var next = async(() -> text(transport.send(get())));
    peer.request().answer("{}");
    assertThat(value(next)).as("others are not disturbed").isEqualTo("{}");
    assertThat(peer.accepted()).isEqualTo(1);
  }

  // ---- Flow control

  @Test
  void largeBodiesWaitForTheServersWindows() throws Exception {
    peer.with(4, 1000);
    Transport transport = sharing();
    byte[] body = new byte[200_000];
    new Random(3).nextBytes(body);
    var first = async(() -> text(transport.send(get())));
    peer.request().answer("{}"); // the settings have arrived
    value(first);
    Transport.Request request =
        Transport.Request.of("PUT", "/x").with(r -> r.body(body).readTimeout(LONG));
    var answer = async(() -> text(transport.send(request)));
    Http2Peer.Request control = begun(3);
    control.connection().settings(4, 70_000);
    control.connection().send(WINDOW_UPDATE, 0, 0, new byte[] {0, 4, 0, 0});
    control.connection().send(WINDOW_UPDATE, 0, control.id(), new byte[] {0, 4, 0, 0});
    Http2Peer.Request seen = peer.request();
    assertThat(seen.body()).isEqualTo(new String(body, StandardCharsets.UTF_8));
    seen.answer("done");
    assertThat(value(answer)).isEqualTo("done");
  }

  /// A request of the first connection whose body is still on its way.
  private Http2Peer.Request begun(int id) {
    Http2Peer.Connection connection = peer.connection(0);
    long end = System.nanoTime() + LONG.toNanos();
    while (connection.begun(id) == null && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    return Objects.requireNonNull(connection.begun(id));
  }

  @Test
  void answerBeforeTheWholeBodyIsTakenAndTheRestNotSent() throws Exception {
    peer.with(4, 10);
    Transport transport = sharing();
    var first = async(() -> text(transport.send(get())));
    peer.request().answer("{}");
    value(first);
    Transport.Request request =
        Transport.Request.of("PUT", "/x").with(r -> r.body(new byte[1000]).readTimeout(LONG));
    var answer = async(() -> transport.send(request));
    Http2Peer.Request seen = begun(3);
    seen.head(413).data("too large", true);
    try (Transport.Response response = value(answer)) {
      assertThat(response.status()).isEqualTo(413);
    }
    seen.connection().frame(frame -> frame.type() == RST_STREAM && frame.stream() == seen.id());
  }

  @Test
  void slowReaderHoldsUpNoOtherStream() throws Exception {
    Transport transport = sharing();
    var slow = async(() -> transport.send(watch("/slow")));
    Http2Peer.Request seen = peer.request();
    seen.head(200);
    byte[] part = new byte[16_000];
    for (int sent = 0; sent + part.length <= 256 * 1024; sent += part.length) {
      seen.connection().send(DATA, 0, seen.id(), part);
    }
    try (Transport.Response unread = value(slow)) {
      for (int i = 0; i < 20; i++) {
        var other = async(() -> text(transport.send(get())));
        peer.request().answer("x".repeat(16_000));
        assertThat(value(other)).hasSize(16_000);
      }
      unread.body().readNBytes(200_000);
      Http2Peer.Frame update =
          seen.connection()
              .frame(frame -> frame.type() == WINDOW_UPDATE && frame.stream() == seen.id());
      assertThat(update.number()).isBetween(100_000, 200_000);
    }
  }

  @Test
  void serverThatIgnoresTheWindowLosesTheConnection() throws Exception {
    Transport transport = sharing();
    var slow = async(() -> transport.send(watch("/slow")));
    Http2Peer.Request seen = peer.request();
    seen.head(200);
    Transport.Response response = value(slow);
    try {
      for (int i = 0; i < 20; i++) {
        seen.connection().send(DATA, 0, seen.id(), new byte[16_000]);
      }
    } catch (IOException e) {
      // Cut while it sent.
    }
    seen.connection().awaitEnd();
    assertThatThrownBy(() -> text(response)).hasMessageContaining("more bytes of a body");
  }

  // ---- Limits, interrupts, closing

  @Test
  void silentServerEndsTheCallBeforeAndWithinTheBody() throws Exception {
    Transport transport = sharing();
    var first = async(() -> text(transport.send(get())));
    peer.request().answer("{}"); // connecting does not count
    value(first);
    Transport.Request request = get().with(r -> r.readTimeout(Duration.ofMillis(100)));
    assertThatThrownBy(() -> transport.send(request))
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessage("nothing came for 100 ms");
    peer.request().connection().awaitEnd(); // it may be dead, and has no other streams
    var answer = async(() -> text(transport.send(request)));
    peer.request().head(200).data("x");
    assertThat(failure(answer)).hasMessage("nothing came for 100 ms");
    assertThat(peer.accepted()).as("a silent connection gets no new requests").isEqualTo(2);
    Transport.Request whole = get().with(r -> r.callTimeout(Duration.ofMillis(100)));
    assertThatThrownBy(() -> transport.send(whole)).isInstanceOf(SocketTimeoutException.class);
  }

  @Test
  @Tag("slow")
  void limitOfACallEndsWithTheHeadOfAStream() throws Exception {
    Transport transport = sharing();
    Transport.Request request =
        watch("/w").with(r -> r.callTimeout(Duration.ofSeconds(2)).readTimeout(LONG));
    var answer = async(() -> transport.send(request));
    Http2Peer.Request seen = peer.request();
    seen.head(200);
    Transport.Response response = value(answer);
    var later = async(() -> text(response));
    assertThatThrownBy(() -> later.get(2500, TimeUnit.MILLISECONDS))
        .isInstanceOf(java.util.concurrent.TimeoutException.class);
    seen.data("late", true);
    assertThat(value(later)).isEqualTo("late");
  }

  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void interruptEndsItsOwnCallOnly(boolean isVirtual, boolean inBody) throws Exception {
    Transport transport = sharing();
    var kept = async(() -> transport.send(watch("/kept")));
    Http2Peer.Request keptRequest = peer.request();
    keptRequest.head(200);
    Transport.Response keptResponse = value(kept);
    CompletableFuture<String> outcome = new CompletableFuture<>();
    Runnable work =
        () -> {
          try {
            outcome.complete(text(transport.send(get())));
          } catch (InterruptedIOException e) {
            outcome.complete(
                Thread.currentThread().isInterrupted() ? "interrupted" : "flag was lost");
          } catch (Throwable e) {
            outcome.completeExceptionally(e);
          }
        };
    Thread thread = isVirtual ? Thread.ofVirtual().start(work) : Thread.ofPlatform().start(work);
    Http2Peer.Request seen = peer.request();
    if (inBody) {
      seen.head(200).data("x");
    }
    thread.interrupt();
    assertThat(value(outcome)).isEqualTo("interrupted");
    seen.connection().frame(frame -> frame.type() == RST_STREAM && frame.stream() == seen.id());
    keptRequest.data("still here", true);
    assertThat(text(keptResponse)).isEqualTo("still here");
  }

  @Test
  void closingAnAnswerEndsItsReader() throws Exception {
    Transport transport = sharing();
    var answer = async(() -> transport.send(watch("/w")));
    Http2Peer.Request seen = peer.request();
    seen.head(200).data("x");
    Transport.Response response = value(answer);
    assertThat(response.body().read()).isEqualTo('x');
    var reader = async(() -> response.body().read());
    response.close();
    response.close();
    assertThat(failure(reader)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> response.body().read()).isInstanceOf(IOException.class);
    seen.connection().frame(frame -> frame.type() == RST_STREAM && frame.number() == 8);
  }

  @Test
  void closedTransportEndsEverything() throws Exception {
    Transport transport = sharing();
    var waiting = async(() -> text(transport.send(get())));
    var answer = async(() -> transport.send(watch("/w")));
    Http2Peer.Request one = peer.request();
    Http2Peer.Request other = peer.request();
    (one.header(":path").equals("/w") ? one : other).head(200);
    Transport.Response response = value(answer);
    var reader = async(() -> response.body().read());
    transport.close();
    assertThat(failure(waiting)).hasMessageContaining("the client is closed");
    assertThat(failure(reader)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> transport.send(get())).hasMessageContaining("the client is closed");
  }
}
