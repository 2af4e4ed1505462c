package dev.drover.client;

import static dev.drover.client.ScriptedServer.after;
import static dev.drover.client.ScriptedServer.answer;
import static dev.drover.client.ScriptedServer.bytes;
import static dev.drover.client.ScriptedServer.cut;
import static dev.drover.client.ScriptedServer.raw;
import static dev.drover.client.ScriptedServer.rawThenCut;
import static dev.drover.client.ScriptedServer.silenceAfter;
import static dev.drover.client.ScriptedServer.text;
import static dev.drover.client.ScriptedServer.trickle;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// HTTP/1.1 as servers speak it, well or badly.
class SocketTransportTest {
  private static final Duration LONG = Duration.ofSeconds(10);
  private static final String HEAD = "HTTP/1.1 200 OK\r\n";
  private static final String CHUNKED = HEAD + "Transfer-Encoding: chunked\r\n\r\n";

  private final ScriptedServer server = new ScriptedServer();
  private final Transport transport = Transport.http1(server.config());

  @AfterEach
  void close() {
    transport.close();
    server.close();
  }

  private static Transport.Request request(String method) {
    return Transport.Request.of(method, "/x").with(r -> r.readTimeout(LONG));
  }

  private String get() throws IOException {
    return send("GET");
  }

  private String send(String method) throws IOException {
    try (Transport.Response response = transport.send(request(method))) {
      return new String(response.body().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5@@hello@@0@@@@ | hello",
        "1@@h@@4@@ello@@0@@@@ | hello",
        "05;name=value;x@@hello@@0;last@@@@ | hello",
        "  5  @@hello@@0@@@@ | hello",
        "A@@0123456789@@0@@@@ | 0123456789",
        "a@@0123456789@@0@@Trailer: 1@@Other: 2@@@@ | 0123456789",
        "0@@@@ | ''",
        "000@@@@ | ''",
      })
  void chunksAreJoined(String chunks, String body) throws Exception {
    String answer = CHUNKED + chunks.replace("@@", "\r\n");
    server.then(raw(answer), trickle(answer), raw(answer.replace("\r\n", "\n")));
    assertThat(get()).isEqualTo(body);
    assertThat(get()).isEqualTo(body);
    assertThat(get()).isEqualTo(body);
    assertThat(server.connections()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x@@hello@@0@@@@",
        "-5@@hello@@0@@@@",
        "+5@@hello@@0@@@@",
        "@@hello@@0@@@@",
        "fffffffffffffffff@@hello@@0@@@@",
        "4@@hello@@0@@@@",
        "5 5@@hello@@0@@@@"
      })
  void brokenChunksAreAFailure(String chunks) {
    server.then(raw(CHUNKED + chunks.replace("@@", "\r\n")));
    assertThatThrownBy(this::get).isInstanceOf(IOException.class);
    assertThatOnANewConnection();
  }

  private void assertThatOnANewConnection() {
    try {
      assertThat(get()).isEqualTo("{}");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    assertThat(server.connections()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5@@hel", "5@@hello", "5@@hello@@", "5@@hello@@0@@", "5", "ffffff@@x"})
  void chunksThatStopEarlyAreAFailure(String chunks) {
    server.then(rawThenCut(CHUNKED + chunks.replace("@@", "\r\n")));
    assertThatThrownBy(this::get).isInstanceOf(EOFException.class);
    assertThatOnANewConnection();
  }

  @Test
  void manyOddChunksMakeTheBody() throws Exception {
    StringBuilder chunks = new StringBuilder(CHUNKED);
    StringBuilder body = new StringBuilder();
    for (int i = 1; i < 700; i++) {
      String part = Character.toString('a' + i % 26).repeat(i);
      chunks.append(Integer.toHexString(i)).append("\r\n").append(part).append("\r\n");
      body.append(part);
    }
    server.then(raw(chunks + "0\r\n\r\n"));
    assertThat(get()).isEqualTo(body.toString());
  }

  @Test
  void bodyWithoutALengthGoesToTheEndOfTheConnection() throws Exception {
    server.then(rawThenCut(HEAD + "\r\nuntil the end"));
    assertThat(get()).isEqualTo("until the end");
    assertThatOnANewConnection();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-1", "+5", "five", "5, 5", "99999999999999999999", "5\r\nContent-Length: 6"})
  void lengthThatIsNoneIsAFailure(String length) {
    server.then(raw(HEAD + "Content-Length: " + length + "\r\n\r\nhello"));
    assertThatThrownBy(this::get).isInstanceOf(IOException.class);
    assertThatOnANewConnection();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"gzip, chunked", "identity", "xchunked", "chunked\r\nTransfer-Encoding: chunked"})
  void unknownTransferEncodingIsAFailure(String encoding) {
    server.then(raw(HEAD + "Transfer-Encoding: " + encoding + "\r\n\r\n5\r\nhello\r\n0\r\n\r\n"));
    assertThatThrownBy(this::get)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Transfer-Encoding");
    assertThatOnANewConnection();
  }

  @Test
  void answerThatComesBeforeTheBodyWasSentIsNotLost() throws Exception {
    byte[] body = new byte[64 << 20]; // more than the buffers of both sides
    try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Transport own =
            Transport.http1(ClientConfig.of("http://127.0.0.1:" + listener.getLocalPort()))) {
      Thread.ofVirtual()
          .start(
              () -> {
                try (Socket peer = listener.accept()) {
                  peer.getInputStream().readNBytes(1000);
                  peer.getOutputStream()
                      .write(ScriptedServer.bytes(text(413, "", "no more than that")));
                } catch (IOException e) {
                  throw new AssertionError(e);
                } // closed with unread bytes: the connection is reset
              });
      Transport.Request request = Transport.Request.of("POST", "/x").with(r -> r.body(body));
      try (Transport.Response response = own.send(request)) {
        assertThat(response.status()).isEqualTo(413);
        assertThat(response.body()).asString(StandardCharsets.UTF_8).isEqualTo("no more than that");
      }
    }
  }

  @Test
  void bodyShorterThanItsLengthIsAFailure() {
    server.then(rawThenCut(HEAD + "Content-Length: 10\r\n\r\nhello"));
    assertThatThrownBy(this::get)
        .isInstanceOf(EOFException.class)
        .hasMessageContaining("inside the body");
  }

  @Test
  void bytesAfterTheAnswerEndTheConnection() throws Exception {
    server.then(raw(text(200, "", "hello") + "HTTP/1.1 200 OK\r\nX: smuggled\r\n\r\n"));
    assertThat(get()).isEqualTo("hello");
    assertThatOnANewConnection();
  }

  @Test
  void answersWithoutABodyKeepTheConnection() throws Exception {
    server.then(
        raw("HTTP/1.1 204 No Content\r\n\r\n"),
        raw("HTTP/1.1 304 Not Modified\r\nContent-Length: 50\r\nContent-Encoding: gzip\r\n\r\n"),
        raw(HEAD + "Content-Length: 50\r\nContent-Encoding: gzip\r\n\r\n"),
        raw(HEAD + "Content-Length: 0\r\nContent-Encoding: gzip\r\n\r\n"));
    assertThat(get()).isEmpty();
    assertThat(get()).isEmpty();
    assertThat(send("HEAD")).isEmpty();
    assertThat(get()).isEmpty();
    assertThat(get()).isEqualTo("{}");
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void preliminaryAnswersArePassedOver() throws Exception {
    server.then(
        raw(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                + text(200, "X: y\r\n", "hello")));
    try (Transport.Response response = transport.send(request("GET"))) {
      assertThat(response.status()).isEqualTo(200);
      assertThat(response.headers().first("x")).contains("y");
      assertThat(response.headers().first("Link")).isEmpty();
      assertThat(response.body().readAllBytes()).asString().isEqualTo("hello");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Connection: close\r\n",
        "connection: Keep-Alive, Close\r\n",
        "Connection: x\r\nConnection: close\r\n"
      })
  void connectionThatTheServerWillCloseIsNotUsedAgain(String header) throws Exception {
    server.then(answer(200, header, "hello"));
    assertThat(get()).isEqualTo("hello");
    assertThatOnANewConnection();
  }

  @Test
  void oldHttpMeansOneRequestForEachConnection() throws Exception {
    server.then(rawThenCut("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nhi"));
    assertThat(get()).isEqualTo("hi");
    assertThatOnANewConnection();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/2 200 OK\r\n\r\n",
        "HTTP/1.1 -12 OK\r\n\r\n",
        "HTTP/1.1 2000 OK\r\n\r\n",
        "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/1.1\r\n\r\n",
        "SSH-2.0-OpenSSH_9.6\r\n",
        "\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        "HTTP/1.1 200 OK\r\n: no name\r\n\r\n",
        "HTTP/1.1 200 OK\r\nbad name: x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX: a\u0001b\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX: a\r\n folded: b\r\n\r\n"
      })
  void brokenHeadsAreAFailure(String head) {
    server.then(raw(head));
    assertThatThrownBy(this::get).isInstanceOf(IOException.class);
    assertThatOnANewConnection();
  }

  @Test
  void tlsWhereNoneWasExpectedIsNamed() {
    server.then(rawThenCut("\u0015\u0003\u0001\u0000\u0002\u0002\u0046\n"));
    assertThatThrownBy(this::get).hasMessageContaining("the address must begin with https");
  }

  @Test
  void hugeHeadsAreAFailure() {
    server.then(raw(HEAD + "X: " + "x".repeat(300_000) + "\r\n\r\n"));
    assertThatThrownBy(this::get).hasMessageContaining("larger than");
    server.then(raw(HEAD + "X: y\r\n".repeat(2000) + "\r\n"));
    assertThatThrownBy(this::get).hasMessageContaining("more than 1000 headers");
  }

  @Test
  void headOfAnySizeBelowTheLimitIsRead() throws Exception {
    String value = "x".repeat(200_000);
    server.then(answer(200, "X: " + value + "\r\n", "hello"));
    try (Transport.Response response = transport.send(request("GET"))) {
      assertThat(response.headers().first("X")).contains(value);
    }
  }

  @Test
  void compressedBodiesAreUnpackedAndTheConnectionKept() throws Exception {
    String body = "hello, hello, ".repeat(20_000);
    byte[] packed = ScriptedServer.gzip(body);
    byte[] empty = ScriptedServer.gzip("");
    server.then(
        peer -> {
          peer.write(bytes(HEAD + "Content-Encoding: gzip\r\nContent-Length: " + packed.length));
          peer.write(bytes("\r\n\r\n"));
          peer.write(packed);
          return true;
        },
        peer -> {
          peer.write(chunked(packed, 7));
          return true;
        },
        peer -> {
          peer.write(chunked(empty, 100));
          return true;
        });
    assertThat(get()).isEqualTo(body);
    assertThat(get()).isEqualTo(body);
    assertThat(get()).isEmpty();
    assertThat(get()).isEqualTo("{}");
    assertThat(server.connections()).isEqualTo(1);
  }

  private static byte[] chunked(byte[] body, int size) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(bytes(HEAD + "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"));
    for (int at = 0; at < body.length; at += size) {
      int n = Math.min(size, body.length - at);
      all.write(bytes(Integer.toHexString(n) + "\r\n"));
      all.write(body, at, n);
      all.write(bytes("\r\n"));
    }
    all.write(bytes("0\r\n\r\n"));
    return all.toByteArray();
  }

  @Test
  void brokenCompressionIsAFailure() {
    server.then(answer(200, "Content-Encoding: gzip\r\n", "this is not gzip"));
    assertThatThrownBy(this::get).isInstanceOf(IOException.class);
    assertThatOnANewConnection();
  }

  @Test
  void compressionIsNotAskedForWhenSwitchedOff() throws Exception {
    ClientConfig plain = server.config().with(c -> c.compression(false));
    try (Transport other = Transport.http1(plain)) {
      other.send(request("GET")).close();
    }
    assertThat(server.arrival().headers().first("Accept-Encoding")).isEmpty();
  }

  @Test
  void answerThatIsNotReadToItsEndIsCut() throws Exception {
    server.then(answer(200, "", "x".repeat(100)));
    try (Transport.Response response = transport.send(request("GET"))) {
      assertThat(response.body().read()).isEqualTo('x');
    }
    assertThat(server.ended()).isEqualTo(1);
    assertThatOnANewConnection();
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST", "DELETE", "PATCH"})
  void idleConnectionThatTheServerEndedIsNotUsed(String method) throws Exception {
    server.then(rawThenCut(text(200, "", "hello")));
    assertThat(get()).isEqualTo("hello");
    assertThat(server.ended()).isEqualTo(1);
    assertThat(send(method)).isEqualTo("{}");
    assertThat(server.connections()).isEqualTo(2);
    assertThat(server.seen()).hasSize(2);
  }

  @Test
  void readIsRetriedWhenAReusedConnectionEndsAndAWriteIsNot() throws Exception {
    get();
    server.then(cut());
    assertThat(get()).isEqualTo("{}");
    assertThat(server.connections()).isEqualTo(2);
    server.then(cut());
    assertThatThrownBy(() -> send("POST")).isInstanceOf(EOFException.class);
    assertThat(server.seen()).hasSize(4);
  }

  @Test
  void silentServerEndsTheCall() {
    Transport.Request impatient =
        Transport.Request.of("GET", "/x").with(r -> r.readTimeout(Duration.ofMillis(50)));
    server.then(
        silenceAfter(""), silenceAfter(HEAD), silenceAfter(HEAD + "Content-Length: 9\r\n\r\nx"));
    assertThatThrownBy(() -> transport.send(impatient))
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessage("nothing came for 50 ms");
    assertThatThrownBy(() -> transport.send(impatient)).isInstanceOf(SocketTimeoutException.class);
    assertThatThrownBy(
            () -> {
              try (Transport.Response response = transport.send(impatient)) {
                response.body().readAllBytes();
              }
            })
        .isInstanceOf(SocketTimeoutException.class);
  }

  @Test
  void concurrentRequestsHaveSeparateConnectionsAndFewStayIdle() throws Exception {
    int many = 60;
    CountDownLatch all = new CountDownLatch(many);
    for (int i = 0; i < many; i++) {
      server.then(
          peer -> {
            all.countDown();
            return after(all, answer(200, "", "hello")).play(peer);
          });
    }
    List<Future<String>> answers = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < many; i++) {
        answers.add(threads.submit(this::get));
      }
      for (Future<String> answer : answers) {
        assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo("hello");
      }
    }
    assertThat(server.connections()).isEqualTo(many);
    for (int i = 0; i < many - 25; i++) {
      server.ended(); // 25 are kept
    }
    for (int i = 0; i < 50; i++) {
      get();
    }
    assertThat(server.connections()).isEqualTo(many);
    transport.close();
    for (int i = 0; i < 25; i++) {
      server.ended();
    }
  }

  @Test
  void connectionsThatWereIdleForLongAreClosed() throws Exception {
    AtomicLong now = new AtomicLong();
    try (Transport timed = new SocketTransport(server.config(), now::get)) {
      // Two of them, of which only one is used again.
      try (Transport.Response one = timed.send(request("GET"));
          Transport.Response two = timed.send(request("GET"))) {
        one.body().readAllBytes();
        two.body().readAllBytes();
      }
      for (int i = 0; i < 4; i++) {
        now.addAndGet(Duration.ofSeconds(10).toNanos());
        try (Transport.Response used = timed.send(request("GET"))) {
          used.body().readAllBytes();
        }
      }
      assertThat(server.ended()).isBetween(1, 2);
      now.addAndGet(Duration.ofSeconds(30).toNanos());
      try (Transport.Response last = timed.send(request("GET"))) {
        last.body().readAllBytes(); // a connection with an unread answer would be closed, too
      }
      assertThat(server.ended()).isBetween(1, 2);
      assertThat(server.connections()).isEqualTo(3);
    }
  }

  @Test
  void closedTransportSendsNothing() {
    transport.close();
    assertThatThrownBy(this::get).hasMessage("the client is closed");
    transport.close();
    assertThat(server.connections()).isZero();
  }

  @Test
  void answersAreClosedOnce() throws Exception {
    Transport.Response first = transport.send(request("GET"));
    first.body().readAllBytes();
    first.close();
    first.close();
    try (Transport.Response one = transport.send(request("GET"));
        Transport.Response two = transport.send(request("GET"))) {
      assertThat(one.body().readAllBytes()).asString().isEqualTo("{}");
      assertThat(two.body().readAllBytes()).asString().isEqualTo("{}");
    }
    assertThat(server.connections()).isEqualTo(2);
  }
}
