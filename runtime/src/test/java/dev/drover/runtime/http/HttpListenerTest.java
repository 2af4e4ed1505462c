package dev.drover.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ManualTime;
import dev.drover.runtime.ServerLimits;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a listener promises to slow, silent and hostile peers, and to all others.
@Timeout(60)
class HttpListenerTest {
  private static final int BODY = 1000;

  private final ManualTime time = new ManualTime();
  private final List<Peer> peers = new ArrayList<>();
  private HttpListener listener;

  private void start(Consumer<ServerLimits.Builder> limits, HttpHandler handler) throws Exception {
    start(limits, null, handler);
  }

  private void start(
      Consumer<ServerLimits.Builder> limits, HttpListener.Tls tls, HttpHandler handler)
      throws Exception {
    listener =
        HttpListener.start(
            new HttpListener.Settings(
                "test",
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                tls,
                ServerLimits.defaults().with(limits),
                BODY,
                time,
                handler));
  }

  private static HttpResponse echo(HttpRequest request) {
    return HttpResponse.text(
        200,
        "%s %s %s %d%s"
            .formatted(
                request.method(),
                request.path(),
                request.query(),
                request.body().length(),
                request.isBodyTooLarge() ? " too large" : ""));
  }

  @AfterEach
  void stop() throws Exception {
    for (Peer peer : peers) {
      peer.close();
    }
    if (listener != null) {
      listener.stop(Duration.ZERO);
    }
  }

  private Peer connect() throws IOException {
    Peer peer = new Peer(new Socket(InetAddress.getLoopbackAddress(), listener.port()));
    peers.add(peer);
    return peer;
  }

  /// The other end of a connection.
  private record Peer(Socket socket) {
    Peer send(String text) throws IOException {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      return this;
    }

    /// The next response, head and body.
    String response() throws IOException {
      InputStream in = socket.getInputStream();
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        int next = in.read();
        if (next < 0) {
          throw new IOException("closed after: " + head);
        }
        head.append((char) next);
      }
      String length = head.toString().replaceAll("(?s).*Content-Length: (\\d+).*", "$1");
      int size = length.matches("\\d+") ? Integer.parseInt(length) : 0;
      return head + new String(in.readNBytes(size), StandardCharsets.ISO_8859_1);
    }

    /// Waits until the server closes the connection.
    void awaitClosed() {
      try {
        while (socket.getInputStream().read() >= 0) {
          // the rest of a response
        }
      } catch (IOException e) {
        // a reset is an end, too
      }
    }

    void close() throws IOException {
      socket.close();
    }
  }

  private static final String GET = "GET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n";

  @Test
  void connectionCarriesSeveralRequests() throws Exception {
    start(_ -> {}, HttpListenerTest::echo);
    Peer peer = connect().send(GET);
    assertThat(peer.response()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("GET /a b=c 0");
    peer.send("POST /b HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc" + GET); // two at once
    assertThat(peer.response()).endsWith("POST /b  3");
    assertThat(peer.response()).endsWith("GET /a b=c 0");
    peer.send("GET /last HTTP/1.1\r\nConnection: close\r\n\r\n");
    assertThat(peer.response()).contains("Connection: close").endsWith("GET /last  0");
    peer.awaitClosed();
  }

  @Test
  void chunkedBodyIsReadToItsEnd() throws Exception {
    start(_ -> {}, HttpListenerTest::echo);
    Peer peer =
        connect()
            .send(
                "POST /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nTrailer: t\r\n\r\n"
                    + GET);
    assertThat(peer.response()).endsWith("POST /c  13");
    assertThat(peer.response()).endsWith("GET /a b=c 0");
  }

  @Test
  void bodyThatIsTooLargeReachesTheHandlerCutAndEndsTheConnection() throws Exception {
    start(_ -> {}, HttpListenerTest::echo);
    String large = "x".repeat(BODY + 1);
    Peer known = connect().send("POST /d HTTP/1.1\r\nContent-Length: 1001\r\n\r\n" + large);
    assertThat(known.response()).contains("Connection: close").endsWith("POST /d  1000 too large");
    known.awaitClosed();
    Peer chunked =
        connect()
            .send(
                "POST /e HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n"
                    + large
                    + "\r\n0\r\n\r\n");
    assertThat(chunked.response()).endsWith("POST /e  1000 too large");
    chunked.awaitClosed();
    Peer endless = connect().send("POST /f HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
    endless.send("7ffffff\r\n" + "x".repeat(2 * BODY));
    assertThat(endless.response()).endsWith("POST /f  1000 too large");
  }

  @Test
  void listenerSends100ContinueIfThePeerExpectsIt() throws Exception {
    start(_ -> {}, HttpListenerTest::echo);
    Peer peer =
        connect().send("POST /g HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
    assertThat(peer.response()).startsWith("HTTP/1.1 100 Continue");
    assertThat(peer.send("ab").response()).endsWith("POST /g  2");
  }

  @Test
  void requestThatCouldBeReadInTwoWaysIsRefused() throws Exception {
    start(l -> l.headBytes(500), HttpListenerTest::echo);
    assertRefused("400", "hello\r\n\r\n");
    assertRefused("400", "GET /a HTTP/2.0\r\n\r\n");
    assertRefused("400", "POST /a HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab");
    assertRefused("400", "POST /a HTTP/1.1\r\nContent-Length: -1\r\n\r\n");
    assertRefused(
        "400", "POST /a HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n");
    assertRefused("501", "POST /a HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n");
    assertRefused("400", "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
    assertRefused("400", "GET /a HTTP/1.1\r\nA: b\r\n folded\r\n\r\n");
    assertRefused("400", "GET /%zz HTTP/1.1\r\n\r\n");
    assertRefused("431", "GET /a HTTP/1.1\r\nA: " + "b".repeat(500) + "\r\n\r\n");
    assertRefused("414", "GET /" + "b".repeat(500) + " HTTP/1.1\r\n\r\n");
  }

  private void assertRefused(String code, String request) throws IOException {
    Peer peer = connect().send(request);
    assertThat(peer.response()).as(request).startsWith("HTTP/1.1 " + code + " ");
    peer.awaitClosed();
  }

  @Test
  void handlerThatThrowsIsAnsweredWith500AndTheConnectionGoesOn() throws Exception {
    start(
        _ -> {},
        request -> {
          if (request.path().equals("/bug")) {
            Thread.currentThread().interrupt();
            throw new StackOverflowError();
          }
          return echo(request);
        });
    Peer peer = connect().send("GET /bug HTTP/1.1\r\n\r\n");
    assertThat(peer.response()).startsWith("HTTP/1.1 500 ");
    assertThat(peer.send(GET).response()).endsWith("GET /a b=c 0");
  }

  @Test
  void headThatDripsInIsCutAtTheLimitOfTheWholeHead() throws Exception {
    start(l -> l.head(Duration.ofSeconds(10)), HttpListenerTest::echo);
    Peer slow = connect().send("GET /");
    time.awaitAlarms(1); // the limit of the head
    time.advance(Duration.ofSeconds(6));
    slow.send("a");
    time.advance(Duration.ofSeconds(4));
    slow.awaitClosed();
  }

  @Test
  void bodyThatDripsInIsCutAtTheLimitOfTheWholeBody() throws Exception {
    CountDownLatch served = new CountDownLatch(1);
    start(
        l -> l.head(Duration.ofHours(1)).body(Duration.ofSeconds(10)),
        request -> {
          served.countDown();
          return echo(request);
        });
    Peer slow = connect().send(GET);
    slow.response();
    served.await();
    slow.send("POST /a HTTP/1.1\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n");
    slow.response(); // the server waits for the body
    time.advance(Duration.ofSeconds(6));
    slow.send("a");
    time.advance(Duration.ofSeconds(4));
    slow.awaitClosed();
  }

  @Test
  void connectionWithoutRequestsIsClosedAtTheIdleLimit() throws Exception {
    start(l -> l.idle(Duration.ofSeconds(60)), HttpListenerTest::echo);
    Peer idle = connect().send(GET);
    idle.response();
    CompletableFuture<Void> closed = CompletableFuture.runAsync(idle::awaitClosed);
    while (!closed.isDone()) { // until the server has begun to wait
      time.advance(Duration.ofSeconds(60));
      Thread.onSpinWait();
    }
  }

  @Test
  void handshakeThatNeverBeginsIsCutAtTheLimitOfTheHead() throws Exception {
    SSLContext context = SSLContext.getDefault();
    start(_ -> {}, new HttpListener.Tls(context, false), HttpListenerTest::echo);
    Peer silent = connect();
    time.awaitAlarms(1); // the limit of the head
    time.advance(Duration.ofSeconds(10));
    silent.awaitClosed();
  }

  @Test
  void handlerHasNoLimitButItsOwn() throws Exception {
    CountDownLatch working = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    start(
        _ -> {},
        request -> {
          working.countDown();
          goOn.await();
          return echo(request);
        });
    Peer peer = connect().send(GET);
    working.await();
    time.advance(Duration.ofHours(1));
    goOn.countDown();
    assertThat(peer.response()).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void slowConnectionsDoNotKeepRequestsOut() throws Exception {
    start(l -> l.connections(20), HttpListenerTest::echo);
    List<Peer> slow = new ArrayList<>();
    for (int i = 0; i < 210; i++) {
      slow.add(connect().send("GET /"));
    }
    for (int i = 0; i < 30; i++) {
      Peer good = connect().send(GET);
      assertThat(good.response()).startsWith("HTTP/1.1 200 ");
      good.close();
    }
    slow.getFirst().awaitClosed();
    slow.get(100).awaitClosed();
  }

  @Test
  void connectionWaitsWhileAllOthersServeRequests() throws Exception {
    CountDownLatch working = new CountDownLatch(2);
    CountDownLatch goOn = new CountDownLatch(1);
    start(
        l -> l.connections(2),
        request -> {
          working.countDown();
          goOn.await();
          return echo(request);
        });
    Peer first = connect().send(GET);
    Peer second = connect().send(GET);
    working.await();
    Peer third = connect().send(GET);
    goOn.countDown();
    assertThat(first.response()).startsWith("HTTP/1.1 200 ");
    assertThat(second.response()).startsWith("HTTP/1.1 200 ");
    assertThat(third.response()).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void stopDoesNotWaitForSlowPeers() throws Exception {
    start(_ -> {}, HttpListenerTest::echo);
    for (int i = 0; i < 20; i++) {
      connect();
      connect().send("GET /");
      connect().send("POST /a HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc");
      connect().send(GET).response();
    }
    long begin = System.nanoTime();
    listener.stop(Duration.ofMinutes(5));
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(30));
    peers.forEach(Peer::awaitClosed);
    assertThatThrownBy(this::connect).isInstanceOf(IOException.class);
  }

  @Test
  void stopWaitsForRequestsThatAreServedAndInterruptsThemAfterTheGracePeriod() throws Exception {
    CountDownLatch working = new CountDownLatch(2);
    CountDownLatch goOn = new CountDownLatch(1);
    CompletableFuture<String> hung = new CompletableFuture<>();
    start(
        _ -> {},
        request -> {
          working.countDown();
          if (request.path().equals("/hangs")) {
            try {
              new CountDownLatch(1).await();
            } catch (InterruptedException e) {
              hung.complete("interrupted");
            }
          }
          goOn.await();
          return echo(request);
        });
    Peer good = connect().send(GET);
    connect().send("GET /hangs HTTP/1.1\r\n\r\n");
    working.await();
    CompletableFuture<Void> stopped =
        CompletableFuture.runAsync(() -> listener.stop(Duration.ofSeconds(2)));
    while (!listener.isStopping()) {
      Thread.onSpinWait();
    }
    goOn.countDown();
    assertThat(good.response()).contains("Connection: close").endsWith("GET /a b=c 0");
    stopped.get(30, TimeUnit.SECONDS);
    assertThat(hung.get(30, TimeUnit.SECONDS)).isEqualTo("interrupted");
  }
}
