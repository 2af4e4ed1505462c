package dev.drover.client;

import static dev.drover.client.ScriptedServer.answer;
import static dev.drover.client.ScriptedServer.silence;
import static dev.drover.client.ScriptedServer.silenceAfter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.codec.Codec;
import dev.drover.model.core.v1.Pod;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The promises of [Transport], kept over the JDK's client. The server here speaks HTTP/1.1, to
/// which that client falls back; the real one is in the tests against kube-apiserver.
class Http2TransportTest {
  private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

  private final ScriptedServer server = new ScriptedServer();
  private final RestClient client =
      RestClient.over(server.config(), Transport.http2(server.config())).withPause(pause -> {});

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void http2SendsAndReadsTheSameAsHttp1() {
    server.then(answer(201, HEAD.substring(17) + "Warning: 299 - \"x\"\r\n", "{\"a\":1}"));
    RestResult result =
        client
            .post()
            .absPath("/x")
            .param("q", "a b")
            .setHeader("X-A", "1", "2")
            .body("{}".getBytes())
            .execute();
    assertThat(result.wasCreated()).isTrue();
    assertThat(result.warnings()).hasSize(1);
    assertThat(result.raw()).asString().isEqualTo("{\"a\":1}");
    ScriptedServer.Seen seen = server.seen().getFirst();
    assertThat(seen.line()).isEqualTo("POST /x?q=a%20b HTTP/1.1");
    assertThat(seen.headers().all("X-A")).containsExactly("1", "2");
    assertThat(seen.text()).isEqualTo("{}");
  }

  @Test
  void http2RetriesLikeHttp1() {
    server.then(ScriptedServer.busy(429, "1"), ScriptedServer.busy(503, "1"));
    client.post().absPath("/x").execute();
    assertThat(server.seen()).hasSize(3);
    server.then(ScriptedServer.cut());
    client.get().absPath("/x").execute();
    server.then(ScriptedServer.reset());
    client.get().absPath("/x").execute();
  }

  @Test
  void silentServerEndsAnHttp2CallBeforeAndWithinTheBody() {
    Duration limit = Duration.ofMillis(100);
    server.then(silence(), silenceAfter(HEAD + "Content-Length: 10\r\n\r\nx"));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> client.get().absPath("/x").timeout(limit).execute())
          .isInstanceOf(RequestFailedException.class)
          .hasCauseInstanceOf(SocketTimeoutException.class)
          .hasMessageContaining("no answer from 127.0.0.1")
          .hasMessageContaining(" ms");
    }
  }

  @Test
  void bodyThatBreaksOffIsAFailure() {
    server.then(ScriptedServer.rawThenCut(HEAD + "Content-Length: 10\r\n\r\nx"));
    assertThatThrownBy(() -> client.get().absPath("/x").execute())
        .isInstanceOf(RequestFailedException.class);
  }

  private static CompletableFuture<Throwable> run(
      boolean isVirtual, Callable<?> work, Thread[] started) {
    CompletableFuture<Throwable> outcome = new CompletableFuture<>();
    Runnable runnable =
        () -> {
          try {
            outcome.complete(new AssertionError("it returned " + work.call()));
          } catch (Throwable e) {
            outcome.complete(e);
          }
        };
    started[0] =
        isVirtual ? Thread.ofVirtual().start(runnable) : Thread.ofPlatform().start(runnable);
    return outcome;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void interruptEndsACall(boolean isVirtual) throws Exception {
    Thread[] thread = new Thread[1];
    server.then(silence(), silenceAfter(HEAD + "Content-Length: 10\r\n\r\nx"));
    for (int i = 0; i < 2; i++) {
      var outcome = run(isVirtual, () -> client.get().absPath("/x").execute(), thread);
      server.arrival();
      thread[0].interrupt();
      assertThat(outcome.get(10, TimeUnit.SECONDS)).isInstanceOf(RequestInterruptedException.class);
      server.ended();
    }
  }

  @Test
  void closingTheClientEndsACall() throws Exception {
    Thread[] thread = new Thread[1];
    server.then(silence());
    var outcome = run(true, () -> client.get().absPath("/x").execute(), thread);
    server.arrival();
    client.close();
    assertThat(outcome.get(10, TimeUnit.SECONDS)).isInstanceOf(RequestFailedException.class);
    assertThatThrownBy(() -> client.get().absPath("/x").execute())
        .hasMessageContaining("the client is closed");
  }

  @Test
  void closingAWatchFromAnotherThreadEndsIt() throws Exception {
    server.then(silenceAfter(HEAD + "\r\n"));
    Duration silence = Duration.ofMinutes(1);
    try (var events = client.get().absPath("/x").watch(Codec.of(Pod.KIND), silence)) {
      CompletableFuture<Boolean> more = new CompletableFuture<>();
      Thread.ofVirtual().start(() -> more.complete(events.hasNext()));
      CancellationTest.fromOutside(events::close);
      assertThat(more.get(10, TimeUnit.SECONDS)).isFalse();
    }
    server.ended();
  }

  @Test
  void http2RefusesUnsupportedConfigurations() {
    ClientConfig.Builder https = ClientConfig.builder().server("https://127.0.0.1:1");
    assertThatThrownBy(() -> Transport.http2(https.insecureSkipTlsVerify(true).build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("HTTP/1.1");
    ClientConfig socks = server.config().with(c -> c.proxy(URI.create("socks5://h:1")));
    assertThatThrownBy(() -> Transport.http2(socks)).hasMessageContaining("HTTP/1.1");
  }

  @Test
  void proxyOfTheConfigurationIsUsed() {
    // For http the JDK's client asks the proxy itself, with the whole address.
    ClientConfig config =
        ClientConfig.builder()
            .server("http://elsewhere.invalid")
            .proxy(URI.create(server.address()))
            .build();
    try (RestClient proxied = RestClient.over(config, Transport.http2(config))) {
      assertThat(proxied.get().absPath("/x").execute().raw()).asString().isEqualTo("{}");
    }
    assertThat(server.seen().getFirst().line()).contains("http://elsewhere.invalid/x");
  }
}
