package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.http2.Http2Peer;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The promises of [Transport], kept by requests that share connections, and which ones do.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SharingTransportTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int PING = 6;
  private static final int WINDOW_UPDATE = 8;
  private static final int CONTINUATION = 9;

  private final TestAuthority authority = new TestAuthority("cluster");
  private final List<AutoCloseable> open = new ArrayList<>();
  private Http2Peer peer;
  private ClientConfig config;

  @BeforeEach
  void start() throws Exception {
    peer = peer("h2", "http/1.1");
    config = config(peer, t -> {});
  }

  private Http2Peer peer(String... protocols) throws Exception {
    KeyPair keys = TestAuthority.keys("EC");
    Http2Peer started = new Http2Peer(TlsPeer.context(authority.server(keys), keys), protocols);
    open.addFirst(started);
    return started;
  }

  private ClientConfig config(Http2Peer server, Consumer<RequestTimeouts.Builder> timeouts) {
    return ClientConfig.builder()
        .server(server.address())
        .certificateAuthority(authority.pem().getBytes(StandardCharsets.US_ASCII))
        .timeouts(timeouts)
        .build();
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  /// A transport whose requests all share.
  private Transport sharing(ClientConfig with) {
    return opened(new SharingTransport(with, 0, 0));
  }

  private Transport sharing() {
    return sharing(config);
  }

  private Transport opened(Transport transport) {
    open.addFirst(transport);
    return transport;
  }

  private static Transport.Request get() {
    return Transport.Request.of("GET", "/x?y=1").with(r -> r.readTimeout(LONG));
  }

  private static Transport.Request watch(String path) {
    return Transport.Request.of("GET", path).with(r -> r.readTimeout(LONG).longRunning(true));
  }

  private static String text(Transport.Response response) throws IOException {
    try (response) {
      return new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static <V> CompletableFuture<V> async(Callable<V> work) {
    CompletableFuture<V> outcome = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                outcome.complete(work.call());
              } catch (Throwable e) {
                outcome.completeExceptionally(e);
              }
            });
    return outcome;
  }

  private static Throwable failure(CompletableFuture<?> outcome) throws Exception {
    return outcome.handle((value, failure) -> failure).get(20, TimeUnit.SECONDS);
  }

  private static <V> V value(CompletableFuture<V> outcome) throws Exception {
    return outcome.get(20, TimeUnit.SECONDS);
  }

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

  // ---- The end of streams and connections

  @Test
  void resetStreamIsAFailureOfItsOwn() throws Exception {
    Transport transport = sharing();
    var kept = async(() -> transport.send(watch("/kept")));
    Http2Peer.Request keptRequest = peer.request();
    keptRequest.head(200);
    Transport.Response keptResponse = value(kept);
    var answer = async(() -> text(transport.send(get())));
    Http2Peer.Request seen = peer.request();
    seen.head(200).data("x");
    seen.reset(2);
    assertThat(failure(answer)).hasMessageContaining("reset the stream (INTERNAL_ERROR)");
    keptRequest.data("still here", true);
    assertThat(text(keptResponse)).isEqualTo("still here");
    assertThat(peer.accepted()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST"})
  void refusedStreamIsSentAgain(String method) throws Exception {
    Transport transport = sharing();
    Transport.Request request =
        Transport.Request.of(method, "/x").with(r -> r.body(new byte[3]).readTimeout(LONG));
    var answer = async(() -> text(transport.send(request)));
    peer.request().reset(7);
    peer.request().answer("second");
    assertThat(value(answer)).isEqualTo("second");
  }

  @Test
  void requestThatWasResetOtherwiseIsNotSentAgain() throws Exception {
    Transport transport = sharing();
    var answer = async(() -> text(transport.send(get())));
    peer.request().reset(8);
    assertThat(failure(answer)).hasMessageContaining("CANCEL");
    assertThat(peer.hasRequest()).isFalse();
  }

  @Test
  void goAwayMovesNewRequestsAndLetsOldOnesEnd() throws Exception {
    Transport transport = sharing();
    var old = async(() -> transport.send(watch("/old")));
    Http2Peer.Request first = peer.request();
    first.head(200);
    Transport.Response watch = value(old);
    var unprocessed = async(() -> text(transport.send(Transport.Request.of("POST", "/x"))));
    Http2Peer.Request second = peer.request();
    first.connection().goAway(first.id(), 0);
    Http2Peer.Request again = peer.request();
    assertThat(again.connection()).isNotSameAs(second.connection());
    again.answer("new");
    assertThat(value(unprocessed)).isEqualTo("new");
    first.data("to the end", true);
    assertThat(text(watch)).isEqualTo("to the end");
    assertThat(peer.accepted()).isEqualTo(2);
  }

  @Test
  void lostConnectionFailsItsStreamsAndReadsThatHadNoAnswerGoOn() throws Exception {
    Transport transport = sharing();
    var answered = async(() -> transport.send(watch("/answered")));
    Http2Peer.Request first = peer.request();
    first.head(200).data("x");
    Transport.Response response = value(answered);
    var read = async(() -> text(transport.send(get())));
    peer.request();
    var write = async(() -> text(transport.send(Transport.Request.of("POST", "/x"))));
    peer.request();
    first.connection().cut();
    assertThatThrownBy(() -> text(response))
        .isInstanceOf(EOFException.class)
        .hasMessageContaining("the server closed the connection");
    assertThat(failure(write)).isInstanceOf(IOException.class);
    Http2Peer.Request again = peer.request();
    assertThat(again.header(":method")).isEqualTo("GET");
    again.answer("again");
    assertThat(value(read)).isEqualTo("again");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 1", // data for a stream that never was
    "5, 4, 1", // a push
    "6, 0, 0", // a ping of a wrong length
    "4, 0, 0", // settings of a wrong length
    "9, 4, 1" // the continuation of nothing
  })
  void brokenRulesEndTheConnection(int type, int flags, int stream) throws Exception {
    Transport transport = sharing();
    var answer = async(() -> text(transport.send(Transport.Request.of("POST", "/x"))));
    Http2Peer.Request seen = peer.request();
    seen.connection().send(type, flags, stream == 0 ? 0 : type == 0 ? 99 : 1, new byte[4]);
    assertThat(failure(answer)).hasMessageContaining("broke a rule of HTTP/2");
  }

  @Test
  void hugeHeadsAreAFailure() throws Exception {
    Transport transport = sharing();
    var answer = async(() -> text(transport.send(Transport.Request.of("POST", "/x"))));
    Http2Peer.Request seen = peer.request();
    try {
      seen.connection().send(HEADERS, 0, seen.id(), new byte[16_000]);
      for (int i = 0; i < 20; i++) {
        seen.connection().send(CONTINUATION, 0, seen.id(), new byte[16_000]);
      }
    } catch (IOException e) {
      // Cut while it sent.
    }
    assertThat(failure(answer)).hasMessageContaining("larger than allowed");
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

  // ---- Signs of life

  @Test
  void pingsOfTheServerAreAnswered() throws Exception {
    Transport transport = sharing();
    var answer = async(() -> text(transport.send(get())));
    Http2Peer.Request seen = peer.request();
    seen.connection().send(PING, 0, 0, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    Http2Peer.Frame pong = seen.connection().frame(frame -> frame.type() == PING);
    assertThat(pong.payload()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(pong.flags()).isEqualTo(1);
    seen.answer("{}");
    value(answer);
  }

  @Test
  void silentConnectionIsAskedForASignOfLife() throws Exception {
    Transport transport =
        sharing(
            config(
                peer, t -> t.checkAfter(Duration.ofMillis(100)).checkLimit(Duration.ofSeconds(1))));
    var answer = async(() -> transport.send(watch("/w")));
    Http2Peer.Request seen = peer.request();
    seen.head(200);
    Transport.Response response = value(answer);
    for (int i = 0; i < 3; i++) {
      seen.connection().frame(frame -> frame.type() == PING && frame.flags() == 0);
      seen.connection().send(PING, 1, 0, new byte[8]);
    }
    assertThatThrownBy(() -> text(response)) // from here on no ping is answered
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessageContaining("nothing came for 100 ms")
        .hasMessageContaining("within 1 s");
  }

  // ---- Which requests share

  @Test
  void firstWatchesHaveTheirOwnConnectionsAndAllOthersShare() throws Exception {
    Transport transport = opened(Transport.of(config));
    List<Transport.Response> all = new ArrayList<>();
    for (int i = 0; i < SharingTransport.OWN_WATCHES; i++) {
      all.add(transport.send(watch("/own")));
    }
    assertThat(peer.http1()).isEqualTo(SharingTransport.OWN_WATCHES);
    List<CompletableFuture<Transport.Response>> shared = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      shared.add(async(() -> transport.send(watch("/shared"))));
    }
    for (int i = 0; i < 100; i++) {
      peer.request().head(200);
    }
    for (CompletableFuture<Transport.Response> each : shared) {
      all.add(value(each));
    }
    assertThat(peer.accepted()).isEqualTo(SharingTransport.OWN_WATCHES + 1);
    all.removeFirst().close();
    all.add(transport.send(watch("/own"))); // takes the place of the one that has ended
    all.forEach(Transport.Response::close);
  }

  @Test
  void connectionIsAddedWhenTheOthersAreFull() throws Exception {
    peer.with(3, 2);
    Transport transport = sharing();
    var first = async(() -> text(transport.send(get())));
    peer.request().answer("{}");
    value(first);
    List<CompletableFuture<Transport.Response>> answers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      answers.add(async(() -> transport.send(watch("/w"))));
      peer.request().head(200);
      value(answers.getLast());
    }
    assertThat(peer.accepted()).isEqualTo(2);
    for (CompletableFuture<Transport.Response> answer : answers) {
      value(answer).close();
    }
    var next = async(() -> text(transport.send(get())));
    peer.request().answer("room again");
    assertThat(value(next)).isEqualTo("room again");
    assertThat(peer.accepted()).isEqualTo(2);
  }

  @Test
  void serverWithoutHttp2GetsHttp1AndIsNotAskedAgain() throws Exception {
    for (String[] protocols : new String[][] {{"http/1.1"}, {}}) {
      Http2Peer old = peer(protocols);
      Transport transport = sharing(config(old, t -> {}));
      for (int i = 0; i < 5; i++) {
        assertThat(text(transport.send(get()))).isEqualTo("{}");
      }
      assertThat(old.accepted()).as("one to ask, one to use").isEqualTo(2);
    }
  }

  @Test
  void serverThatWantsHttp1ForARequestGetsIt() throws Exception {
    Transport transport = sharing();
    var answer = async(() -> text(transport.send(get())));
    peer.request().reset(13);
    assertThat(value(answer)).isEqualTo("{}");
    assertThat(peer.http1()).isEqualTo(1);
  }

  @Test
  void watchThatBroughtMuchGetsItsOwnConnectionNextTime() throws Exception {
    BusyPaths busy = new BusyPaths();
    Transport.Request pods = watch("/api/v1/pods?resourceVersion=1");
    busy.ended(pods, BusyPaths.MUCH);
    assertThat(busy.contains(watch("/api/v1/pods?resourceVersion=2"))).isTrue();
    assertThat(busy.contains(watch("/api/v1/nodes"))).isFalse();
    busy.ended(pods, 1);
    assertThat(busy.contains(pods)).isFalse();
    for (int i = 0; i < 1000; i++) {
      busy.ended(watch("/" + i), BusyPaths.MUCH);
    }
    assertThat(busy.contains(watch("/0"))).isFalse();
    assertThat(busy.contains(watch("/999"))).isTrue();
  }

  @Test
  void refusedConnectionFailsAllThatWaitForIt() throws Exception {
    peer.close();
    Transport transport = sharing();
    List<CompletableFuture<String>> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      all.add(async(() -> text(transport.send(get()))));
    }
    for (CompletableFuture<String> each : all) {
      assertThat(failure(each)).isInstanceOf(IOException.class);
    }
  }
}
